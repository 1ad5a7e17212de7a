import * as z from "zod/mini";
import { publicNetworks } from "../../domain/genesis-hashes.ts";
import { approvalCauses } from "../../domain/second-admin.ts";
import { specialRaceTerms } from "../races/special-race-terms.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { base64, instant, nextCursor, rowId, signedSol, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/typed-text.ts";

/** Requests that wait for another admin: by kind, what was asked for (rule IDENTITY-5). */
export const houseRequests = {
  "manual-transfer": z.object({ playerWallet: wallet, amount: sol }),
  /** By how much, whatever the balance is when it is approved. */
  balance: z.object({ walletAddress: wallet, change: signedSol }),
  "special-race": z.object({ ...specialRaceTerms, jackpotAmount: sol }),
  /** A `jackpot_pool_amount`. */
  "jackpot-setting": z.object({ settingValue: z.string() }),
  /** A higher `second_admin_above_sol`. */
  "limit-setting": z.object({ settingValue: z.string() }),
  /** The node of a network. Of the URL only the host is shown, and with it the hash of the whole URL. */
  "node-setting": z.object({
    network: z.enum(publicNetworks),
    settingValue: z.string(),
    urlSha256: z.optional(z.string()),
  }),
  /** The flags of a wallet; those left out stay. */
  roles: z.object({
    walletAddress: wallet,
    isStreamer: z.optional(z.boolean()),
    isPartner: z.optional(z.boolean()),
    isAdmin: z.optional(z.boolean()),
  }),
  referrer: z.object({ walletAddress: wallet, referrer: z.nullable(z.string()) }),
  /** Of a losing bet, at the house's cost. */
  "bet-refund": z.object({ betId: rowId }),
  /** Of a settled race, at the house's cost. */
  "race-refund": z.object({ raceId: rowId }),
} as const;

export const approvalKinds = [
  "manual-transfer",
  "balance",
  "special-race",
  "jackpot-setting",
  "limit-setting",
  "node-setting",
  "roles",
  "referrer",
  "bet-refund",
  "race-refund",
] as const satisfies readonly (keyof typeof houseRequests)[];
export type ApprovalKind = (typeof approvalKinds)[number];
export type HouseRequest<Kind extends ApprovalKind> = z.output<(typeof houseRequests)[Kind]>;

export const approvalStatuses = ["waiting", "approved", "rejected", "withdrawn", "expired"] as const;

const common = {
  id: rowId,
  /** The amount that the request would move, or the value that a setting would have. */
  amount: sol,
  /** Why it waits. */
  cause: z.enum(approvalCauses),
  /** What the requester had moved alone in the 24 hours before. */
  moved_before: sol,
  /** The limit at that time. */
  sum_limit: sol,
  /** As worded by the admin who asked. */
  reason: z.nullable(z.string()),
  asked_by: wallet,
  asked_at: instant,
  expires_at: instant,
  status: z.enum(approvalStatuses),
  /** Null while the request waits, and for one that expired. */
  decided_by: z.nullable(wallet),
  decided_at: z.nullable(instant),
  decision_reason: z.nullable(z.string()),
};

const ofKind = <const Kind extends ApprovalKind>(kind: Kind) =>
  z.object({ ...common, kind: z.literal(kind), request: houseRequests[kind] });

/** A request that waits, or waited, for another admin. */
export const approval = z.discriminatedUnion("kind", [
  ofKind("manual-transfer"),
  ofKind("balance"),
  ofKind("special-race"),
  ofKind("jackpot-setting"),
  ofKind("limit-setting"),
  ofKind("node-setting"),
  ofKind("roles"),
  ofKind("referrer"),
  ofKind("bet-refund"),
  ofKind("race-refund"),
]);
export type Approval = z.output<typeof approval>;

const decision = {
  method: "POST",
  access: "admin",
  claims: adminWriteClaims,
  params: z.object({ id: rowId }),
  body: z.object({ ...adminBody, reason }),
  reply: z.object({ approval }),
} as const;

/** What the decided requests can be ordered by. */
export const approvalOrders = ["decided", "amount"] as const;

export const approvals = {
  listApprovals: endpoint({
    method: "GET",
    path: "/admin/approvals",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "What waits for another admin, oldest first, and what was decided, newest first or as `sort` says; `search` is an id, or the wallet of who asked or decided",
    query: z.object({ ...adminQuery, ...adminList(approvalOrders) }),
    reply: z.object({
      waiting: z.array(approval),
      /** What the calling admin has moved in the last 24 hours without another admin, and may move in all. */
      movedAlone: sol,
      mayMoveAlone: sol,
      /** One page of the decided requests. */
      decided: z.array(approval),
      nextCursor,
    }),
  }),
  approveRequest: endpoint({
    ...decision,
    path: "/admin/approvals/:id/approve",
    body: z
      .object({
        ...decision.body.shape,
        /** Of the deciding wallet, over the text of the request. */
        signature: z.optional(base64(88)),
        /** In its place, from wallets that sign no messages (rule IDENTITY-8). */
        signedTransaction: z.optional(base64(2048)),
      })
      .check(
        z.refine(
          ({ signature, signedTransaction }) =>
            (signature === undefined) !== (signedTransaction === undefined),
          {
            error: "must be given, or signedTransaction in its place",
            path: ["signature"],
          },
        ),
      ),
    movesMoney: true,
    summary: "Approve another admin's request, which is then done at once",
    refuses: [
      "APPROVAL_NOT_FOUND",
      "APPROVAL_OWN",
      "APPROVAL_NOT_INDEPENDENT",
      "APPROVAL_TOO_NEW",
      "APPROVAL_UNSIGNED",
      "APPROVAL_DECIDED",
      "APPROVAL_EXPIRED",
      "APPROVAL_ASKER_GONE",
      "EQUITY_TOO_LOW",
      "TRANSFER_TO_HOUSE",
      "TRANSFER_UNDER_WAY",
      "TRANSFER_REPEATED",
      "REFUND_NOT_COVERED",
      "REFUND_TOO_LATE",
      "NOTHING_TO_REFUND",
      "BET_REFUNDED",
      "RACE_REFUNDED",
      "RACE_DECIDED",
      "PAYMENTS_HALTED",
      "SPECIAL_EVENTS_DISABLED",
      "SPECIAL_RACES_FULL",
      "SETTING_UNKNOWN",
      "SETTING_INVALID",
      "SETTING_FIXED",
      "RPC_URL_REFUSED",
      "USER_NOT_FOUND",
      "INSUFFICIENT_BALANCE",
      "BALANCE_CHANGED",
      "ADMIN_FIXED",
      "ADMIN_REMOVAL_RESERVED",
      "LAST_ADMIN",
      "REFERRER_SELF",
      "REFERRER_CIRCLE",
      "REFERRER_UNKNOWN",
      "BET_NOT_FOUND",
      "BET_LOCKED",
      "BET_WON",
      "RACE_NOT_FOUND",
    ],
  }),
  rejectRequest: endpoint({
    ...decision,
    path: "/admin/approvals/:id/reject",
    summary: "Reject another admin's request, or withdraw one's own",
    refuses: ["APPROVAL_NOT_FOUND", "APPROVAL_DECIDED", "APPROVAL_EXPIRED"],
  }),
};
