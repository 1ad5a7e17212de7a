import type { Params } from "./params.ts";
import { invalidParams } from "./rpc-error.ts";

/** How many parameters a call takes: at least, at most. */
const counts = new Map<string, readonly [least: number, most: number]>([
  ["getHealth", [0, 0]],
  ["getVersion", [0, 0]],
  ["getGenesisHash", [0, 0]],
  ["getAgGenesisCert", [0, 0]],
  ["getIdentity", [0, 0]],
  ["getFirstAvailableBlock", [0, 0]],
  ["minimumLedgerSlot", [0, 0]],
  ["getEpochSchedule", [0, 0]],
  ["slotSubscribe", [0, 0]],
  ["rootSubscribe", [0, 0]],
  ["getSlot", [0, 1]],
  ["getSlotLeader", [0, 1]],
  ["getBlockHeight", [0, 1]],
  ["getLatestBlockhash", [0, 1]],
  ["getEpochInfo", [0, 1]],
  ["getTransactionCount", [0, 1]],
  ["getRecentPrioritizationFees", [0, 1]],
  ["getBlocks", [1, 3]],
  ["getBlocksWithLimit", [2, 3]],
  ["requestAirdrop", [2, 3]],
  ["isBlockhashValid", [1, 2]],
  ["getBalance", [1, 2]],
  ["getAccountInfo", [1, 2]],
  ["getMultipleAccounts", [1, 2]],
  ["getMinimumBalanceForRentExemption", [1, 2]],
  ["getBlock", [1, 2]],
  ["getTransaction", [1, 2]],
  ["getSignatureStatuses", [1, 2]],
  ["getSignaturesForAddress", [1, 2]],
  ["getFeeForMessage", [1, 2]],
  ["sendTransaction", [1, 2]],
  ["simulateTransaction", [1, 2]],
  ["signatureSubscribe", [1, 2]],
  ["accountSubscribe", [1, 2]],
  ["logsSubscribe", [1, 2]],
]);

/** Refuses too few and too many parameters, in a node's words. */
export function checkParamCount(method: string, { length, ...params }: Params): void {
  if (method === "getBlockTime" && length < 1) {
    throw invalidParams(`Invalid params: invalid length ${length}, expected a tuple of size 1.`);
  }
  const [least, most] = counts.get(method) ?? [0, Infinity];
  if (length < least) throw invalidParams(`\`params\` should have at least ${least} argument(s)`);
  if (length <= most) return;
  if (most === 0) {
    throw invalidParams(
      "Invalid parameters: No parameters were expected",
      JSON.stringify(Object.values(params)),
    );
  }
  throw invalidParams(
    `Invalid parameters: Expected from ${least} to ${most} parameters.`,
    `"Got: ${length}"`,
  );
}
