import { bytesToHex } from "@noble/hashes/utils.js";
import { and, desc, eq } from "drizzle-orm";
import { parseCheckpointLines } from "../../../domain/log/checkpoint.ts";
import { listedMemos } from "../../../domain/memo.ts";
import { AGREEING_NODES, historyNodesOf } from "../chain/search-landings.ts";
import type { Db } from "../db/database.ts";
import { notaryMemos } from "../db/schema/public-log.ts";
import { type AddressSignature, type Chain, ChainUnavailable, type HistoryNode } from "../ports.ts";
import { type LogRow, readLog } from "./read-log.ts";
import { rootAt } from "./root-at.ts";

/** A head that the notary wrote to the chain. */
export interface AnchoredHead {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  readonly slot: bigint;
}

/** How a stored log stands to what its notary wrote to the chain. */
export type Comparison =
  | { readonly type: "continues" }
  /** The chain has this head, and the log neither has it nor can come to it: entries were lost. */
  | { readonly type: "differs"; readonly head: AnchoredHead };

/** By node, signatures that others paid for, as it says: a walk that fails does not begin with them again. */
export type Strangers = WeakMap<HistoryNode, Set<string>>;

interface Ports {
  readonly db: Db;
  readonly chain: Chain;
  readonly strangers?: Strangers;
}

const PAGE_SIZE = 1_000;
/** Transactions asked of a node at once: strangers can make many look like ours. */
const ASKED_AT_ONCE = 8;

/**
 * Compares a log with the final memos of its notary, back to the newest that this database knows (rule LOG-11). Others
 * may write memos that mention the notary: only those that it paid for count.
 *
 * Of several nodes two must show all of it, and a head that one of them shows counts once another has its transaction, too.
 *
 * @throws ChainUnavailable when too few nodes answer and show what is known: that is no difference.
 */
export async function compareWithChain(
  { db, chain, strangers = new WeakMap() }: Ports,
  log: LogRow,
): Promise<Comparison> {
  const [known] = await db
    .select()
    .from(notaryMemos)
    .where(and(eq(notaryMemos.log, log.id), eq(notaryMemos.outcome, "landed")))
    .orderBy(desc(notaryMemos.slot), desc(notaryMemos.size))
    .limit(1);
  const { slot: asOf } = await chain.tip();
  const nodes = historyNodesOf(chain);
  const walks = await Promise.allSettled(
    nodes.map((node) => {
      const foreign = strangers.get(node) ?? new Set();
      strangers.set(node, foreign);
      return readUnknownHeads({ db, chain, node, log, asOf, until: known?.signature ?? null, foreign });
    }),
  );
  const heads = walks.flatMap((walk) => (walk.status === "fulfilled" ? [walk.value] : []));
  const failures = walks.flatMap((walk) => (walk.status === "rejected" ? [walk.reason as unknown] : []));
  const bug = failures.find((reason) => !(reason instanceof ChainUnavailable));
  if (bug !== undefined || heads.length < Math.min(AGREEING_NODES, nodes.length)) throw bug ?? failures[0];
  const [head] = heads.flat().toSorted((one, other) => other.size - one.size);
  return head === undefined ? { type: "continues" } : { type: "differs", head };
}

interface Walk {
  readonly db: Db;
  /** All nodes together. */
  readonly chain: Chain;
  readonly node: HistoryNode;
  readonly log: LogRow;
  readonly asOf: bigint;
  /** The newest memo that is known; null if none is, and the walk goes to the beginning. */
  readonly until: string | null;
  /** What others paid for. */
  readonly foreign: Set<string>;
}

/** The notary's heads, newer than the known one, that the log does not have. */
async function readUnknownHeads(walk: Walk): Promise<readonly AnchoredHead[]> {
  const { node, log, asOf, until } = walk;
  const heads: AnchoredHead[] = [];
  for (let before: string | null = null; ;) {
    const page: readonly AddressSignature[] = await node.signaturesFor(log.notary, {
      asOf,
      limit: PAGE_SIZE,
      ...(before !== null && { before }),
    });
    const end = page.findIndex(({ signature }) => signature === until);
    const listed = (end < 0 ? page : page.slice(0, end)).flatMap((entry) => headIn(entry, walk));
    for (let at = 0; at < listed.length; at += ASKED_AT_ONCE) {
      const found = await Promise.all(
        listed.slice(at, at + ASKED_AT_ONCE).map((head) => readUnknown(walk, head)),
      );
      heads.push(...found.flat());
    }
    if (end >= 0) return heads;
    const last = page.at(-1);
    if (page.length < PAGE_SIZE || last === undefined) {
      if (until === null) return heads;
      throw new ChainUnavailable(`the node does not show ${until}`);
    }
    before = last.signature;
  }
}

interface ListedHead extends AnchoredHead {
  readonly signature: string;
}

/** The head that a listed transaction writes, unless somebody else is known to have paid for it. */
function headIn(
  { signature, slot, error, memo }: AddressSignature,
  { log, foreign }: Walk,
): readonly ListedHead[] {
  const [text = "", ...others] = error === null ? listedMemos(memo) : [];
  const checkpoint = others.length === 0 ? parseCheckpointLines(text) : null;
  if (checkpoint === null || checkpoint.origin !== log.origin || foreign.has(signature)) return [];
  return [{ signature, slot, size: checkpoint.size, root: bytesToHex(checkpoint.root) }];
}

/** The head, if the notary paid for it and the log does not have it. */
async function readUnknown(
  { db, chain, node, log, foreign }: Walk,
  { signature, ...head }: ListedHead,
): Promise<readonly AnchoredHead[]> {
  const transaction = await node.transaction(signature);
  if (transaction === null) throw new ChainUnavailable(`the node does not show ${signature}`);
  if (transaction.accounts[0] !== log.notary) {
    foreign.add(signature);
    return [];
  }
  // Read now: whoever leads meanwhile may have anchored what the log did not have when the walk began.
  if ((await rootAt(db, await readLog(db, log.id), head.size)) === head.root) return [];
  // A single node could have made it up, and the log would end as lost for good.
  const confirmed = await chain.transaction(signature);
  if (confirmed?.accounts[0] !== log.notary) throw new ChainUnavailable(`only one node shows ${signature}`);
  return [head];
}
