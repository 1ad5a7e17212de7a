import { type AddressSignature, type Chain, ChainUnavailable, type HistoryNode } from "../ports.ts";

/** A transaction that a node says it does not know. */
interface SoughtTransaction {
  readonly signature: string;
  /** It can only have landed in a later slot. */
  readonly afterSlot: bigint;
  /** The memo of a house payment, which only one transaction may carry; null for transactions that others signed. */
  readonly memo: string | null;
}

/** `unknown`: no node could prove either. Nothing may be signed again or taken back meanwhile (rule MONEY-11). */
export type Landing = "landed" | "absent" | "unknown";

/** The nodes that a chain is read from. */
export const historyNodesOf = (chain: HistoryNode & Pick<Chain, "historyNodes">): readonly HistoryNode[] =>
  chain.historyNodes?.() ?? [chain];

interface Search {
  /** The wallet whose history shows the transactions. */
  readonly address: string;
  /** A finalized slot by which each of them has landed or expired. */
  readonly asOf: bigint;
  readonly sought: readonly SoughtTransaction[];
  /** Signatures requested at once; nodes return a thousand at most. */
  readonly pageSize?: number;
}

const PAGE_SIZE = 1_000;
/** How many nodes must agree that something did not land, if there are that many. */
export const AGREEING_NODES = 2;

/**
 * Looks for transactions in the history of a wallet (rule MONEY-11). A node that does not know a signature may have
 * been restored from a snapshot, or pruned, so that by itself proves nothing. A transaction is considered not landed
 * when a node has every block since, and its history of the wallet reaches back past that slot and shows neither the
 * signature nor a payment with the memo; of several nodes, two must say so. Answers by signature.
 */
export async function searchLandings(
  nodes: readonly HistoryNode[],
  search: Search,
): Promise<ReadonlyMap<string, Landing>> {
  const answers = await Promise.all(nodes.map((node) => searchNode(node, search)));
  return new Map(
    search.sought.map(({ signature }) => {
      const found = answers.map((answer) => answer.get(signature) ?? "unknown");
      if (found.includes("landed")) return [signature, "landed"];
      const absent = found.filter((landing) => landing === "absent").length;
      return [signature, absent >= Math.min(AGREEING_NODES, nodes.length) ? "absent" : "unknown"];
    }),
  );
}

async function searchNode(
  node: HistoryNode,
  { address, asOf, sought, pageSize = PAGE_SIZE }: Search,
): Promise<ReadonlyMap<string, Landing>> {
  try {
    const firstSlot = await node.firstAvailableBlock();
    const covered = sought.filter(({ afterSlot }) => firstSlot <= afterSlot);
    if (covered.length === 0) return new Map();
    const oldest = covered.reduce((least, { afterSlot }) => (afterSlot < least ? afterSlot : least), asOf);
    const history = await readHistoryBackTo(node, { address, asOf, slot: oldest, pageSize });
    const landings = new Map<string, Landing>();
    for (const one of covered) landings.set(one.signature, await findIn(history, one, { node, address }));
    return landings;
  } catch (error) {
    if (error instanceof ChainUnavailable) return new Map();
    throw error;
  }
}

/** Newest first, up to and including the first transaction at or before the slot, where the node has one. */
async function readHistoryBackTo(
  node: HistoryNode,
  { address, asOf, slot, pageSize }: { address: string; asOf: bigint; slot: bigint; pageSize: number },
): Promise<readonly AddressSignature[]> {
  const history: AddressSignature[] = [];
  for (;;) {
    const before = history.at(-1)?.signature;
    const page = await node.signaturesFor(address, {
      asOf,
      limit: pageSize,
      ...(before !== undefined && { before }),
    });
    history.push(...page);
    const last = page.at(-1);
    if (page.length < pageSize || !last || last.slot <= slot) return history;
  }
}

async function findIn(
  history: readonly AddressSignature[],
  { signature, afterSlot, memo }: SoughtTransaction,
  { node, address }: { node: HistoryNode; address: string },
): Promise<Landing> {
  if (history.some((entry) => entry.signature === signature)) return "landed";
  const written = memo === null ? null : `[${Buffer.byteLength(memo)}] ${memo}`;
  for (const entry of history) {
    if (written === null || entry.memo !== written || entry.error !== null) continue;
    // Anyone can write the memo of a payment and mention the wallet; only the house can make the wallet pay.
    const transaction = await node.transaction(entry.signature);
    if (!transaction) return "unknown";
    if (transaction.accounts[0] === address) return "landed";
  }
  // Behind a load balancer, the history may come from a different node than the first available block did: the history
  // itself must show something older, which every wallet that could pay or was paid before has.
  return history.some(({ slot }) => slot <= afterSlot) ? "absent" : "unknown";
}
