/** By then the first page has been drawn and is interactive. */
const AFTER_THE_START_MS = 5_000;

/**
 * Installs a page for when the server cannot be reached, once everything else has been done. The browser
 * asks the server itself, never a cache, whether there is a newer one. In development there is none.
 */
export function registerOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => void register(), AFTER_THE_START_MS);
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  } catch (error) {
    // Private windows and blocked site data: the game works just as well without it.
    console.debug("There is no page for when the server cannot be reached.", error);
  }
}
