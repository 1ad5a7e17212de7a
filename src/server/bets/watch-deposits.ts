import { eq, inArray } from "drizzle-orm";
import { type HouseWallet, type HouseWalletKind, walletAccount } from "../../domain/ledger.ts";
import { balanceOf } from "../books/ledger.ts";
import type { Db } from "../db/database.ts";
import { depositCursors, deposits } from "../db/schema/bets.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import type { AddressSignature, Chain } from "../ports.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { inParallel } from "../in-parallel.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import { expirePreparedBets, type FinalityPorts, settleFinality } from "./settle-finality.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { readOwnPayment } from "./find-payment.ts";

export interface WatchPorts extends FinalityPorts {
  readonly chain: FinalityPorts["chain"] & Pick<Chain, "balance">;
  readonly houseAddresses: HouseAddresses;
  readonly depositProcessor: DepositProcessor;
  /** Signatures requested at once; nodes return a thousand at most. */
  readonly pageSize?: number;
}

/** Enough for what is not final on most days, and for the cursor before it. */
const FIRST_PAGE_SIZE = 50;
const PAGE_SIZE = 1_000;
const PARALLEL_READS = 16;
const PARALLEL_WALLETS = 8;

/** How far a round of the watcher got. */
export interface DepositRound {
  /** Every deposit that landed up to this finalized slot is in the books; -1 when that is not certain. */
  readonly completeUpTo: bigint;
}

/**
 * One round of the deposit watcher: counts what reached the house, marks what is final, takes back what a fork dropped,
 * and gives up prepared bets that can no longer be paid.
 */
export function depositWatcher(ports: WatchPorts): () => Promise<DepositRound> {
  const readDeposits = depositReader(ports);
  return async () => {
    const round = await readDeposits();
    await settleFinality(ports);
    await expirePreparedBets(ports);
    return round;
  };
}

/**
 * Reads what reached the house's wallets since the last round, at `confirmed`, and counts it (rule BET-7).
 *
 * A wallet's cursor moves only over finalized transactions: anything not final may still change its order or vanish, so
 * it is read again each round. Processed signatures are remembered; since counting twice is impossible anyway (rule
 * BET-3), losing that memory costs only time.
 */
export function depositReader(ports: WatchPorts): () => Promise<DepositRound> {
  const dealtWith = new Set<string>();
  return async () => {
    const finalized = await ports.chain.slot("finalized");
    const house = await ports.houseAddresses.refresh();
    // After the wallets: a restore stores both at once.
    const cursors = await readCursors(ports.db);
    const restoredUpTo = await ports.houseAddresses.restoredUpTo();
    const seen = new Set<string>();
    let completeUpTo = finalized;
    // Includes retired wallets: someone may still pay to them (rule MONEY-26).
    await inParallel([...house], PARALLEL_WALLETS, async ([address, kind]) => {
      const watched = await watchAddress(ports, {
        address,
        kind,
        house,
        finalized,
        restoredUpTo,
        dealtWith,
        cursor: cursors.get(address),
      });
      for (const signature of watched.signatures) seen.add(signature);
      if (watched.completeUpTo < completeUpTo) completeUpTo = watched.completeUpTo;
    });
    for (const signature of dealtWith) if (!seen.has(signature)) dealtWith.delete(signature);
    return { completeUpTo };
  };
}

interface Watch extends HouseWallet {
  readonly house: ReadonlyMap<string, HouseWalletKind>;
  /** The finalized slot, read before the history. */
  readonly finalized: bigint;
  /** What landed up to this slot belongs to another installation. */
  readonly restoredUpTo: bigint;
  readonly dealtWith: Set<string>;
  /** Its newest signature that was final and processed, null where its history begins; undefined while unknown. */
  readonly cursor: string | null | undefined;
}

interface WatchedAddress extends DepositRound {
  /** What is still in the window, processed or not. */
  readonly signatures: readonly string[];
}

async function watchAddress(
  ports: WatchPorts,
  { address, kind, house, finalized, restoredUpTo, dealtWith, cursor }: Watch,
): Promise<WatchedAddress> {
  const { db } = ports;
  const { history, isComplete } = await readHistory(ports, {
    address,
    cursor: cursor ?? null,
    asOf: finalized,
  });
  for (const { signature, slot } of history) if (slot <= restoredUpTo) dealtWith.add(signature);
  const fresh = history.filter(({ signature, error }) => error === null && !dealtWith.has(signature));
  const known = await findCountedOrSent(
    db,
    house,
    fresh.map(({ signature }) => signature),
  );
  for (let start = 0; start < fresh.length; start += PARALLEL_READS) {
    const part = fresh.slice(start, start + PARALLEL_READS);
    const done = await Promise.all(
      part.map(async ({ signature }) => known.has(signature) || (await processSignature(ports, signature))),
    );
    for (const [place, { signature }] of part.entries()) if (done[place]) dealtWith.add(signature);
  }
  // A transaction that cannot be read at the moment does not prevent later ones from being counted, but it holds the
  // cursor back.
  const firstOpen = history.findIndex(({ signature, error }) => error === null && !dealtWith.has(signature));
  const done = firstOpen === -1 ? history : history.slice(0, firstOpen);
  const last = done.findLast(({ slot }) => slot <= finalized);
  const signatures = history.map(({ signature }) => signature);
  if (!isComplete) return { signatures, completeUpTo: -1n };
  if (last && (cursor !== undefined || (await holdsAsBooked(ports, { kind, address }))))
    await moveCursor(db, address, last.signature);
  const open = history[firstOpen];
  return { signatures, completeUpTo: open && open.slot <= finalized ? open.slot - 1n : finalized };
}

/**
 * What came after the cursor, oldest first, no matter how many pages that takes. It is complete only if the node shows
 * the cursor itself: a node that has forgotten old signatures shows only the newest, and moving the cursor over the gap
 * would lose what is in it.
 */
async function readHistory(
  { chain, pageSize = PAGE_SIZE }: WatchPorts,
  { address, cursor, asOf }: { address: string; cursor: string | null; asOf: bigint },
): Promise<{ readonly history: readonly AddressSignature[]; readonly isComplete: boolean }> {
  const newestFirst: AddressSignature[] = [];
  for (let limit = Math.min(FIRST_PAGE_SIZE, pageSize); ; limit = pageSize) {
    const before = newestFirst.at(-1)?.signature;
    const page = await chain.signaturesFor(address, {
      commitment: "confirmed",
      asOf,
      limit,
      ...(before !== undefined && { before }),
    });
    const end = page.findIndex(({ signature }) => signature === cursor);
    newestFirst.push(...(end === -1 ? page : page.slice(0, end)));
    if (end !== -1 || page.length < limit) {
      return { history: newestFirst.toReversed(), isComplete: end !== -1 || cursor === null };
    }
  }
}

/**
 * Whether a wallet holds what its books say. While there is no cursor, a history cannot prove that nothing came before
 * it: a node that was restored from a snapshot shows only the newest transactions, but still reports the correct
 * balance. The comparison of books and chain does not wait for this: it must see a wallet whose books are wrong (rule
 * MONEY-20).
 */
async function holdsAsBooked({ db, chain }: WatchPorts, wallet: HouseWallet): Promise<boolean> {
  const held = await chain.balance(wallet.address, "confirmed");
  const final = await chain.balance(wallet.address, "finalized");
  return held === final && held === 0n - (await balanceOf(db, walletAccount(wallet)));
}

/**
 * Signatures that need no reading: already counted, or sent by the house itself. A payment from the house to one of its
 * own wallets is read, since it is booked there as funding; a sweep books both sides when it completes.
 */
async function findCountedOrSent(
  db: Db,
  house: ReadonlyMap<string, HouseWalletKind>,
  signatures: readonly string[],
): Promise<ReadonlySet<string>> {
  if (signatures.length === 0) return new Set();
  const counted = await db
    .select({ signature: deposits.signature })
    .from(deposits)
    .where(inArray(deposits.signature, [...signatures]));
  const sent = await db
    .select({ signature: paymentAttempts.signature, kind: payments.kind, destination: payments.destination })
    .from(paymentAttempts)
    .innerJoin(payments, eq(payments.id, paymentAttempts.paymentId))
    .where(inArray(paymentAttempts.signature, [...signatures]));
  const elsewhere = sent.filter(
    ({ kind, destination }) => kind === "sweep" || destination === null || !house.has(destination),
  );
  return new Set([...counted, ...elsewhere].map(({ signature }) => signature));
}

/** Counts confirmed transactions that a node reported (rule BET-7). Answers those that need no further attempt. */
export async function countSignatures(
  ports: WatchPorts,
  signatures: readonly string[],
): Promise<ReadonlySet<string>> {
  const done = new Set(await findCountedOrSent(ports.db, await ports.houseAddresses.known(), signatures));
  const open = signatures.filter((signature) => !done.has(signature));
  await inParallel(open, PARALLEL_READS, async (signature) => {
    if (await processSignature(ports, signature)) done.add(signature);
  });
  return done;
}

/** False when the node does not return the transaction at the moment. */
async function processSignature(
  { chain, depositProcessor, houseAddresses }: WatchPorts,
  signature: string,
): Promise<boolean> {
  const transaction = await orUnavailable(chain.transaction(signature, "confirmed"));
  if (!transaction) return false;
  const payment = await readOwnPayment(houseAddresses, transaction);
  if (payment) await depositProcessor.process(payment);
  return true;
}

async function readCursors(db: Db): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.select().from(depositCursors);
  return new Map(rows.map(({ address, lastSignature }) => [address, lastSignature]));
}

async function moveCursor(db: Db, address: string, lastSignature: string): Promise<void> {
  await db
    .insert(depositCursors)
    .values({ address, lastSignature })
    .onConflictDoUpdate({ target: depositCursors.address, set: { lastSignature } });
}
