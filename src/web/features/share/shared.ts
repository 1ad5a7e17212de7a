import { create } from "zustand";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import type { ClipFacts } from "./clip/clip-facts.ts";
import type { WinFacts } from "./win-facts.ts";

interface Shared {
  readonly win: WinFacts | null;
  readonly clip: ClipFacts | null;
}

/** What is being shared. It outlives the card that it was shared from. */
export const useShared = create<Shared>(() => ({ win: null, clip: null }));

export const shareWin = (win: WinFacts): void => share({ win, clip: null });
export const shareClip = (clip: ClipFacts): void => share({ win: null, clip });

function share(shared: Shared): void {
  useShared.setState(shared);
  openDialog("share");
}
