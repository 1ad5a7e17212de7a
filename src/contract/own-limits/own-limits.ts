import * as z from "zod/mini";
import {
  breakKinds,
  LONGEST_COOL_OFF_DAYS,
  LONGEST_EXCLUSION_MONTHS,
  SHORTEST_EXCLUSION_MONTHS,
} from "../../domain/break.ts";
import { LONGEST_REMINDER_MINUTES, SHORTEST_REMINDER_MINUTES } from "../../domain/own-limits.ts";
import { instant, signedSol, sol, solInput, wallet, whole } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const ofWallet = z.object({ wallet });

/** A limit in SOL: the one in force, how much of it is used, and the pending one. Null means no limit. */
export const ownAmountLimit = z.object({
  limit: z.nullable(sol),
  used: sol,
  /** When the oldest bet that counts stops counting; null if none counts. */
  freesAt: z.nullable(instant),
  pending: z.nullable(z.object({ limit: z.nullable(sol), at: instant })),
});

export const ownLimits = z.object({
  stakeDay: ownAmountLimit,
  stakeWeek: ownAmountLimit,
  lossDay: ownAmountLimit,
  lossWeek: ownAmountLimit,
  /** Minutes of play. */
  reminder: z.object({
    limit: z.nullable(z.int()),
    pending: z.nullable(z.object({ limit: z.nullable(z.int()), at: instant })),
  }),
  /** The break in force now. */
  break: z.nullable(z.object({ kind: z.enum(breakKinds), until: instant })),
});
export type OwnLimits = z.output<typeof ownLimits>;

/** The current notice; `isDue` while it has to be confirmed before a bet. */
const notice = z.object({ isDue: z.boolean(), version: z.int(), minimumAge: z.int() });

const amountAsked = z.optional(
  z.nullable(
    solInput({ positive: true, error: "must be an amount above 0 with at most 9 decimals, or null" }),
  ),
);

/** Limits that players set for themselves (rule BET-16). */
export const playersOwnLimits = {
  getLimits: endpoint({
    method: "GET",
    path: "/users/:wallet/limits",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The caller's own limits, how much of them is used, and any break",
    params: ofWallet,
    query: z.object({ since: z.optional(z.iso.datetime({ error: "must be an ISO 8601 time in UTC" })) }),
    reply: z.object({
      limits: ownLimits,
      /** What was bet since `since`; null without it. */
      session: z.nullable(z.object({ staked: sol, net: signedSol })),
    }),
  }),
  setLimits: endpoint({
    method: "PUT",
    path: "/users/:wallet/limits",
    access: "player",
    claims: ["header", "params.wallet"],
    summary:
      "Change one's own limits: lower ones apply at once, higher ones after 24 hours; what is left out stays",
    refuses: ["PROFILE_REQUIRED"],
    params: ofWallet,
    body: z.object({
      stakeDay: amountAsked,
      stakeWeek: amountAsked,
      lossDay: amountAsked,
      lossWeek: amountAsked,
      reminder: z.optional(z.nullable(whole(SHORTEST_REMINDER_MINUTES, LONGEST_REMINDER_MINUTES))),
    }),
    reply: z.object({ limits: ownLimits }),
    perMinute: 30,
  }),
  getNotice: endpoint({
    method: "GET",
    path: "/users/:wallet/notice",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "Whether the caller has to confirm age and place before betting",
    params: ofWallet,
    reply: notice,
  }),
  acceptNotice: endpoint({
    method: "POST",
    path: "/users/:wallet/notice",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "Confirm the notice of age and place, as it was shown",
    refuses: ["PROFILE_REQUIRED", "NOTICE_CHANGED"],
    params: ofWallet,
    body: z.object({ version: whole(1, 10_000), minimumAge: whole(1, 150) }),
    reply: notice,
    perMinute: 30,
  }),
  takeBreak: endpoint({
    method: "POST",
    path: "/users/:wallet/break",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "Stop betting for some days, or for some months; nobody can shorten that",
    refuses: ["PROFILE_REQUIRED", "BREAK_SHORTER"],
    params: ofWallet,
    /** One of the two; if both are given, the exclusion. */
    body: z.object({
      days: z.optional(whole(1, LONGEST_COOL_OFF_DAYS)),
      exclude: z.optional(whole(SHORTEST_EXCLUSION_MONTHS, LONGEST_EXCLUSION_MONTHS)),
    }),
    reply: z.object({ limits: ownLimits }),
    perMinute: 10,
  }),
};
