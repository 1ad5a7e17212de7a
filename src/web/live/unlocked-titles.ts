import { create } from "zustand";
import { phaseOf } from "./race-phase.ts";
import type { RaceState } from "./race-state.ts";

/** A title that the player has just earned. */
export interface UnlockedTitle {
  readonly titleId: string;
  readonly title: string;
}

/** Titles still to be celebrated, oldest first. */
export const useUnlockedTitles = create<{ readonly waiting: readonly UnlockedTitle[] }>(() => ({
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
 * winner has been shown (rule TITLE-10).
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
