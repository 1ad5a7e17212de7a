import { create } from "zustand";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import type { WinFacts } from "./win-facts.ts";

/** The win that is being shared. It outlives the card that it was shared from. */
export const useSharedWin = create<{ readonly win: WinFacts | null }>(() => ({ win: null }));

export function shareWin(win: WinFacts): void {
  useSharedWin.setState({ win });
  openDialog("share");
}
