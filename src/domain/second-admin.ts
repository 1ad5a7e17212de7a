import { DAY_MS } from "./day-length.ts";
import { type Lamports, lamports } from "./lamports.ts";

/** An admin, and where the role comes from (rule ACCESS-3). */
export interface Admin {
  readonly wallet: string;
  /** The admin who appointed this one, and when, in epoch milliseconds; null for a wallet of the environment. */
  readonly appointed: { readonly by: string; readonly atMs: number } | null;
}

/** Why a request waits for another admin (rule IDENTITY-5): its amount, or what it is. */
export const approvalCauses = [
  /** With it the admin's acts of 24 hours exceed the limit. */
  "sum",
  /** It makes a wallet an admin. */
  "appointment",
  /** It raises the limit itself. */
  "limit",
  /** It names the node that the game on mainnet-beta would believe. */
  "node",
  /** The admin has changed five referrers in 24 hours. */
  "referrers",
  /** It pays the admin's own wallet at the house's cost. */
  "own-wallet",
  /** A settled race was refunded without another admin in the last 24 hours. */
  "refunds",
] as const;
export type ApprovalCause = (typeof approvalCauses)[number];

/** The period over which an admin's acts are added up, and after which an appointed admin may approve. */
export const ACTS_COUNT_FOR_MS = DAY_MS;

/** The most referrers that an admin changes alone within {@link ACTS_COUNT_FOR_MS}. */
export const REFERRERS_ALONE = 5;

/**
 * Whether another admin has to approve an act: the rule that says so whatever its amount, or `sum` where the acts of 24
 * hours would exceed the limit; null if the admin may act alone (rule IDENTITY-5).
 */
export function causeOfApproval({
  amount,
  cause,
  moved,
  limit,
}: {
  readonly amount: Lamports;
  /** The rule that applies to the act itself, if one does. */
  readonly cause: ApprovalCause | null;
  /** What the admin has moved alone in the last 24 hours. */
  readonly moved: Lamports;
  readonly limit: Lamports;
}): ApprovalCause | null {
  if (cause !== null) return cause;
  return amount > 0n && lamports(moved + amount) > limit ? "sum" : null;
}

/**
 * Whether one admin's approval of the other's request is a second pair of eyes: neither appointed the other, and the
 * same admin did not appoint both (rule APPROVALS-8).
 */
export function areIndependent(one: Admin, other: Admin): boolean {
  if (one.wallet === other.wallet) return false;
  const [byOfOne, byOfOther] = [one.appointed?.by, other.appointed?.by];
  if (byOfOne === other.wallet || byOfOther === one.wallet) return false;
  return byOfOne === undefined || byOfOne !== byOfOther;
}

/** When an admin may approve requests, in epoch milliseconds: an appointed one after 24 hours (rule APPROVALS-8). */
export const approvesFromMs = ({ appointed }: Admin): number =>
  appointed === null ? Number.NEGATIVE_INFINITY : appointed.atMs + ACTS_COUNT_FOR_MS;
