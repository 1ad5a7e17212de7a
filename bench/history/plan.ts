import { addressFrom } from "./draw.ts";

/** How much history to write; the same plan yields the same rows. */
export interface HistoryPlan {
  readonly users: number;
  readonly races: number;
  readonly bets: number;
  /** Any text. */
  readonly seed: string;
  /** When the payments of the last race are done, epoch milliseconds. */
  readonly endsAtMs: number;
}

/** From the start of one race to the start of the next. */
export const RACE_EVERY_MS = 60_000;
/** Players who exist when the first race begins. */
const FIRST_PLAYERS = 60;
const HOUR_MS = 3_600_000;

/** What is wrong with the numbers; null if nothing is. */
export function checkPlan({ users, races, bets }: HistoryPlan): string | null {
  if (users < FIRST_PLAYERS) return `--users must be at least ${FIRST_PLAYERS}`;
  if (races < 2 || races % 2 === 1) return "--races must be even, and at least 2";
  if (bets < races * 4 || bets > races * 30) return "--bets must be 4 to 30 times --races";
  return null;
}

export const startOf = ({ endsAtMs, races }: HistoryPlan): number =>
  endsAtMs - races * RACE_EVERY_MS - HOUR_MS;

/** The beginning of the hour before the last one: no payment of the history counts as new when a server starts on it. */
export const usualEnd = (nowMs: number): number => Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS;

export const walletsOf = ({ seed, users }: HistoryPlan): readonly string[] =>
  Array.from({ length: users }, (_, index) => addressFrom(`${seed} player ${index}`));

/** Admins during the history. */
export const adminsOf = ({ seed }: HistoryPlan): readonly string[] =>
  Array.from({ length: 5 }, (_, index) => addressFrom(`${seed} admin ${index}`));

/** House wallets during the history; their keys are gone. */
export const pastHouse = ({ seed }: HistoryPlan) => ({
  deposit: addressFrom(`${seed} deposit`),
  hot: addressFrom(`${seed} hot`),
});

/** When a player created their profile: the first ones the day before, the others while races ran. */
export function joinedAtMs(plan: HistoryPlan, index: number): number {
  const start = startOf(plan);
  if (index < FIRST_PLAYERS) return start - (FIRST_PLAYERS - index) * 1000;
  return start + Math.floor(((index - FIRST_PLAYERS) / plan.users) * plan.races * RACE_EVERY_MS);
}

/** How many players there are when a race begins. */
export const playersAt = ({ users, races }: HistoryPlan, race: number): number =>
  Math.min(users, FIRST_PLAYERS + Math.floor((race / races) * (users - FIRST_PLAYERS)));
