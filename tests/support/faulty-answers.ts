import type { NodeMood } from "./faulty-nodes.ts";

interface Call {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A node that has stopped advancing: the answers it gave when it was first asked. */
export interface Standstill {
  readonly answers: Map<string, string>;
  readonly slot: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a node's answer has a different shape for each method
type Answered = any;

const NEVER = "1111111111111111111111111111111111111111111";

/**
 * A faulty node's answer to a call, derived from that of a sound one. A lagging node stands still: it knows of nothing
 * after `standstill`. A lying node always gives the worst answer.
 */
export function faultyAnswer(
  mood: NodeMood,
  {
    call,
    answer,
    standstill,
  }: { readonly call: Call; readonly answer: string; readonly standstill: Standstill },
): string {
  const read = JSON.parse(answer) as { result?: Answered };
  const isFaulty = mood === "lying" || mood === "lagging";
  if (!isFaulty || read.result === undefined) return answer;
  const result = mood === "lying" ? lie(call, read.result) : stale(call, read.result, standstill);
  return JSON.stringify(
    result === BEHIND
      ? {
          jsonrpc: "2.0",
          id: call.id,
          error: { code: -32016, message: "Minimum context slot has not been reached" },
        }
      : { ...read, result },
  );
}

const BEHIND = Symbol("behind");

function lie({ method }: Call, result: Answered): unknown {
  switch (method) {
    case "getSlot":
      return result + 1_000_000;
    case "getEpochInfo":
      return {
        ...result,
        absoluteSlot: result.absoluteSlot + 1_000_000,
        blockHeight: result.blockHeight + 1_000_000,
      };
    case "getLatestBlockhash":
      return { ...result, value: { ...result.value, blockhash: `1${result.value.blockhash.slice(1)}` } };
    case "isBlockhashValid":
      return { ...result, value: !result.value };
    case "getBalance":
      return { ...result, value: result.value * 1_000 + 1 };
    case "getMultipleAccounts":
      return {
        ...result,
        value: result.value.map(
          (account: Answered) => account && { ...account, lamports: account.lamports + 7 },
        ),
      };
    case "getSignatureStatuses":
      return {
        ...result,
        value: result.value.map((status: unknown) =>
          status === null
            ? {
                slot: 5,
                confirmations: null,
                err: null,
                status: { Ok: null },
                confirmationStatus: "finalized",
              }
            : null,
        ),
      };
    case "getTransaction":
      return null;
    case "getSignaturesForAddress":
      return result.slice(-1);
    case "getBlock":
      return { ...result, blockhash: `1${result.blockhash.slice(1)}` };
    case "sendTransaction":
      return result;
    case "getRecentPrioritizationFees":
      return [{ slot: 1, prioritizationFee: 10 ** 12 }];
    default:
      return result;
  }
}

function stale({ method, params = [] }: Call, result: Answered, { answers, slot }: Standstill): unknown {
  const [, options] = params as readonly [unknown, { minContextSlot?: number } | undefined];
  if ((options?.minContextSlot ?? 0) > slot) return BEHIND;
  switch (method) {
    case "getTransaction":
      return result !== null && result.slot > slot ? null : result;
    case "getSignatureStatuses":
      return {
        context: { ...result.context, slot },
        value: result.value.map((status: { slot: number } | null) =>
          status && status.slot > slot ? null : status,
        ),
      };
    case "getSignaturesForAddress":
      return result.filter((entry: { slot: number }) => entry.slot <= slot);
    case "getBlocksWithLimit":
      return result.filter((block: number) => block <= slot);
    case "getBlock":
      return result;
    case "isBlockhashValid":
      return { ...result, value: params[0] === NEVER };
    case "sendTransaction":
      return result;
    default: {
      const key = JSON.stringify([method, params]);
      const before = answers.get(key);
      if (before !== undefined) return JSON.parse(before);
      answers.set(key, JSON.stringify(result));
      return result;
    }
  }
}
