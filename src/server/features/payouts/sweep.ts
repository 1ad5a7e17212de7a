import { eq, sql } from "drizzle-orm";
import { type Lamports, lamports, ZERO } from "../../../domain/lamports.ts";
import { paymentMemo } from "../../../domain/memo.ts";
import type { HouseWallet, HouseWalletKind } from "../../../domain/ledger.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import { isOpen, queuePayment } from "../../foundation/books/payments.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { signerOf } from "../../foundation/chain/compose-transaction.ts";
import type { BidFor } from "../../foundation/chain/fee-bidder.ts";
import { networkFeeOf, priorityFee } from "../../foundation/chain/priority-fee.ts";
import { type Db, type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Chain, Clock, Entropy } from "../../foundation/ports.ts";
import { readCommit } from "../../foundation/public-log/read-commit.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { reserveForAnchors } from "./affordable-payments.ts";

export interface SweepPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balance">;
  readonly vault: Pick<HouseKeys, "address" | "isUnlocked">;
  readonly bidFor: BidFor;
}

/**
 * Moves the incoming stakes to the hot wallet when no hot wallet covers what is to be paid. The other hot wallets are
 * emptied into it too: a payment comes out of one wallet, and together they may cover what none covers by itself.
 */
export async function requestSweep(ports: SweepPorts): Promise<void> {
  const payer = await ports.vault.address("hot");
  for (const from of await readWalletsToSweep(ports.db)) {
    if (from.kind === "treasury" || from.address === payer) continue;
    const reason = "The hot wallet could not cover its payments";
    const keep = RENT_EXEMPT_MINIMUM;
    await queueSweep(ports, { from, into: "hot", keep, atLeast: lamports(1n), mayPay: false, reason });
  }
}

export interface SweepOrder {
  /** Less than this is not worth a transaction. */
  readonly minAmount: Lamports;
  readonly reason: string;
  /** Records who ordered it, in the transaction that queues each of its payments. */
  readonly record?: (tx: Tx, payment: SweepPayment) => Promise<void>;
}

interface SweepPayment {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly lamports: Lamports;
}

/**
 * Moves the holdings of the deposit wallets to the hot wallet, and what the hot wallets hold above their ceiling to the
 * treasury (rule MONEY-27). A retired wallet is emptied into an active one (rule MONEY-26). Answers with the ids of the
 * payments.
 */
export async function queueSweeps(
  ports: SweepPorts,
  { minAmount: atLeast, reason, record }: SweepOrder,
): Promise<Result<readonly string[], "CHAIN_UNAVAILABLE">> {
  const { hotWalletCeiling } = await readSettings(ports.db);
  const wallets = await readWalletsToSweep(ports.db);
  const activeHot = wallets.filter(({ kind, isActive }) => kind === "hot" && isActive).length;
  const queued = await orUnavailable(
    (async () => {
      const ids: (string | null)[] = [];
      for (const from of wallets) {
        if (isEmptied(from)) {
          const into = from.kind === "deposit" ? "hot" : from.kind;
          ids.push(
            await queueSweep(ports, {
              from,
              into,
              keep: RENT_EXEMPT_MINIMUM,
              atLeast,
              mayPay: false,
              reason,
              record,
            }),
          );
        } else if (from.kind === "hot") {
          // The ceiling applies to all hot wallets together.
          const keep = lamports(hotWalletCeiling / BigInt(activeHot));
          ids.push(
            await queueSweep(ports, { from, into: "treasury", keep, atLeast, mayPay: true, reason, record }),
          );
        }
      }
      return ids;
    })(),
  );
  if (queued === null) return refuse("CHAIN_UNAVAILABLE");
  return ok(queued.filter((id) => id !== null));
}

interface WalletToSweep extends HouseWallet {
  readonly isActive: boolean;
  /** Its holdings according to its books. */
  readonly booked: bigint;
}

/** Nothing stays in it: other wallets pay out what comes into deposit wallets, and retired wallets pay nothing. */
const isEmptied = ({ kind, isActive }: WalletToSweep): boolean => kind === "deposit" || !isActive;

/** Every house wallet including retired ones, fullest first. */
async function readWalletsToSweep(db: Queryable): Promise<readonly WalletToSweep[]> {
  const rows = await rowsOf<{ kind: HouseWalletKind; address: string; is_active: boolean; booked: bigint }>(
    db,
    sql`select kind, address, is_active, coalesce(-balance, 0)::bigint as booked
          from house_wallets left join ledger_accounts on account = 'chain:' || kind || ':' || address
         order by booked desc, address`,
  );
  return rows.map(({ kind, address, is_active: isActive, booked }) => ({ kind, address, isActive, booked }));
}

interface Sweep {
  readonly from: WalletToSweep;
  readonly into: HouseWalletKind;
  /** Amount that stays behind. */
  readonly keep: Lamports;
  readonly atLeast: Lamports;
  /** Whether payments that have not been signed yet may be paid from it. */
  readonly mayPay: boolean;
  readonly reason: string;
  readonly record?: SweepOrder["record"] | undefined;
}

/**
 * Moves a wallet's holdings, minus what stays and minus what its open payments may still take; one sweep of a
 * wallet at a time. Answers with the payment's id, or null when there is nothing to move.
 */
async function queueSweep(
  { db, clock, entropy, chain, vault, bidFor }: SweepPorts,
  { from: { kind, address, booked }, into, keep, atLeast, mayPay, reason, record }: Sweep,
): Promise<string | null> {
  // Checking the books first saves a chain call for each of many empty wallets.
  if (booked - keep - SIGNATURE_FEE < atLeast) return null;
  const destination = await vault.address(into);
  if (destination === null) return null;
  const held = await chain.balance(address);
  const id = `sweep-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const most = held - keep - SIGNATURE_FEE;
  if (most < atLeast) return null;
  const transfer = { destination, lamports: lamports(most) };
  const bid = await bidFor({
    source: address,
    houseWallet: address,
    transfer,
    memo: paymentMemo(id),
    signings: 0,
  });
  // Blocks may have become more expensive by the time it is signed.
  const fee = SIGNATURE_FEE + 2n * priorityFee(bid);
  return inTransaction(db, async (tx) => {
    // One sweep of a wallet at a time, no matter who requests it.
    await tx.select().from(houseWallets).where(eq(houseWallets.address, address)).for("update");
    const open = await readLeaving(tx, { kind, address }, mayPay);
    if (open.some((payment) => payment.kind === "sweep")) return null;
    const leaving = open.reduce(
      (total, { lamports: paid, wire }) => total + paid + (wire === null ? fee : networkFeeOf(wire)),
      0n,
    );
    const reserve = (await isToLock(tx, address, open)) ? reserveForAnchors(bid) : ZERO;
    const amount = held - keep - fee - leaving - reserve;
    if (amount < atLeast) return null;
    await queuePayment(tx, {
      id,
      kind: "sweep",
      source: kind,
      sourceAddress: address,
      destination,
      lamports: lamports(amount),
      reason,
      createdAt: new Date(clock.now()),
    });
    await record?.(tx, { id, from: address, to: destination, lamports: lamports(amount) });
    return id;
  });
}

/**
 * Whether only this wallet can lock a race, because the race's `commit` entry names it (rule FAIR-15): what the memo may
 * cost stays in it, even if it has to be signed again.
 */
async function isToLock(tx: Tx, address: string, open: readonly LeavingPayment[]): Promise<boolean> {
  if (open.some(({ kind, source_address: source }) => kind === "anchor" && source === address)) return true;
  const [race] = await tx
    .select({ log: races.log, commitIndex: races.commitIndex })
    .from(races)
    .where(sql`${races.status} in ('pending', 'countdown', 'active')`);
  return race !== undefined && (await readCommit(tx, race)).lock_wallet === address;
}

interface LeavingPayment extends Record<string, unknown> {
  readonly kind: string;
  readonly lamports: bigint;
  readonly source_address: string | null;
  /** Wire form of the last signed attempt. */
  readonly wire: string | null;
}

/** Open payments that a wallet has signed, must sign or, if it still pays, may be asked to sign. */
async function readLeaving(tx: Tx, { kind, address }: HouseWallet, mayPay: boolean) {
  const rows = await rowsOf<LeavingPayment>(
    tx,
    sql`select payments.kind, lamports, source_address,
               (select wire from payment_attempts where payment_id = payments.id
                 order by created_at desc, last_valid_block_height desc limit 1) as wire
          from payments
         where ${isOpen} and source = ${kind} and coalesce(source_address, ${address}) = ${address}`,
  );
  return rows.filter(({ wire, source_address }) =>
    wire === null ? mayPay || source_address !== null : signerOf(wire) === address,
  );
}
