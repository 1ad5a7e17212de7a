import { and, eq } from "drizzle-orm";
import { lamports } from "../../domain/lamports.ts";
import type { Db } from "../db/database.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import { payments } from "../db/schema/payments.ts";
import { inTransaction } from "../db/transaction.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import { FEE_RESERVE, lamportsLeaving, RENT_EXEMPT_MINIMUM } from "./affordable-payments.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balance">;
  readonly vault: Pick<HouseKeys, "address">;
}

/**
 * Moves the stakes that came in to the hot wallet, since it cannot cover what it has to pay. Takes what the
 * deposit wallet holds for good, its rent minimum excepted; one sweep at a time.
 */
export async function requestSweep(
  { db, clock, entropy, chain, vault }: Ports,
  inFlight: readonly ClassifiedPayment[],
): Promise<void> {
  const [deposit, hot] = [await vault.address("deposit"), await vault.address("hot")];
  if (!deposit || !hot) return;
  const finalized = await chain.balance(deposit, "finalized");
  const confirmed = await chain.balance(deposit, "confirmed");
  const held = finalized < confirmed ? finalized : confirmed;
  const amount = held - RENT_EXEMPT_MINIMUM - FEE_RESERVE - lamportsLeaving("deposit", inFlight);
  if (amount <= 0n) return;
  const id = `sweep-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  await inTransaction(db, async (tx) => {
    const open = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.kind, "sweep"), isOpen));
    if (open.length > 0) return;
    await queuePayment(tx, {
      id,
      kind: "sweep",
      source: "deposit",
      destination: hot,
      lamports: lamports(amount),
      reason: "The hot wallet could not cover its payments",
      createdAt: new Date(clock.now()),
    });
  });
}
