import { eq, inArray } from "drizzle-orm";
import type { HouseWalletKind } from "../../../domain/ledger.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Db } from "../../foundation/db/database.ts";
import { deposits } from "../../foundation/db/schema/bets.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { inParallel } from "../../foundation/in-parallel.ts";
import type { Chain } from "../../foundation/ports.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import { readOwnPayment } from "./find-payment.ts";
import type { HouseAddresses } from "./house-addresses.ts";

export interface CountPorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "transaction">;
  readonly houseAddresses: HouseAddresses;
  readonly depositProcessor: Pick<DepositProcessor, "process">;
}

const PARALLEL_READS = 16;

/**
 * Signatures that need no reading: already counted, or sent by the house itself. A payment from the house to one of its
 * own wallets is read, since it is booked there as funding; a sweep books both sides when it completes.
 */
export async function findCountedOrSent(
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

/** Counts transactions that a node reported (rule BET-7). Answers those that need no further attempt. */
export async function countSignatures(
  ports: CountPorts,
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
export async function processSignature(
  { chain, depositProcessor, houseAddresses }: CountPorts,
  signature: string,
): Promise<boolean> {
  const transaction = await orUnavailable(chain.transaction(signature));
  if (!transaction) return false;
  const payment = await readOwnPayment(houseAddresses, transaction);
  if (payment) await depositProcessor.process(payment);
  return true;
}
