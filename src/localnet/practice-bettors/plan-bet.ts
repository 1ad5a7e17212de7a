import { type Lamports, lamports } from "../../domain/lamports.ts";

/** What a bettor sees of the open race; times in milliseconds since the Unix epoch. */
export interface OpenRace {
  readonly status: string;
  readonly horseIds: readonly number[];
  readonly minBet: Lamports;
  readonly maxBet: Lamports;
  readonly bettingOpensAt: number | null;
  readonly countdownEndsAt: number | null;
  readonly now: number;
}

export interface PlannedBet {
  readonly horseId: number;
  readonly amount: Lamports;
  /** How long to wait before betting. */
  readonly waitMs: number;
}

/** Hundredths of a SOL. */
const STEP = 10_000_000n;
const LEAST_STEPS = 2;
const MOST_STEPS = 30;
const LONGEST_WAIT_MS = 8000;
/** A bet needs this long from preparing to confirmed; later ones are not tried. */
const NEEDED_MS = 3000;

/**
 * A small bet on any horse at any moment while betting is open, or null when there is none to make.
 *
 * @param random yields numbers from 0 up to, not including, 1
 */
export function planBet(race: OpenRace, random: () => number): PlannedBet | null {
  const isOpen = race.status === "pending" || race.status === "countdown";
  if (!isOpen || race.bettingOpensAt === null || race.bettingOpensAt > race.now) return null;
  const left = race.countdownEndsAt === null ? null : race.countdownEndsAt - race.now - NEEDED_MS;
  if (left !== null && left < 0) return null;
  const horseId = race.horseIds[Math.floor(random() * race.horseIds.length)];
  if (horseId === undefined) return null;
  const steps = LEAST_STEPS + Math.floor(random() * (MOST_STEPS - LEAST_STEPS + 1));
  return {
    horseId,
    amount: clamp(lamports(BigInt(steps) * STEP), race),
    waitMs: Math.floor(random() * Math.min(left ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS)),
  };
}

const clamp = (amount: Lamports, { minBet, maxBet }: OpenRace): Lamports =>
  amount < minBet ? minBet : amount > maxBet ? maxBet : amount;
