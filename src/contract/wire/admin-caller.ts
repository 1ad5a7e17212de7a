import * as z from "zod/mini";
import { wallet } from "./codecs.ts";

/** How admin calls name their caller: in the query of reads and deletions, in the body of writes. */
export const adminQuery = { walletAddress: z.optional(wallet), adminWallet: z.optional(wallet) };
export const adminReadClaims = ["header", "query.walletAddress", "query.adminWallet"] as const;

export const adminBody = { adminWallet: wallet };
export const adminWriteClaims = ["header", "body.adminWallet"] as const;
