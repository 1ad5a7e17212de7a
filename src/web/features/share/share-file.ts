/** Saves a file under its own name. */
export function download(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Once the browser has taken the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const canShare = (file: File): boolean =>
  typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });

/** A user who closes the system's share sheet has changed their mind; that is not a failure. */
export async function shareFile(file: File, about: Omit<ShareData, "files">): Promise<void> {
  try {
    await navigator.share({ files: [file], ...about });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}
