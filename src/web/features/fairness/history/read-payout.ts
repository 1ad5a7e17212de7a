import * as z from "zod/mini";
import { compare, type Finding } from "../verifier/finding.ts";
import { absent, answerOf, type AskNode, missing } from "../verifier/node-answers.ts";

const SYSTEM_PROGRAM = "11111111111111111111111111111111";

const instructions = z.array(z.object({ programId: z.string(), parsed: z.optional(z.unknown()) }));
const transaction = z.nullable(
  z.object({
    meta: z.nullable(
      z.object({
        err: z.unknown(),
        innerInstructions: z.optional(z.nullable(z.array(z.object({ instructions })))),
      }),
    ),
    transaction: z.object({ message: z.object({ instructions }) }),
  }),
);
const transfer = z.object({
  type: z.literal("transfer"),
  info: z.object({ destination: z.string(), lamports: z.union([z.number(), z.bigint()]) }),
});

interface Payout {
  readonly lamports: bigint;
  readonly wallet: string | null;
  readonly signature: string | null;
}

/** Checks that the transaction of a payout transferred what was won to the player's wallet (rule MONEY-10). */
export async function comparePayout(ask: AskNode, payout: Payout): Promise<Finding> {
  const { lamports, wallet, signature } = payout;
  if (signature === null || wallet === null) return absent;
  const found = await answerOf(ask, transaction, "getTransaction", signature, {
    commitment: "finalized",
    encoding: "jsonParsed",
    maxSupportedTransactionVersion: 1,
  });
  if (found === null) return missing;
  const { meta } = found;
  if (meta === null || meta.err !== null) return compare(`${lamports} to ${wallet}`, "–");
  const inner = meta.innerInstructions?.flatMap((of) => of.instructions) ?? [];
  const transfers = [...found.transaction.message.instructions, ...inner]
    .filter(({ programId }) => programId === SYSTEM_PROGRAM)
    .flatMap(({ parsed }) => transfer.safeParse(parsed).data ?? [])
    .map(({ info }) => `${info.lamports} to ${info.destination}`);
  const said = `${lamports} to ${wallet}`;
  return transfers.includes(said) ? { state: "checked" } : compare(said, transfers.join(", ") || "–");
}
