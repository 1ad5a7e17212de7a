import { bytesToHex } from "@noble/hashes/utils.js";
import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { ZERO } from "../../../domain/lamports.ts";
import { checkpointLines } from "../../../domain/log/checkpoint.ts";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import { noteMessage } from "../../../domain/log/signed-note.ts";
import type { Network } from "../../../domain/networks.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import type { BidFor } from "../chain/fee-bidder.ts";
import { priorityFee } from "../chain/priority-fee.ts";
import { historyNodesOf, searchLandings } from "../chain/search-landings.ts";
import { signPayment } from "../chain/sign-payment.ts";
import type { Db } from "../db/database.ts";
import { notaries, notaryMemos } from "../db/schema/public-log.ts";
import { inTransaction } from "../db/transaction.ts";
import type { HouseKeys } from "../house-keys.ts";
import { inParallel } from "../in-parallel.ts";
import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";
import {
  isAnchorDue,
  type MemoRow,
  readLogsToAnchor,
  readMemoUnderWay,
  readNewestAnchor,
} from "./anchors.ts";
import { isServedAt, type LogRow } from "./read-log.ts";

export interface MemoPorts {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly chain: Chain;
  readonly keys: Pick<HouseKeys, "isUnlocked" | "sign">;
  readonly bidFor: BidFor;
  readonly network: Network;
  /** Whether this is the embedded chain. */
  readonly isLocal: boolean;
  /** Where this installation serves its log, without a scheme. */
  readonly host: string;
  readonly log: Logger;
}

/** While a memo may land: how often its bytes are sent again. */
const SEND_AGAIN_MS = 2_000;
/** While nobody can say whether an expired memo landed. */
const SEARCH_AGAIN_MS = 10_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * The rounds that write checkpoints of each log of this network to the chain (rule LOG-9). Memos are signed and
 * paid by the notary alone. Each is stored before it is sent, and another is signed only when it is proven that it did
 * not land and no longer can.
 */
export function memoRounds(ports: MemoPorts): () => Promise<void> {
  /** When each log is looked at again: what is sent, and what nobody can tell, is not asked about all the time. */
  const notBeforeMs = new Map<string, number>();
  const sentAtMs = new Map<string, number>();
  const toldOf = new Set<string>();
  const { db, clock, network, host, log: logger } = ports;

  const pause = (log: LogRow, ms: number) => void notBeforeMs.set(log.id, clock.now() + ms);

  async function advance(log: LogRow): Promise<void> {
    const underWay = await readMemoUnderWay(db, log.id);
    if (underWay === null) return sendNext(log);
    const { slot, blockHeight } = await ports.chain.tip();
    // The height came first: a memo that had expired by it has landed by then or never will.
    const [status] = await ports.chain.signatureStatuses([underWay.signature], { asOf: slot });
    if (status) return endMemo(ports, underWay, status.error === null ? "landed" : "failed", status.slot);
    if (blockHeight <= underWay.lastValidBlockHeight) {
      const sentMs = sentAtMs.get(log.id) ?? Number.NEGATIVE_INFINITY;
      if (clock.now() - sentMs >= SEND_AGAIN_MS) await send(log.id, underWay);
      return;
    }
    const sought = { signature: underWay.signature, afterSlot: underWay.signedAtSlot, memo: null };
    const nodes = historyNodesOf(ports.chain);
    const landings = await searchLandings(nodes, { address: log.notary, asOf: slot, sought: [sought] });
    if (landings.get(underWay.signature) === "absent") return endMemo(ports, underWay, "expired", null);
    pause(log, SEARCH_AGAIN_MS);
  }

  async function sendNext(log: LogRow): Promise<void> {
    const anchor = await readNewestAnchor(db, log.id);
    if (!ports.keys.isUnlocked() || !isAnchorDue(log, anchor, clock.now())) return;
    const vain = await readVain(db, log.id, anchor);
    const failed = vain.filter(({ outcome }) => outcome === "failed");
    const lastMs = failed.at(-1)?.endedAt?.getTime();
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** failed.length);
    if (lastMs !== undefined && clock.now() - lastMs < pauseMs) return;
    const memo = await signMemo(ports, log, vain.length);
    if (memo === null) pause(log, SEND_AGAIN_MS);
    else if (await storeMemo(ports, memo)) await send(log.id, memo);
  }

  async function send(log: string, { signature, wire, size }: Pick<MemoRow, "signature" | "wire" | "size">) {
    sentAtMs.set(log, clock.now());
    await ports.chain.send(new Uint8Array(Buffer.from(wire, "base64")));
    logger.debug({ log, size, signature }, "memo of the public log sent");
  }

  async function advanceIfDue(log: LogRow): Promise<void> {
    if (clock.now() < (notBeforeMs.get(log.id) ?? 0)) return;
    if (!isServedAt(log, host)) {
      if (!toldOf.has(log.id))
        logger.warn(
          { origin: log.origin, host },
          "PUBLIC_ORIGIN is not the log's origin: nothing is anchored",
        );
      toldOf.add(log.id);
      return;
    }
    try {
      await advance(log);
    } catch (error) {
      // Nothing is known, and nothing was changed: the next round asks again.
      if (!(error instanceof ChainUnavailable)) throw error;
      pause(log, SEND_AGAIN_MS);
      logger.warn({ err: error, log: log.id }, "the chain does not answer about a memo of the public log");
    }
  }

  // One by one, and one that fails stops no other.
  return async () => inParallel(await readLogsToAnchor(db, network), 1, advanceIfDue);
}

type NewMemo = typeof notaryMemos.$inferInsert;

/** Memos since the newest anchor that anchored nothing, oldest first. */
const readVain = (db: Db, log: string, anchor: MemoRow | null): Promise<MemoRow[]> =>
  db
    .select()
    .from(notaryMemos)
    .where(
      and(
        eq(notaryMemos.log, log),
        inArray(notaryMemos.outcome, ["failed", "expired"]),
        anchor === null ? undefined : gt(notaryMemos.createdAt, anchor.createdAt),
      ),
    )
    .orderBy(asc(notaryMemos.createdAt));

/** The memo of a log as it is now, and the note of the same checkpoint (rule LOG-4); null while the notary cannot pay for it or the house is locked. */
async function signMemo(ports: MemoPorts, log: LogRow, signings: number): Promise<NewMemo | null> {
  const { db, chain, clock, keys, bidFor, isLocal } = ports;
  const { id, origin, notary: source, size, peaks } = log;
  const root = rootOf(readFrontier(size, peaks));
  const memo = checkpointLines({ origin, size, root });
  // Strangers cannot take from it, and it is read again after each memo: `tendNotary`.
  const [notary] = await db.select().from(notaries).where(eq(notaries.address, source));
  const affordable = (notary?.lamports ?? ZERO) - SIGNATURE_FEE - RENT_EXEMPT_MINIMUM;
  if (affordable < 0n) return null;
  const bid = await bidFor({ source, houseWallet: source, transfer: null, memo, signings });
  if (affordable < priorityFee(bid)) return null;
  const fundedBy = isLocal ? null : await chain.fundedBy(source);
  if (!isLocal && fundedBy === null) return null;
  const note = await keys.sign(source, noteMessage({ origin, size, root }));
  if (!note.ok) return null;
  const lifetime = await chain.latestBlockhash({ isNew: signings > 0 });
  const payment = { source, destination: null, lamports: ZERO, memo, fundedBy, bid };
  const signed = await signPayment(payment, lifetime, keys);
  if (!signed.ok) return null;
  const signedNote = { root: bytesToHex(root), note: bytesToHex(note.value) };
  return { ...signed.value, ...signedNote, log: id, size, createdAt: new Date(clock.now()) };
}

/** False when another memo of the log is under way: then this one must not be sent. */
const storeMemo = ({ db }: MemoPorts, memo: NewMemo): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const stored = await tx.insert(notaryMemos).values(memo).onConflictDoNothing().returning();
    return stored.length > 0;
  });

async function endMemo(
  { db, clock, log: logger }: MemoPorts,
  { signature, log, size }: MemoRow,
  outcome: NonNullable<MemoRow["outcome"]>,
  slot: bigint | null,
): Promise<void> {
  await db
    .update(notaryMemos)
    .set({ outcome, slot, endedAt: new Date(clock.now()) })
    .where(and(eq(notaryMemos.signature, signature), isNull(notaryMemos.outcome)));
  logger[outcome === "landed" ? "info" : "warn"]({ log, size, signature, outcome }, "memo of the public log");
}
