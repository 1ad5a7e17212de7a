import { bytesToHex } from "@noble/hashes/utils.js";
import { type Difference, differs } from "../domain/history/difference.ts";
import { type Checkpoint, checkpointLines, parseCheckpointLines } from "../domain/log/checkpoint.ts";
import { listedMemos } from "../domain/memo.ts";
import { type AuditPorts, LISTED_AT_A_TIME, type ListedTransaction, type Node } from "./ports.ts";
import { FalseLog, openServedLog, rootsOf, servesTree, type ServedLog } from "./read-log.ts";

/** What the chain says about the logs of a house. Only `differences` are faults. */
export interface Walked {
  /** Memos with a root that the log has at that size. */
  readonly anchors: number;
  /** Entries that a notary anchored and nobody shows any more, of logs that ended without `close`. */
  readonly lost: number;
  /** Memos that look like a notary's and that somebody else paid for. */
  readonly foreign: number;
  /** Memos that look like a notary's, in transactions that failed. */
  readonly failed: number;
  /** Memos with another root of which this node does not show who paid. */
  readonly hidden: number;
  /** Whether the records name a state that is newer than what the newest log anchored: it cannot be compared yet. */
  readonly isAhead: boolean;
  readonly differences: readonly Difference[];
}

/** A state of the public log that records name. */
interface NamedHead {
  /** Number of entries. */
  readonly row: number;
  /** Hex. */
  readonly hash: string;
}

const RULE = "LOG-13";

/**
 * Walks everything that the notaries of a house wrote to the chain, from its newest log back to its first: each memo that
 * one of them paid for has the root that its log has at that size, and the newest log reaches the newest of them
 * (rule LOG-13). `named` has to be a state of one of these logs, so that what was checked is what is walked.
 *
 * @throws whatever the source or the node throws: what was not read is not checked.
 */
export async function walkLogs(
  ports: AuditPorts,
  newestId: string,
  named: NamedHead | null,
): Promise<Walked> {
  let sum: Walked = {
    anchors: 0,
    lost: 0,
    foreign: 0,
    failed: 0,
    hidden: 0,
    isAhead: false,
    differences: [],
  };
  let isNamed = named === null;
  let isAhead = false;
  let next: ServedLog["open"]["before"] = null;
  const seen = new Set<string>();
  try {
    for (let id = newestId; !seen.has(id); id = idOf(next.origin)) {
      seen.add(id);
      const walked: WalkedLog | null = await walkLog(ports, id, { next, named, isNewest: id === newestId });
      // Nothing of it is anchored yet, or nothing of it is there any more.
      if (walked === null) return { ...sum, lost: sum.lost + (next?.size ?? 0), isAhead: !isNamed };
      isNamed ||= walked.hasNamed;
      isAhead ||= id === newestId && named !== null && named.row > walked.size;
      sum = add(sum, walked);
      next = walked.before;
      if (next === null) break;
    }
  } catch (error) {
    if (!(error instanceof FalseLog)) throw error;
    return withDifference(sum, "the files of a log that its notary signed", error.message);
  }
  if (next !== null) return withDifference(sum, "logs one after the other", `${next.origin} before itself`);
  if (isNamed || isAhead) return { ...sum, isAhead: !isNamed };
  return withDifference(sum, `a log with the root ${named?.hash} at ${named?.row} entries`, "none");
}

const withDifference = (sum: Walked, expected: string, found: string): Walked => ({
  ...sum,
  differences: [...sum.differences, ...differs(RULE, expected, found)],
});

const idOf = (origin: string): string => origin.slice(origin.lastIndexOf("/") + 1);

const add = (sum: Walked, { anchors, lost, foreign, failed, hidden, differences }: WalkedLog): Walked => ({
  ...sum,
  anchors: sum.anchors + anchors,
  lost: sum.lost + lost,
  foreign: sum.foreign + foreign,
  failed: sum.failed + failed,
  hidden: sum.hidden + hidden,
  differences: [...sum.differences, ...differences],
});

interface WalkedLog extends Omit<Walked, "isAhead"> {
  /** Number of entries that it serves. */
  readonly size: number;
  /** Whether the log has the state that the records name. */
  readonly hasNamed: boolean;
  readonly before: ServedLog["open"]["before"];
}

interface LogTerms {
  /** What the log that came next says of this one; null for the newest. */
  readonly next: ServedLog["open"]["before"];
  readonly named: NamedHead | null;
  readonly isNewest: boolean;
}

async function walkLog(
  ports: AuditPorts,
  id: string,
  { next, named, isNewest }: LogTerms,
): Promise<WalkedLog | null> {
  const first = await openServedLog(ports, id);
  if (first === null) return null;
  const { notary } = first.open;
  const { memos, failed } = await listMemos(ports.node, notary);
  // Read after the memos, which it has to reach.
  const log = await openServedLog(ports, id);
  if (log === null) return null;
  const { size, origin } = log.checkpoint;
  const sizes = [size, named?.row ?? 0, next?.size ?? 0, ...memos.map(({ head }) => head.size)];
  const { roots, isClosed } = await rootsOf(ports.source, { id, size }, new Set(sizes));
  const rootAt = (at: number) => bytesToHex(roots.get(at) ?? new Uint8Array());
  const differences: Difference[] = [];
  const compare = (expected: string, found: string) =>
    void differences.push(...differs(RULE, expected, found));
  if (rootAt(size) !== bytesToHex(log.checkpoint.root))
    compare(`entries with the root of the checkpoint of ${origin} at ${size}`, rootAt(size));
  const counts = { anchors: 0, foreign: 0, hidden: 0 };
  let anchored = next?.size ?? 0;
  for (const { head, signature, slot } of memos) {
    let hasRoot = head.origin === origin && rootAt(head.size) === bytesToHex(head.root);
    const payer = hasRoot ? null : await ports.node.payerOf(signature);
    // The server may not have seen yet that its newest memo is final: then it serves the entries, and no checkpoint.
    if (payer === notary && head.origin === origin && head.size > size)
      hasRoot = await servesTree(ports.source, id, head);
    if (hasRoot) counts.anchors += 1;
    else if (payer === null) counts.hidden += 1;
    else if (payer !== notary) counts.foreign += 1;
    else if (head.origin !== origin || head.size <= size || isNewest || isClosed)
      compare(
        `the root of ${origin} at ${head.size}, ${rootAt(head.size) || "not served"}`,
        `${checkpointLines(head)} in slot ${slot}, ${signature}`,
      );
    if (hasRoot || payer === notary) anchored = Math.max(anchored, head.size);
  }
  if (next !== null && next.size <= size && rootAt(next.size) !== next.root)
    compare(`the root of ${origin} at ${next.size}, ${rootAt(next.size)}`, next.root);
  return {
    ...counts,
    size,
    failed,
    lost: isNewest || isClosed ? 0 : Math.max(0, anchored - size),
    differences,
    hasNamed: named !== null && rootAt(named.row) === named.hash,
    before: log.open.before,
  };
}

interface CheckpointMemo extends Pick<ListedTransaction, "signature" | "slot"> {
  readonly head: Checkpoint;
}

/** Everything that names the notary and looks like its memo, whoever paid for it. */
async function listMemos(
  node: Node,
  notary: string,
): Promise<{ readonly memos: readonly CheckpointMemo[]; readonly failed: number }> {
  const memos: CheckpointMemo[] = [];
  let failed = 0;
  for (let before: string | null = null; ;) {
    const page: readonly ListedTransaction[] = await node.listTransactions(notary, before);
    for (const { signature, slot, hasFailed, memo } of page) {
      const heads = listedMemos(memo)
        .map(parseCheckpointLines)
        .filter((head) => head !== null);
      if (hasFailed) failed += heads.length;
      else memos.push(...heads.map((head) => ({ head, signature, slot })));
    }
    const last = page.at(-1);
    if (page.length < LISTED_AT_A_TIME || last === undefined) return { memos, failed };
    before = last.signature;
  }
}
