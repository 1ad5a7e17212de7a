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

/** The one open dialog; opening a dialog replaces the one that is open. */
export const useDialogs = create<{ readonly open: DialogName | null }>(() => ({ open: null }));

/** Whether something over the page takes the keys and the attention. */
export const isPageCovered = (): boolean =>
  useDialogs.getState().open !== null || document.querySelector("dialog[open], [data-sheet]") !== null;

export const openDialog = (open: DialogName): void => useDialogs.setState({ open });
export const closeDialog = (): void => useDialogs.setState({ open: null });
