import * as z from "zod/mini";
import { specialRaceTerms } from "../races/special-race-terms.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { instant, nextCursor, rowId, sol, text, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** Requests above a limit, which wait for another admin: by kind, what was asked for (rule IDENTITY-5). */
export const houseRequests = {
  "manual-transfer": z.object({ playerWallet: wallet, amount: sol }),
  /** From the treasury to the hot wallet. */
  "hot-wallet-refill": z.object({ amount: sol }),
  balance: z.object({ walletAddress: wallet, expectedBalance: sol, newBalance: sol }),
  "special-race": z.object({ ...specialRaceTerms, jackpotAmount: sol }),
  /** A higher `jackpot_pool_amount`. */
  "jackpot-setting": z.object({ settingValue: z.string() }),
  /** A higher `second_admin_above_sol`. */
  "limit-setting": z.object({ settingValue: z.string() }),
} as const;

export const approvalKinds = [
  "manual-transfer",
  "hot-wallet-refill",
  "balance",
  "special-race",
  "jackpot-setting",
  "limit-setting",
] as const satisfies readonly (keyof typeof houseRequests)[];
export type ApprovalKind = (typeof approvalKinds)[number];
export type HouseRequest<Kind extends ApprovalKind> = z.output<(typeof houseRequests)[Kind]>;

export const approvalStatuses = ["waiting", "approved", "rejected", "withdrawn", "expired"] as const;

const common = {
  id: rowId,
  /** The amount that the request would move. */
  amount: sol,
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
  ofKind("hot-wallet-refill"),
  ofKind("balance"),
  ofKind("special-race"),
  ofKind("jackpot-setting"),
  ofKind("limit-setting"),
]);
export type Approval = z.output<typeof approval>;

const decision = {
  method: "POST",
  access: "admin",
  claims: adminWriteClaims,
  params: z.object({ id: rowId }),
  body: z.object({ ...adminBody, reason: z.optional(z.nullable(text(500))) }),
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
      /** One page of the decided requests. */
      decided: z.array(approval),
      nextCursor,
    }),
  }),
  approveRequest: endpoint({
    ...decision,
    path: "/admin/approvals/:id/approve",
    stepUp: true,
    summary: "Approve another admin's request, which is then done at once",
  }),
  rejectRequest: endpoint({
    ...decision,
    path: "/admin/approvals/:id/reject",
    summary: "Reject another admin's request, or withdraw one's own",
  }),
};
