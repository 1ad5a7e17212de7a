import { create } from "zustand";

export type DialogName =
  | "connect"
  | "profile"
  | "faucet"
  | "presets"
  | "deposit"
  | "repeat"
  | "help"
  | "share";

/** The one dialog that is open; a dialog asked for takes the place of another. */
export const useDialogs = create<{ readonly open: DialogName | null }>(() => ({ open: null }));

export const openDialog = (open: DialogName): void => useDialogs.setState({ open });
export const closeDialog = (): void => useDialogs.setState({ open: null });
