import * as z from "zod/mini";
import { houseWalletKinds } from "../../domain/ledger.ts";
import { hex64, instant, lamportsText, signature, slot, text, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const liabilityTree = z.object({
  at: instant,
  root: hex64,
  total: lamportsText,
  count: z.int(),
  slot,
  holdings: z.array(
    z.object({
      kind: z.enum(houseWalletKinds),
      address: wallet,
      lamports: lamportsText,
      /** Signature of the text `furlong:1:holdings …`; null if the wallet did not sign. */
      signature: z.nullable(signature),
    }),
  ),
  /** Signature of its memo's transaction, once that is final; null for a tree that is not on the chain. */
  anchor: z.nullable(signature),
});

const ownLeaves = z.object({
  tree: liabilityTree,
  /** Empty if nothing was owed to the caller. */
  leaves: z.array(
    z.object({
      account: text(200),
      lamports: lamportsText,
      salt: hex64,
      /** Place of the leaf, from 0. */
      index: z.int(),
      path: z.array(z.object({ hash: hex64, sum: lamportsText })),
    }),
  ),
});

export const liabilities = {
  getLiabilities: endpoint({
    method: "GET",
    path: "/liabilities",
    access: "public",
    summary:
      "What the house owes: root, total and number of accounts of the newest tree, and of the newest on the chain",
    reply: z.object({ newest: z.nullable(liabilityTree), anchored: z.nullable(liabilityTree) }),
  }),
  getLiabilityProof: endpoint({
    method: "GET",
    path: "/liabilities/proof",
    access: "player",
    claims: ["header"],
    summary: "The proof that what the caller is owed is counted in those totals",
    reply: z.object({ newest: z.nullable(ownLeaves), anchored: z.nullable(ownLeaves) }),
    perMinute: 30,
  }),
  requestLiabilities: endpoint({
    method: "POST",
    path: "/liabilities/request",
    access: "player",
    claims: ["header"],
    summary: "Request a newer tree; there is at most one per minute",
    reply: z.object({ dueAt: instant }),
    perMinute: 10,
  }),
};
