import { Button } from "./button.tsx";
import { toast } from "./toast.ts";
import { translatorFor } from "../words/translate.ts";
import { useWords } from "../words/use-words.ts";
import { uiWords } from "./words.en.ts";

/** Writes to the clipboard, and reports a failure (rule JOIN-5). */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn(error);
    toast.bad(translatorFor(uiWords).t("copyFailed"));
    return false;
  }
}

/** Writes to the clipboard and reports the outcome. */
export async function copyText(text: string, done: string): Promise<void> {
  if (await writeClipboard(text)) toast.good(done);
}

export function CopyButton({ text, done, label }: { text: string; done: string; label: string }) {
  const { t } = useWords(uiWords);
  return (
    <Button aria-label={label} disabled={text === ""} onClick={() => void copyText(text, done)}>
      {t("copy")}
    </Button>
  );
}
