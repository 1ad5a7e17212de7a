import { DAY_MS } from "./day-length.ts";
import type { Lamports } from "./lamports.ts";

/** What a player can limit in lamports: stakes, and losses, in the last 24 hours and in the last seven times 24. */
export const amountLimits = ["stakeDay", "stakeWeek", "lossDay", "lossWeek"] as const;
export type AmountLimit = (typeof amountLimits)[number];

/** Everything that a player can limit; `reminder` is in minutes of play. */
export const ownLimitKinds = [...amountLimits, "reminder"] as const;
export type OwnLimitKind = (typeof ownLimitKinds)[number];

export const SHORTEST_REMINDER_MINUTES = 5;
export const LONGEST_REMINDER_MINUTES = 24 * 60;

/** How long after the request a limit is raised or removed. */
export const RAISE_DELAY_MS = DAY_MS;

/** A limit as it is stored: the one in force, and the pending one. Null means no limit. */
export interface KeptLimit {
  readonly value: bigint | null;
  readonly next: { readonly value: bigint | null; readonly atMs: number } | null;
}

export const NO_LIMIT: KeptLimit = { value: null, next: null };

/** The limit at a moment: a change that is due by then has taken effect. */
export const limitAt = ({ value, next }: KeptLimit, nowMs: number): KeptLimit =>
  next !== null && next.atMs <= nowMs ? { value: next.value, next: null } : { value, next };

/**
 * What a limit becomes when its player asks for another (rule BET-16). A lower one, or a first one, takes effect at
 * once; a higher one, or none, takes a day. Asking for the one in force cancels a pending change, and asking for that
 * change again leaves its time unchanged.
 *
 * @example
 * changeLimit({ value: 5n, next: null }, 9n, 0); // { value: 5n, next: { value: 9n, atMs: 86_400_000 } }
 */
export function changeLimit(limit: KeptLimit, newValue: bigint | null, nowMs: number): KeptLimit {
  const { value, next } = limitAt(limit, nowMs);
  const isRaised = value !== null && (newValue === null || newValue > value);
  if (!isRaised) return { value: newValue, next: null };
  if (next !== null && next.value === newValue) return { value, next };
  return { value, next: { value: newValue, atMs: nowMs + RAISE_DELAY_MS } };
}

/** How much of a limit is used. */
export interface LimitUse {
  readonly kind: AmountLimit;
  readonly limit: Lamports | null;
  readonly used: Lamports;
  /** When the oldest bet that counts leaves the window; null if none counts. */
  readonly freesAt: Date | null;
}

export type HeldLimit = LimitUse & { readonly limit: Lamports };

/** How much may still be staked under a limit. */
export const leftOf = ({ limit, used }: HeldLimit): Lamports =>
  (limit > used ? limit - used : 0n) as Lamports;

/** Of the limits that a stake would exceed, the one with the least left; null if it exceeds none (rule BET-16). */
export function limitPassed(uses: readonly LimitUse[], stake: Lamports): HeldLimit | null {
  const [least] = uses
    .filter((use): use is HeldLimit => use.limit !== null && use.used + stake > use.limit)
    .toSorted((a, b) => (leftOf(a) < leftOf(b) ? -1 : leftOf(a) > leftOf(b) ? 1 : 0));
  return least ?? null;
}
