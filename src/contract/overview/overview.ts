import * as z from "zod/mini";
import { paymentKinds } from "../../domain/payment-terms.ts";
import { raceStatuses } from "../../domain/race-terms.ts";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { instant, raceId, signedSol, slot, sol } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { totalSol } from "../wire/total-sol.ts";

/** Why payments have not arrived; the first reason that applies. */
export const waitReasons = [
  /** No node can prove whether they landed. */
  "unknown",
  "no-leader",
  "chain-silent",
  /** Sent, and not final yet. */
  "confirming",
  "locked",
  "halted",
  /** Expired more than once: it is signed again after a pause. */
  "pausing",
  "hot-wallet-short",
  /** The next round sends them. */
  "queued",
] as const;

/** Problems that an admin has to look at, worst first. The page says what to do about each. */
export const problemCodes = [
  "PAYMENTS_HALTED",
  "HOUSE_LOCKED",
  "NO_LEADER",
  "CHAIN_SILENT",
  "RACE_STUCK",
  "HOT_WALLET_SHORT",
  "EQUITY_NEGATIVE",
  "BOOKS_DIFFER",
  "PAYMENTS_UNKNOWN",
  "PAYMENTS_LATE",
  "PAYMENTS_FAILED",
  "MEMOS_FAILED",
  "NO_RACE",
  "REDIS_SILENT",
  "MAINTENANCE_ON",
  "TESTING_ON",
  "JACKPOT_NOT_COVERED",
  "BONUS_REFILLING",
] as const;

const problem = z.object({
  code: z.enum(problemCodes),
  /** Errors stop money or races from moving. */
  severity: z.enum(["error", "warning"]),
  params: z.object({
    /** The amount that is missing, waiting or different. */
    amount: z.optional(totalSol),
    count: z.optional(z.int()),
    since: z.optional(instant),
    raceId: z.optional(raceId),
    /** All of these payments are the house's own: sweeps, anchors and what the notary is given. */
    isOwn: z.optional(z.boolean()),
  }),
});

export const overview = {
  getOverview: endpoint({
    method: "GET",
    path: "/admin/overview",
    access: "admin",
    claims: adminReadClaims,
    summary: "State of the game, and what needs an admin's attention",
    query: z.object(adminQuery),
    reply: z.object({
      at: instant,
      /** The open race, or the last one until the next; null before the first. */
      race: z.nullable(
        z.object({
          id: raceId,
          status: z.enum(raceStatuses),
          totalPool: sol,
          jackpotAmount: sol,
          betCount: z.int(),
          created_at: instant,
          testing: z.boolean(),
        }),
      ),
      /** State of the house wallets on the instance that answers. */
      house: z.enum(["locked", "unlocked"]),
      hasLeader: z.boolean(),
      paymentsHalted: z.boolean(),
      waitingPayments: z.array(
        z.object({
          kind: z.enum(paymentKinds),
          why: z.enum(waitReasons),
          count: z.int(),
          amount: totalSol,
          oldest: instant,
        }),
      ),
      /** Null while no node answers. */
      chain: z.nullable(z.object({ slot })),
      databaseMs: z.int(),
      /** Null while books and chain cannot be compared. */
      reconciliation: z.nullable(
        z.object({
          at: instant,
          slot,
          difference: signedSol,
          /** Owed to players, running races and the funds; house equity is not included. */
          liabilities: totalSol,
          /** On-chain balance of the hot wallets. */
          hotWallet: totalSol,
        }),
      ),
      bonusFund: sol,
      equity: totalSol,
      problems: z.array(problem),
    }),
  }),
};
