import type { HouseWallet } from "../../../domain/ledger.ts";
import type { AddressSignature, Chain } from "../../foundation/ports.ts";

export interface ListPorts {
  readonly chain: Pick<Chain, "signaturesFor">;
  /** Signatures requested at once; nodes return a thousand at most. */
  readonly pageSize?: number;
  /** How many unread signatures of a wallet are held in memory. */
  readonly maxWaiting?: number;
}

/** Enough for what comes between two rounds on most days, and for the place listed before it. */
const FIRST_PAGE_SIZE = 50;
const PAGE_SIZE = 1_000;
/** Bounds what a flood of transactions can add to a round (rule DUST-1). */
const PAGES_A_ROUND = 5;
const MAX_WAITING = 10_000;
/** More is listed when less than a tenth of that still waits. */
const LOW_SHARE = 10;

interface WaitingSignature extends AddressSignature {
  /** What came before it; the cursor stays there until it is read. Null where the history begins. */
  readonly after: string | null;
}

/**
 * What is unread of a wallet's history. The oldest of it is held in memory, up to a limit; the rest is counted and
 * listed again later. Failed transactions bring nothing and are left out (rule DUST-2).
 */
export interface UnreadHistory extends HouseWallet {
  /**
   * The newest signature up to which all was read or skipped, as stored; null where the history begins, undefined while
   * nothing is stored.
   */
  cursor: string | null | undefined;
  /** The newest signature that was listed; null before any. */
  listed: AddressSignature | null;
  /** Unread, oldest first, without a gap from the cursor to `coveredTo`. */
  readonly waiting: Map<string, WaitingSignature>;
  coveredTo: string | null;
  /** Unread signatures after `coveredTo`: more than memory holds. */
  beyond: number;
  /**
   * Listed, newest first, after `asOf`, up to where other nodes may not have come, or by a node that does not show the
   * place listed before: they are read, but do not move the cursor.
   */
  unplaced: Map<string, AddressSignature>;
  catchUp: CatchUp | null;
  /** A slot that the latest listing has reached: it shows all that landed by then. */
  asOf: bigint;
  /** Whether the latest listing left nothing out. */
  isComplete: boolean;
  /** Whether what waits begins at the cursor, which otherwise stays where it is. */
  isAnchored: boolean;
}

/** A listing of what is between `coveredTo` and `listed`, newest first, that takes several rounds. */
interface CatchUp {
  before: string;
  /** Newest first; only the oldest are held. */
  unread: AddressSignature[];
  dropped: number;
}

export const unreadHistory = (wallet: HouseWallet, cursor: string | null | undefined): UnreadHistory => ({
  ...wallet,
  cursor,
  listed: null,
  waiting: new Map(),
  coveredTo: cursor ?? null,
  beyond: 0,
  unplaced: new Map(),
  catchUp: null,
  asOf: -1n,
  isComplete: false,
  isAnchored: false,
});

const bySignature = (list: readonly AddressSignature[]) => new Map(list.map((one) => [one.signature, one]));

/** Number of unread signatures of a wallet that are known of. */
export const unreadCount = ({ waiting, unplaced, beyond, catchUp }: UnreadHistory): number =>
  waiting.size + unplaced.size + beyond + (catchUp ? catchUp.unread.length + catchUp.dropped : 0);

/** Slot up to which everything is read; -1 when that is not certain. */
export function readUpTo({ isComplete, waiting, beyond, catchUp, asOf }: UnreadHistory): bigint {
  const [oldest] = waiting.values();
  if (!isComplete) return -1n;
  if (oldest) return oldest.slot - 1n;
  return catchUp || beyond > 0 ? -1n : asOf;
}

/**
 * Lists what came since the last round, and continues a listing that has not reached the cursor yet: a bounded number
 * of pages, however much came (rule DUST-1). Answers what it saw, newest first, without what failed or is done.
 */
export async function listUnread(
  ports: ListPorts,
  history: UnreadHistory,
  { asOf, isDone }: { readonly asOf: bigint; readonly isDone: (one: AddressSignature) => boolean },
): Promise<readonly AddressSignature[]> {
  const isUnread = (one: AddressSignature) => one.error === null && !isDone(one);
  const listing = { asOf, isUnread, maxWaiting: ports.maxWaiting ?? MAX_WAITING };
  const isFirst = history.listed === null;
  const until = history.listed?.signature ?? history.cursor ?? null;
  const { page, end } = await readPages(ports, history, { asOf, until });
  const seen = page.filter(isUnread);
  history.asOf = asOf;
  history.unplaced = bySignature(seen.filter(({ slot }) => slot > asOf));
  if (isFirst) beginListing(history, { page, end, ...listing });
  else continueListing(history, { page, end, ...listing });
  if (!history.catchUp && history.beyond > 0 && history.waiting.size * LOW_SHARE < listing.maxWaiting)
    refill(history, listing);
  if (!history.catchUp) return seen;
  const { before } = history.catchUp;
  const older = await readPages(ports, history, { asOf, until: history.coveredTo, before });
  continueCatchUp(history, { ...older, ...listing });
  return [...seen, ...older.page.filter(isUnread)];
}

interface Pages {
  /** Newest first. */
  readonly page: readonly AddressSignature[];
  readonly end: End;
}

interface Listing extends Pages {
  readonly asOf: bigint;
  readonly isUnread: (one: AddressSignature) => boolean;
  readonly maxWaiting: number;
}

function beginListing(history: UnreadHistory, { page, end, asOf, isUnread }: Listing): void {
  const placed = page.filter(({ slot }) => slot <= asOf);
  const last = placed.at(-1);
  history.listed = placed[0] ?? null;
  history.isComplete = end === "reached";
  // Without a place that the node shows, what came before is not known to be read.
  history.isAnchored = history.cursor !== undefined && end !== "gone";
  if (end !== "more") addWaiting(history, placed.toReversed(), isUnread);
  else if (last) history.catchUp = { before: last.signature, unread: placed.filter(isUnread), dropped: 0 };
}

function continueListing(history: UnreadHistory, { page, end, asOf, isUnread, maxWaiting }: Listing): void {
  // This node does not show what was listed before, so that it may leave out more.
  if (end === "gone") {
    history.isComplete = false;
    history.unplaced = bySignature(page.filter(isUnread));
    return;
  }
  history.isComplete = history.isAnchored || history.cursor === undefined;
  const placed = page.filter(({ slot }) => slot <= asOf);
  // All of it landed after that slot: the next round lists it, and what is between.
  if (end !== "reached" && placed.length === 0) {
    history.isComplete = false;
    return;
  }
  history.listed = placed[0] ?? history.listed;
  const isFull = history.catchUp !== null || history.beyond > 0 || history.waiting.size >= maxWaiting;
  if (end === "more") history.beyond += Math.max(1, placed.filter(isUnread).length);
  else if (isFull) history.beyond += placed.filter(isUnread).length;
  else addWaiting(history, placed.toReversed(), isUnread);
}

function refill(history: UnreadHistory, { isUnread }: Pick<Listing, "isUnread">): void {
  const { listed } = history;
  if (!listed) return;
  history.catchUp = { before: listed.signature, unread: isUnread(listed) ? [listed] : [], dropped: 0 };
  history.beyond = 0;
}

function continueCatchUp(history: UnreadHistory, { page, end, isUnread, maxWaiting }: Listing): void {
  const { catchUp } = history;
  if (!catchUp) return;
  catchUp.before = page.at(-1)?.signature ?? catchUp.before;
  catchUp.unread.push(...page.filter(isUnread));
  catchUp.dropped += catchUp.unread.splice(0, Math.max(0, catchUp.unread.length - maxWaiting)).length;
  if (end === "more") return;
  history.catchUp = null;
  history.isComplete = end === "reached";
  history.isAnchored &&= end === "reached";
  addWaiting(history, catchUp.unread.toReversed(), isUnread);
  history.beyond += catchUp.dropped;
  if (history.beyond === 0 && history.listed) history.coveredTo = history.listed.signature;
}

function addWaiting(
  history: UnreadHistory,
  oldestFirst: readonly AddressSignature[],
  isUnread: (one: AddressSignature) => boolean,
): void {
  for (const one of oldestFirst) {
    if (isUnread(one)) history.waiting.set(one.signature, { ...one, after: history.coveredTo });
    history.coveredTo = one.signature;
  }
}

/**
 * `reached`: back to `until`. `more`: the round's pages were not enough. `gone`: the node does not show `until`, since
 * it has forgotten old signatures and shows only the newest; moving the cursor over the gap would lose what is in it
 * (rule BET-7).
 */
type End = "reached" | "more" | "gone";

async function readPages(
  { chain, pageSize = PAGE_SIZE }: ListPorts,
  { address }: HouseWallet,
  { asOf, until, before }: { readonly asOf: bigint; readonly until: string | null; readonly before?: string },
): Promise<Pages> {
  const page: AddressSignature[] = [];
  for (let pages = 0; pages < PAGES_A_ROUND; pages += 1) {
    const limit = pages === 0 && before === undefined ? Math.min(FIRST_PAGE_SIZE, pageSize) : pageSize;
    const start = page.at(-1)?.signature ?? before;
    const next = await chain.signaturesFor(address, {
      asOf,
      limit,
      ...(start !== undefined && { before: start }),
    });
    const place = next.findIndex(({ signature }) => signature === until);
    page.push(...(place === -1 ? next : next.slice(0, place)));
    if (place !== -1) return { page, end: "reached" };
    if (next.length < limit) return { page, end: until === null ? "reached" : "gone" };
  }
  return { page, end: "more" };
}
