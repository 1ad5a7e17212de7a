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
  | "share"
  | "player";

/** Whose card is shown. */
interface CardOwner {
  readonly wallet: string;
  readonly name: string;
}

interface Dialogs {
  readonly open: DialogName | null;
  /** Whose card the dialog `player` shows. */
  readonly player?: CardOwner;
}

/** The one open dialog; opening a dialog replaces the one that is open. */
export const useDialogs = create<Dialogs>(() => ({ open: null }));

/** Whether something over the page takes the keys and the attention. */
export const isPageCovered = (): boolean =>
  useDialogs.getState().open !== null || document.querySelector("dialog[open], [data-sheet]") !== null;

export const openDialog = (open: DialogName): void => useDialogs.setState({ open });
export const openPlayerCard = (player: CardOwner): void => useDialogs.setState({ open: "player", player });
export const closeDialog = (): void => useDialogs.setState({ open: null });
