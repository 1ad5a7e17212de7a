import { create } from "zustand";
import { phaseOf } from "./race-phase.ts";
import type { RaceState } from "./race-state.ts";

/** A title that the player has just earned. */
export interface UnlockedTitle {
  readonly titleId: string;
  readonly title: string;
}

export interface WaitingTitle extends UnlockedTitle {
  /** How long it has been on the screen so far, in ms (none: not yet): a race interrupts a moment, and the rest comes afterwards. */
  readonly shownMs?: number;
}

/** Titles still to be celebrated, oldest first. */
export const useUnlockedTitles = create<{ readonly waiting: readonly WaitingTitle[] }>(() => ({
  waiting: [],
}));

/** Adds a title to be celebrated; adding the same one twice counts once. */
export const celebrateTitle = ({ titleId, title }: UnlockedTitle): void =>
  useUnlockedTitles.setState(({ waiting }) => ({
    waiting: waiting.some((one) => one.titleId === titleId) ? waiting : [...waiting, { titleId, title }],
  }));

export const forgetUnlockedTitle = (titleId: string): void =>
  useUnlockedTitles.setState(({ waiting }) => ({
    waiting: waiting.filter((one) => one.titleId !== titleId),
  }));

export const forgetUnlockedTitles = (): void => useUnlockedTitles.setState({ waiting: [] });

/** The end of a countdown belongs to the race. */
const COUNTDOWN_END_MS = 10_000;

/**
 * Whether the race leaves a moment for something else: it does not from the last seconds before the close until its
 * winner has been shown.
 */
export function leavesMoment(state: RaceState): boolean {
  if (state.result !== null) return false;
  const phase = phaseOf(state);
  switch (phase.kind) {
    case "none":
    case "opening":
    case "waiting":
    case "completed":
    case "refunded":
      return true;
    case "countdown":
      return phase.msLeft > COUNTDOWN_END_MS;
    case "loading":
    case "locked":
    case "post":
    case "racing":
    case "finished":
      return false;
  }
}
