import { errorText } from "../../lib/call-refused.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { kitWords } from "./words.en.ts";

interface LoadFailureProps {
  readonly error: Error;
  /** Said where the server does not say why. */
  readonly fallback: string;
  readonly retry: () => unknown;
}

/** In place of what did not load: why, and a way to ask again (rule ADMIN-4). */
export function LoadFailure({ error, fallback, retry }: LoadFailureProps) {
  const { t } = useWords(kitWords);
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 p-4 text-muted">
      {errorText(error, fallback)} <Button onClick={() => void retry()}>{t("tryAgain")}</Button>
    </p>
  );
}
