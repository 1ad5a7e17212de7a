import * as z from "zod/mini";
import { adminBody } from "../wire/admin-caller.ts";
import { listOrder } from "../wire/admin-list.ts";
import {
  cursor,
  instant,
  MAX_PAGE,
  nextCursor,
  page,
  signature,
  sol,
  text,
  wallet,
  whole,
} from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { turnoverSol } from "../wire/total-sol.ts";
import { user } from "../players/players.ts";

export const referral = z.object({
  id: z.string(),
  username: z.string(),
  referred_wallet: wallet,
  created_at: instant,
  /** Null, as is the next, for a streamer who hides figures from others. */
  total_referred_wager: z.nullable(sol),
  total_earned: z.nullable(sol),
});

/** `sent` is signed; `queued` waits for the payment worker, `locked` for the house wallets to be unlocked. */
export const claimStates = ["sent", "queued", "locked"] as const;

const ofWallet = z.object({ wallet });

/** What the players whom somebody referred can be ordered by. */
export const referralOrders = ["joined", "wagered", "earned"] as const;

export const referrals = {
  getReferrals: endpoint({
    method: "GET",
    path: "/referrals/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The players whom the caller referred, newest first",
    params: ofWallet,
    query: z.object(page),
    /** The totals are over all referrals. */
    reply: z.object({
      referrals: z.array(referral),
      totalReferrals: z.int(),
      totalReferredWager: turnoverSol,
      totalEarnings: turnoverSol,
      nextCursor,
    }),
  }),
  getReferralSummary: endpoint({
    method: "GET",
    path: "/referrals/summary/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "What the caller can claim, and the minimum that is paid out",
    params: ofWallet,
    reply: z.object({ claimable: sol, minPayout: sol }),
  }),
  claimReferrals: endpoint({
    method: "POST",
    path: "/referrals/claim",
    access: "player",
    movesMoney: true,
    claims: ["header", "body.wallet"],
    summary: "Send all claimable commission to the session's wallet",
    refuses: ["NOTHING_TO_CLAIM", "PAYMENTS_HALTED", "MAINTENANCE"],
    body: ofWallet,
    /** The signature is that of the signed transfer, which may still be on its way; null while nothing is signed. */
    reply: z.object({ signature: z.nullable(signature), amount: sol, state: z.enum(claimStates) }),
    perMinute: 10,
  }),
  getReferralProfile: endpoint({
    method: "POST",
    path: "/referrals/admin/user-profile",
    access: "admin",
    stepUp: "none",
    claims: ["header", "body.adminWallet"],
    summary:
      "A player, by username or wallet, and those whom they referred, newest first or as `sort` and `direction` say; `search` is the beginning of a referred player's username or wallet",
    refuses: ["USER_NOT_FOUND"],
    body: z.object({
      adminWallet: z.optional(adminBody.adminWallet),
      identifier: text(64, 1),
      limit: z.optional(whole(1, MAX_PAGE)),
      cursor: z.optional(cursor),
      ...listOrder(referralOrders),
    }),
    /** The totals are over all referrals, whatever the page and the search. */
    reply: z.object({
      user,
      totals: z.object({
        totalReferrals: z.int(),
        totalEarnings: turnoverSol,
        totalReferredWager: turnoverSol,
      }),
      referrals: z.array(referral),
      nextCursor,
    }),
  }),
};
