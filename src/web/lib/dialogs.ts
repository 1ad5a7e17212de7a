import { create } from "zustand";

export type DialogName =
  | "connect"
  | "profile"
  | "faucet"
  | "presets"
  | "deposit"
  | "repeat"
  | "break"
  | "reminder"
  | "notice"
  | "help"
  | "share";

/** The one dialog that is open; a dialog asked for takes the place of another. */
export const useDialogs = create<{ readonly open: DialogName | null }>(() => ({ open: null }));

/** Whether something stands over the page that takes the keys and the eye. */
export const isPageCovered = (): boolean =>
  useDialogs.getState().open !== null || document.querySelector("dialog[open], [data-sheet]") !== null;

export const openDialog = (open: DialogName): void => useDialogs.setState({ open });
export const closeDialog = (): void => useDialogs.setState({ open: null });
