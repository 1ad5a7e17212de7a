import { useEffect } from "react";
import { create } from "zustand";
import { isPageCovered } from "../../../foundation/lib/dialogs.ts";
import { shortcutKey } from "../../../foundation/lib/keys.ts";

/** Whether the command palette is open. */
export const usePalette = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openPalette = (): void => usePalette.setState({ isOpen: true });
export const closePalette = (): void => usePalette.setState({ isOpen: false });

/** Ctrl+K or Cmd+K opens the palette from anywhere in the panel, and closes it (rule PAGE-5). */
export function usePaletteKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (usePalette.getState().isOpen) closePalette();
      else if (!isPageCovered()) openPalette();
    };
    document.addEventListener("keydown", listen);
    return () => {
      document.removeEventListener("keydown", listen);
      closePalette();
    };
  }, []);
}
