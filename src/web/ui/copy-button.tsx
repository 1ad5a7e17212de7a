import { toast } from "sonner";
import { Button } from "./button.tsx";

/** Writes to the clipboard and says how it went. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch (error) {
    console.warn(error);
    toast.error("Failed to copy to clipboard");
  }
}

export function CopyButton({ text, done, label }: { text: string; done: string; label: string }) {
  return (
    <Button aria-label={label} disabled={text === ""} onClick={() => void copyText(text, done)}>
      Copy
    </Button>
  );
}
