/**
 * Has a page for when the server cannot be reached (rule PHONE-8), once everything else has been done. The browser asks the
 * server itself, never a cache, whether there is a newer one (rule PHONE-9). With it the game is one that can be
 * installed (rule PHONE-10). In development there is none.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    } catch (error) {
      // Private windows and blocked site data: the game works as well without.
      console.info("There is no page for when the server cannot be reached.", error);
    }
  };
  setTimeout(() => void register(), AFTER_THE_START_MS);
}

const AFTER_THE_START_MS = 5_000;
