import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { kitWords } from "./words.en.ts";

/** Shown in place of what failed to load: the reason, and a button to retry. */
export function LoadFailure({ text, retry }: { readonly text: string; readonly retry: () => unknown }) {
  const { t } = useWords(kitWords);
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 p-4 text-muted">
      {text} <Button onClick={() => void retry()}>{t("tryAgain")}</Button>
    </p>
  );
}
