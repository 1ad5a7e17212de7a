import * as z from "zod/mini";
import { adminWriteClaims } from "../wire/admin-caller.ts";
import { instant, lamportsText, text, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { MASTER_PASSWORDS_PER_MINUTE, withMasterPassword } from "../wire/master-password.ts";

export const solvency = {
  getSolvency: endpoint({
    method: "GET",
    path: "/solvency",
    access: "public",
    summary: "What the house owes and what it holds on chain, by kind, in lamport strings",
    reply: z.object({
      at: instant,
      liabilities: z.array(z.object({ kind: z.string(), lamports: lamportsText })),
      /** House equity by the books; not owed to anyone. */
      equity: lamportsText,
      holdings: z.array(z.object({ kind: z.string(), address: wallet, lamports: lamportsText })),
      /** Sent but not yet final, and seen but not yet booked. */
      outboundInFlight: lamportsText,
      inboundPending: lamportsText,
      totalLiabilities: lamportsText,
      totalHoldings: lamportsText,
      /** Holdings + inbound − outbound − liabilities − equity; zero when the books and the chain agree. */
      difference: lamportsText,
      /** A difference was found: nothing leaves the house until an admin has looked into it. */
      paymentsHalted: z.boolean(),
    }),
  }),
  resumePayments: endpoint({
    method: "POST",
    path: "/house-wallet/resume-payments",
    access: "house",
    stepUp: true,
    claims: adminWriteClaims,
    summary:
      "Resume payments after a halt: when books and chain agree, or with a reason, in which case house equity takes the difference",
    body: z.object({ ...withMasterPassword, reason: z.optional(z.nullable(text(500))) }),
    reply: z.object({ paymentsHalted: z.boolean() }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
};
