import * as z from "zod/mini";
import { LISTED_AT_A_TIME, type ListedTransaction, type Node } from "../../../../auditor/ports.ts";
import { walkLogs } from "../../../../auditor/walk-log.ts";
import { faultsOf } from "../../../../domain/history/fault.ts";
import type { LogFiles } from "../export-run/export-source.ts";
import { type AskNode, answerOf, memoOf } from "../verifier/node-answers.ts";
import { verifySignature } from "../verify-signature.ts";
import { type CheckedHistory, withFaults } from "./checked-history.ts";

interface WalkPorts {
  readonly source: LogFiles;
  readonly ask: AskNode;
}

/**
 * Walks everything that the notaries of the public log wrote to the chain: it has to be this log, the one that the
 * records are from (rule LOG-13).
 */
export async function walkNotaries(
  check: CheckedHistory,
  { source, ask }: WalkPorts,
): Promise<CheckedHistory> {
  const id = await source.newestLog();
  if (id === null) return check;
  const ports = { source: { readFile: source.logFile }, node: nodeOf(ask), verify: verifySignature };
  const { row, hash } = check.state.rules.head;
  const { differences, ...walked } = await walkLogs(ports, id, row === 0 ? null : { row, hash });
  const faults = faultsOf(differences, { seq: null, race: null });
  return withFaults({ ...check, chain: { ...check.chain, walked } }, faults);
}

const listed = z.array(
  z.object({
    signature: z.string(),
    slot: z.int(),
    err: z.unknown(),
    memo: z.nullable(z.string()),
  }),
);

const nodeOf = (ask: AskNode): Node => ({
  async listTransactions(address, before) {
    const terms = { commitment: "finalized", limit: LISTED_AT_A_TIME, ...(before !== null && { before }) };
    const found = await answerOf(ask, listed, "getSignaturesForAddress", address, terms);
    return found.map(({ err, ...transaction }): ListedTransaction => ({
      ...transaction,
      hasFailed: err !== null,
    }));
  },
  payerOf: async (signature) => (await memoOf(ask, signature))?.payer ?? null,
});
