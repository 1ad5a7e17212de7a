import * as z from "zod/mini";
import { compare, type Finding } from "./finding.ts";

/** Sends a request to a node; throws when it does not answer or refuses. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Both deployed versions of the memo program. */
const MEMO_PROGRAMS: readonly string[] = [
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
];

const transaction = z.nullable(
  z.object({
    slot: z.int(),
    meta: z.nullable(z.object({ err: z.unknown() })),
    transaction: z.object({
      message: z.object({
        accountKeys: z.array(z.object({ pubkey: z.string() })),
        instructions: z.array(z.object({ programId: z.string(), parsed: z.optional(z.unknown()) })),
      }),
    }),
  }),
);
/** The node's answer does not have the form of Solana's. */
export class StrangeAnswer extends Error {
  override readonly name = "StrangeAnswer";
}

export const absent: Finding = { state: "absent" };
export const missing: Finding = { state: "missing" };
export const pending: Finding = { state: "pending" };

export async function answerOf<Schema extends z.ZodMiniType>(
  ask: AskNode,
  schema: Schema,
  method: string,
  ...params: readonly unknown[]
): Promise<z.output<Schema>> {
  const read = schema.safeParse(await ask(method, params));
  if (!read.success) throw new StrangeAnswer(`${method}: ${read.error.issues[0]?.path.join(".") ?? ""}?`);
  return read.data;
}

export interface Memo {
  readonly slot: number;
  /** The wallet that paid the fee, and so signed the transaction. */
  readonly payer: string;
  readonly texts: readonly string[];
}

/** The memos of a transaction, none for a failed one; null if the node has no transaction with that signature. */
export async function memoOf(ask: AskNode, signature: string): Promise<Memo | null> {
  const found = await answerOf(ask, transaction, "getTransaction", signature, {
    commitment: "finalized",
    encoding: "jsonParsed",
    maxSupportedTransactionVersion: 1,
  });
  if (found === null) return null;
  const hasFailed = found.meta === null || found.meta.err !== null;
  const texts = (hasFailed ? [] : found.transaction.message.instructions)
    .filter(({ programId }) => MEMO_PROGRAMS.includes(programId))
    .map(({ parsed }) => (typeof parsed === "string" ? parsed : "–"));
  return { slot: found.slot, payer: found.transaction.message.accountKeys[0]?.pubkey ?? "", texts };
}

/** Whether a transaction carries the memo that it should. */
export function compareWith(said: string, memo: Memo | null): Finding {
  if (memo === null) return missing;
  return memo.texts.includes(said) ? { state: "checked" } : compare(said, memo.texts.join(" ") || "–");
}
