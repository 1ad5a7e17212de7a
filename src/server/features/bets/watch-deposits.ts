import { LRUCache } from "lru-cache";
import { type HouseWallet, walletAccount } from "../../../domain/ledger.ts";
import { balanceOf } from "../../foundation/books/ledger.ts";
import { inComfort } from "../../foundation/chain/caller.ts";
import { inParallel } from "../../foundation/in-parallel.ts";
import type { AddressSignature, Chain, Clock } from "../../foundation/ports.ts";
import { type CountPorts, countSignatures, findCountedOrSent, processSignature } from "./count-signatures.ts";
import { moveCursor, readCursors } from "./deposit-cursors.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import {
  type ListPorts,
  listUnread,
  readUpTo,
  unreadCount,
  type UnreadHistory,
  unreadHistory,
} from "./list-unread.ts";

export interface WatchPorts extends CountPorts, Omit<ListPorts, "chain"> {
  readonly clock: Clock;
  readonly chain: Pick<Chain, "slot" | "balance" | "transaction" | "signaturesFor">;
  readonly depositProcessor: Pick<DepositProcessor, "process" | "expected">;
}

const PARALLEL_WALLETS = 8;
/** What nobody waits for is read a few at a time, so that a round ends soon after its time is up. */
const PARALLEL_UNEXPECTED = 4;
/** Transactions of a round that name no expected payment, and how long their reading may take (rule DUST-1). */
const UNEXPECTED_A_ROUND = 64;
const UNEXPECTED_MS = 2_000;
/**
 * Transactions of a round that name an expected payment: what is settled waits for no more than these (rule DUST-1).
 */
export const EXPECTED_A_ROUND = 64;
/** Expected and not yet read, as far as it is remembered; the others wait with what nobody expects. */
const MAX_LATE = 1_000;
const MAX_REMEMBERED = 20_000;

/** How far a round of the watcher got. */
export interface DepositRound {
  /** Every deposit that landed up to this slot is in the books; -1 when that is not certain. */
  readonly completeUpTo: bigint;
}

/** Reads what reached the house's wallets. Rounds may run at the same time as each other. */
export interface DepositReader {
  /** Lists what is new in every wallet's history, and counts at most so many expected payments among it. */
  readonly list: (mostExpected?: number) => Promise<void>;
  /** Counts a bounded number of all others (rule DUST-1); answers how many it tried. */
  readonly readUnexpected: () => Promise<number>;
  /** Counts transactions that a node reported; answers those that need no further attempt. */
  readonly count: (signatures: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Both, once; the answer holds for what was there when it was asked. */
  readonly round: () => Promise<DepositRound>;
  /** What is unread, as far as it is known. */
  readonly backlog: () => DepositBacklog;
}

interface DepositBacklog {
  readonly signatures: number;
  /** How many slots ago the oldest landed; 0 when nothing is unread or nothing is known of it. */
  readonly oldestSlots: number;
}

/**
 * Reads what reached the house's wallets and counts it (rule BET-7): first what names a payment that was prepared and
 * has not arrived, then the rest, oldest first, whatever its memo. Anybody can mention the house's wallets for the fee
 * of a transaction, so all are read in bounded rounds, and everything but expected payments with the priority of calls
 * that can wait (rule DUST-1).
 *
 * A wallet's cursor moves only over transactions that were read or have failed. What else is held in memory only saves
 * time, since counting twice is impossible (rule BET-3).
 */
export function depositReader(ports: WatchPorts): DepositReader {
  const { db, chain, clock, houseAddresses, depositProcessor } = ports;
  const histories = new Map<string, UnreadHistory>();
  const done = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  /** Could not be read; tried again when all others were. */
  const tried = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const isDone = ({ signature }: Pick<AddressSignature, "signature">) => done.has(signature);
  /** Named expected payments when a round had read enough of them; the next one begins with these. */
  let late = new Map<string, AddressSignature>();

  const noteDone = (signature: string) => {
    done.set(signature, true);
    for (const { waiting, unplaced } of histories.values()) {
      waiting.delete(signature);
      unplaced.delete(signature);
    }
  };

  async function openHistories(): Promise<readonly UnreadHistory[]> {
    const house = await houseAddresses.refresh();
    // After the wallets: a restore stores both at once.
    const cursors = await readCursors(db);
    for (const [address, kind] of house) {
      const known = histories.get(address);
      // Another process may have stored it, or read further.
      const isStale = known?.cursor === undefined && cursors.has(address);
      if (!known || isStale) histories.set(address, unreadHistory({ address, kind }, cursors.get(address)));
    }
    for (const address of histories.keys()) if (!house.has(address)) histories.delete(address);
    return [...histories.values()];
  }

  async function list(mostExpected = EXPECTED_A_ROUND): Promise<readonly UnreadHistory[]> {
    let left = mostExpected;
    const countExpected = async (listed: readonly AddressSignature[]) => {
      const expected = await depositProcessor.expected.among(listed);
      const open = listed.filter((one) => expected.has(one.signature) && !isDone(one));
      const now = open.slice(0, left);
      left -= now.length;
      for (const one of open.slice(now.length)) if (late.size < MAX_LATE) late.set(one.signature, one);
      await count(now.map(({ signature }) => signature));
    };
    const asOf = await chain.slot();
    // Includes retired wallets: someone may still pay to them (rule MONEY-26).
    const opened = await openHistories();
    const restoredUpTo = await houseAddresses.restoredUpTo();
    const isRead = (one: AddressSignature) => isDone(one) || one.slot <= restoredUpTo;
    const failures: unknown[] = [];
    const earlier = [...late.values()];
    late = new Map();
    await countExpected(earlier).catch((error: unknown) => failures.push(error));
    // All have ended before this does: two listings of one history at a time would take each other's places.
    await inParallel(opened, PARALLEL_WALLETS, async (history) => {
      try {
        const seen = await listUnread(ports, history, { asOf, isDone: isRead });
        await countExpected(seen.toReversed());
      } catch (error) {
        failures.push(error);
      }
    });
    if (failures.length > 0) throw failures[0];
    return opened;
  }

  async function count(signatures: readonly string[]): Promise<ReadonlySet<string>> {
    const counted = await countSignatures(ports, signatures);
    for (const signature of counted) noteDone(signature);
    return counted;
  }

  async function readUnexpected(): Promise<number> {
    const opened = [...histories.values()];
    const lists = opened.map(nextOf).filter((next) => next.length > 0);
    const share = Math.ceil(UNEXPECTED_A_ROUND / Math.max(1, lists.length));
    const next = new Set(lists.flatMap((one) => one.slice(0, share)));
    if (next.size > 0) await inComfort(() => readInTime([...next]));
    for (const history of opened) if (histories.get(history.address) === history) await advance(history);
    return next.size;
  }

  /**
   * What to read next of a wallet's history, oldest first; what could not be read comes again when nothing else is
   * left.
   */
  function nextOf({ waiting, unplaced }: UnreadHistory): readonly string[] {
    const open = [...waiting.values(), ...[...unplaced.values()].toReversed()];
    const untried = open.filter(({ signature }) => !tried.has(signature));
    const next = untried.length > 0 ? untried : open;
    if (untried.length === 0) for (const { signature } of open) tried.delete(signature);
    return next.map(({ signature }) => signature);
  }

  async function readInTime(signatures: readonly string[]): Promise<void> {
    const known = await findCountedOrSent(db, await houseAddresses.known(), signatures);
    for (const signature of known) noteDone(signature);
    const open = signatures.filter((signature) => !known.has(signature));
    const beganAtMs = clock.now();
    for (let start = 0; start < open.length; start += PARALLEL_UNEXPECTED) {
      if (clock.now() - beganAtMs >= UNEXPECTED_MS) return;
      await Promise.all(
        open.slice(start, start + PARALLEL_UNEXPECTED).map(async (signature) => {
          if (await processSignature(ports, signature)) noteDone(signature);
          else tried.set(signature, true);
        }),
      );
    }
  }

  /** Stores how far a history was read. What another process stored meanwhile counts: then it is listed anew. */
  async function advance(history: UnreadHistory): Promise<void> {
    const { address, cursor, waiting, coveredTo, isAnchored } = history;
    const [oldest] = waiting.values();
    const reached = oldest ? oldest.after : coveredTo;
    if (isAnchored) {
      if (reached === null || reached === cursor) return;
      history.cursor = reached;
      if (!(await moveCursor(db, { address, from: cursor, to: reached }))) histories.delete(address);
      return;
    }
    if (unreadCount(history) > 0) return;
    if (
      cursor === undefined &&
      history.isComplete &&
      reached !== null &&
      (await holdsAsBooked(ports, history))
    )
      await moveCursor(db, { address, from: cursor, to: reached });
    histories.delete(address);
  }

  const listInTurn = inTurn(list);
  const readInTurn = inTurn(readUnexpected);
  return {
    list: async (mostExpected) => void (await listInTurn(mostExpected)),
    readUnexpected: readInTurn,
    count,
    async round() {
      const opened = await listInTurn();
      await readInTurn();
      const slots = opened.map(readUpTo);
      return { completeUpTo: slots.reduce((least, slot) => (slot < least ? slot : least), slots[0] ?? -1n) };
    },
    backlog() {
      const opened = [...histories.values()];
      const ages = opened.map(({ waiting, asOf }) => {
        const [oldest] = waiting.values();
        return oldest ? Number(asOf - oldest.slot) : 0;
      });
      const signatures = opened.reduce((total, history) => total + unreadCount(history), 0);
      return { signatures, oldestSlots: Math.max(0, ...ages) };
    },
  };
}

/** The same work, never more than once at a time: a call begins when those before it have ended. */
function inTurn<Given extends unknown[], Answer>(
  work: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (...given) => {
    const next = last.then(() => work(...given));
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Whether a wallet holds what its books say. While there is no cursor, a history cannot prove that nothing came before
 * it: a node that was restored from a snapshot shows only the newest transactions, but still reports the correct
 * balance. The comparison of books and chain does not wait for this: it must see a wallet whose books are wrong (rule
 * MONEY-20).
 */
async function holdsAsBooked({ db, chain }: WatchPorts, wallet: HouseWallet): Promise<boolean> {
  const balance = await chain.balance(wallet.address);
  return balance === 0n - (await balanceOf(db, walletAccount(wallet)));
}
