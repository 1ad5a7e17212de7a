import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

/** Writes to the clipboard and says how it went. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(done);
  } catch (error) {
    console.warn(error);
    toast.bad("Failed to copy to clipboard");
  }
}

export function CopyButton({ text, done, label }: { text: string; done: string; label: string }) {
  return (
    <Button aria-label={label} disabled={text === ""} onClick={() => void copyText(text, done)}>
      Copy
    </Button>
  );
}
