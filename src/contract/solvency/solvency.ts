import * as z from "zod/mini";
import { adminWriteClaims } from "../wire/admin-caller.ts";
import { instant, lamportsText, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/typed-text.ts";
import { MASTER_PASSWORDS_PER_MINUTE, withMasterPassword } from "../wire/master-password.ts";

export const solvency = {
  getSolvency: endpoint({
    method: "GET",
    path: "/solvency",
    access: "public",
    summary: "What the house owes and what it holds on chain, by kind, in lamport strings",
    refuses: ["CHAIN_UNAVAILABLE"],
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
      /** More than the books say, while payments are unread that may explain it. */
      unread: lamportsText,
      /** Holdings + inbound − outbound − unread − liabilities − equity; zero when the books and the chain agree. */
      difference: lamportsText,
      /** A difference was found: nothing leaves the house until an admin has looked into it. */
      paymentsHalted: z.boolean(),
    }),
  }),
  resumePayments: endpoint({
    method: "POST",
    path: "/house-wallet/resume-payments",
    access: "house",
    claims: adminWriteClaims,
    summary:
      "Resume payments after a halt: when books and chain agree, or with a reason, in which case house equity takes the difference",
    refuses: [
      "BOOKS_DIFFER",
      "EQUITY_TOO_LOW",
      "MASTER_PASSWORD_WRONG",
      "HOUSE_NOT_INITIALIZED",
      "CHAIN_UNAVAILABLE",
    ],
    body: z.object({ ...withMasterPassword, reason }),
    reply: z.object({ paymentsHalted: z.boolean() }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
};
