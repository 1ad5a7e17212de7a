import * as z from "zod/mini";
import { base64 } from "../wire/codecs.ts";

export type TransactionVersion = "legacy" | 0 | 1;

/** Which version of transactions the wallet signs (rule BET-28). */
export const transactionVersion = z.literal(["legacy", 0, 1], { error: "must be legacy, 0 or 1" });

/** The largest transaction, one of version 1, has 4096 bytes. */
export const signedTransaction = base64(5464);
