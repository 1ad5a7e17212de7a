import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { kitWords } from "./words.en.ts";

interface LoadFailureProps {
  readonly error: Error;
  /** Shown when the server gives no reason. */
  readonly fallback: string;
  readonly retry: () => unknown;
}

/** Shown in place of what failed to load: the reason, and a button to retry. */
export function LoadFailure({ error, fallback, retry }: LoadFailureProps) {
  const { t } = useWords(kitWords);
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 p-4 text-muted">
      {errorText(error, fallback)} <Button onClick={() => void retry()}>{t("tryAgain")}</Button>
    </p>
  );
}
