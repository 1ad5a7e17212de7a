import { and, eq } from "drizzle-orm";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { Db } from "../db/database.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { payments } from "../db/schema/payments.ts";
import { inTransaction } from "../db/transaction.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { FEE_RESERVE, RENT_EXEMPT_MINIMUM } from "./affordable-payments.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balance">;
  readonly vault: Pick<HouseKeys, "address">;
}

/** Moves the stakes that came in to the hot wallet, since it cannot cover what it has to pay. */
export async function requestSweep(ports: Ports): Promise<void> {
  await queueSweep(ports, {
    from: "deposit",
    into: "hot",
    keep: RENT_EXEMPT_MINIMUM,
    atLeast: lamports(1n),
    reason: "The hot wallet could not cover its payments",
  });
}

export interface SweepOrder {
  /** Less than this is not worth a transaction. */
  readonly minAmount: Lamports;
  readonly reason: string;
}

/**
 * Moves what the deposit wallet holds to the hot wallet, and what the hot wallet holds above its ceiling to the treasury
 * (rule MONEY-27). Answers with the ids of the payments.
 */
export async function queueSweeps(
  ports: Ports,
  { minAmount: atLeast, reason }: SweepOrder,
): Promise<Result<readonly string[], "CHAIN_UNAVAILABLE">> {
  const { hotWalletCeiling } = await readSettings(ports.db);
  const queued = await orUnavailable(
    (async () => [
      await queueSweep(ports, { from: "deposit", into: "hot", keep: RENT_EXEMPT_MINIMUM, atLeast, reason }),
      await queueSweep(ports, { from: "hot", into: "treasury", keep: hotWalletCeiling, atLeast, reason }),
    ])(),
  );
  if (queued === null) return refuse("CHAIN_UNAVAILABLE");
  return ok(queued.filter((id) => id !== null));
}

interface Sweep {
  readonly from: HouseWalletKind;
  readonly into: HouseWalletKind;
  /** Stays behind. */
  readonly keep: Lamports;
  readonly atLeast: Lamports;
  readonly reason: string;
}

/**
 * Takes what a wallet holds for good, without what it is to keep and what its open payments may still take; one sweep of a
 * wallet at a time. Answers with the payment's id, or null when there is nothing to move.
 */
async function queueSweep(
  { db, clock, entropy, chain, vault }: Ports,
  { from, into, keep, atLeast, reason }: Sweep,
): Promise<string | null> {
  const [source, destination] = [await vault.address(from), await vault.address(into)];
  if (source === null || destination === null) return null;
  const finalized = await chain.balance(source, "finalized");
  const confirmed = await chain.balance(source, "confirmed");
  const held = finalized < confirmed ? finalized : confirmed;
  const id = `sweep-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  return inTransaction(db, async (tx) => {
    // One sweep of a wallet at a time, whoever asks.
    await tx.select().from(houseWallets).where(eq(houseWallets.address, source)).for("update");
    const open = await tx
      .select({ kind: payments.kind, amount: payments.lamports })
      .from(payments)
      .where(and(eq(payments.source, from), isOpen));
    if (open.some(({ kind }) => kind === "sweep")) return null;
    const leaving = open.reduce((total, { amount }) => total + amount + FEE_RESERVE, 0n);
    const amount = held - keep - FEE_RESERVE - leaving;
    if (amount < atLeast) return null;
    await queuePayment(tx, {
      id,
      kind: "sweep",
      source: from,
      destination,
      lamports: lamports(amount),
      reason,
      createdAt: new Date(clock.now()),
    });
    return id;
  });
}
