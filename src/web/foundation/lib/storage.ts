/*
 * Local storage can be refused (private windows, blocked site data). The game works without it: then
 * nothing is remembered.
 */

export function readStored(key: string): string | null {
  // The build renders the page too, before anybody has visited it.
  if (typeof window === "undefined") return null;
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.debug(`Cannot read ${key} from local storage.`, error);
    return null;
  }
}

/** Stores a value, or removes it when it is null. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.debug(`Cannot keep ${key} in local storage.`, error);
  }
}
