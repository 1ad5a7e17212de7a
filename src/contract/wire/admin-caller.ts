import * as z from "zod/mini";
import { wallet } from "./codecs.ts";

/** How admin calls name their caller: in the query of reads and deletions, in the body of writes. */
export const adminQuery = { walletAddress: z.optional(wallet), adminWallet: z.optional(wallet) };
export const adminReadClaims = ["header", "query.walletAddress", "query.adminWallet"] as const;

/**
 * Part of the reply to an admin's write that can find everything already as asked: false when it changed nothing (rule
 * EFFECT-1).
 */
export const changed = z.boolean();

export const adminBody = { adminWallet: wallet };
export const adminWriteClaims = ["header", "body.adminWallet"] as const;
