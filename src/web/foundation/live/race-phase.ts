import type { Race } from "../../../contract/races/race-shape.ts";
import type { RefundCause } from "../../../domain/race-terms.ts";
import { type BettingWindow, hidesAmounts, isBettingOpen } from "../../../domain/betting-window.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import type { RaceResult } from "./race-result.ts";
import type { RaceState } from "./race-state.ts";
import type { TranslatorOf } from "../words/words.ts";
import type { liveWords } from "./words.en.ts";

/** GO! is shown over the first moment of the race. */
const GO_MS = 1200;

export type Phase =
  /** No answer yet. */
  | { readonly kind: "loading" }
  /** There is no race. */
  | { readonly kind: "none" }
  /** The commitment is on its way to the chain: no bets yet. */
  | { readonly kind: "opening" }
  /** Betting is open, but there are too few players. */
  | { readonly kind: "waiting"; readonly players: number; readonly needed: number }
  | { readonly kind: "countdown"; readonly msLeft: number }
  /** Betting has closed; the beacon decides the last part of the nonce. */
  | { readonly kind: "locked" }
  /** The start is set and a moment away. */
  | { readonly kind: "post" }
  | { readonly kind: "racing"; readonly elapsedMs: number; readonly msLeft: number; readonly go: boolean }
  /** Past the line; the result is a moment away. */
  | { readonly kind: "finished" }
  | { readonly kind: "completed" }
  | { readonly kind: "refunded"; readonly reason: RefundCause | null };

/** What the race is doing at the state's own time. */
export function phaseOf({ loaded, race, now }: RaceState): Phase {
  if (race === null) return { kind: loaded ? "none" : "loading" };
  switch (race.status) {
    case "pending":
      return pendingPhase(race, now);
    case "countdown":
      return countdownPhase(race, now);
    case "active":
      return activePhase(race, now);
    case "completed":
      return { kind: "completed" };
    case "refunded":
      return { kind: "refunded", reason: race.refund_reason };
  }
}

function pendingPhase(race: Race, now: number): Phase {
  const opensAt = race.bettingOpensAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (now < opensAt) return { kind: "opening" };
  return { kind: "waiting", players: race.min_bets - race.playersNeeded, needed: race.playersNeeded };
}

function countdownPhase(race: Race, now: number): Phase {
  const msLeft = (race.countdownEndsAt?.getTime() ?? now) - now;
  return msLeft > 0 ? { kind: "countdown", msLeft } : { kind: "locked" };
}

function activePhase(race: Race, now: number): Phase {
  if (race.startsAt === null) return { kind: "locked" };
  const elapsedMs = now - race.startsAt.getTime();
  if (elapsedMs < 0) return { kind: "post" };
  const msLeft = race.durationMs - elapsedMs;
  return msLeft > 0 ? { kind: "racing", elapsedMs, msLeft, go: elapsedMs < GO_MS } : { kind: "finished" };
}

const windowOf = ({ status, bettingOpensAt, countdownEndsAt }: Race): BettingWindow => ({
  status,
  bettingOpensAt: bettingOpensAt?.getTime() ?? null,
  closesAt: countdownEndsAt?.getTime() ?? null,
});

/** Whether the race accepts bets at the state's own time (rule RACE-11). */
export const takesBets = ({ race, now }: RaceState): boolean =>
  race !== null && isBettingOpen(windowOf(race), now);

/** The pool as shown: it is frozen for five seconds from the start on. */
export const shownPool = ({ race, frozenPool }: RaceState): Lamports | null =>
  frozenPool?.amount ?? race?.totalPool ?? null;

/**
 * Whether the amounts on each horse are hidden, according to the server's answer or to the clock before the next
 * answer.
 */
export function amountsHidden({ race, now }: RaceState): boolean {
  if (race === null) return false;
  if (race.horses.some(({ totalBetAmount }) => totalBetAmount === null)) return true;
  return hidesAmounts(windowOf(race), now);
}

/** The result to show over the track; it disappears when the next race is under way. */
export function shownResult(state: RaceState): RaceResult | null {
  const { result, race, now } = state;
  if (result === null || race === null || now < result.showFrom) return null;
  if (race.id === result.race.id) return result;
  return race.status === "pending" || race.status === "countdown" ? result : null;
}

/** Seconds to what comes next, and what that is; null when unknown. */
export function nextUp(
  state: RaceState,
): { readonly label: "nextRaceIn" | "finishIn"; readonly seconds: number; readonly exact: boolean } | null {
  const phase = phaseOf(state);
  if (phase.kind === "countdown") return { label: "nextRaceIn", seconds: phase.msLeft / 1000, exact: false };
  if (phase.kind === "racing") return { label: "finishIn", seconds: phase.msLeft / 1000, exact: true };
  if (state.nextRaceAt === null) return null;
  return { label: "nextRaceIn", seconds: (state.nextRaceAt - state.now) / 1000, exact: false };
}

/** The race type as the page calls it, with its length (rule RACE-12). */
export const raceTypeLabel = (
  { race_type, durationMs }: Race,
  { t }: TranslatorOf<typeof liveWords>,
): string => `${t(race_type)} · ${t("seconds", { count: Math.round(durationMs / 1000) })}`;
