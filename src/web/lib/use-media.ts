import { useSyncExternalStore } from "react";

/** Whether a media query holds, kept up to date. In the page as it is built nothing is known of the screen: no. */
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
