import { useSyncExternalStore } from "react";

/**
 * Whether a media query holds, kept up to date. While the build renders the page, nothing is known about the screen:
 * false.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
