import { ok, type Result, refuse } from "../../domain/result.ts";
import { type Chain, type ChainTransaction, ChainUnavailable, type Clock } from "../ports.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { type Deposit, readDeposit } from "./read-deposit.ts";

export interface FindPorts {
  readonly clock: Clock;
  readonly chain: Pick<Chain, "transaction">;
  readonly houseAddresses: HouseAddresses;
}

export type FindRefusal = "PAYMENT_NOT_SEEN" | "PAYMENT_FAILED" | "CHAIN_UNAVAILABLE";

const PATIENCE_MS = 6_000;
const POLL_EVERY_MS = 400;

/**
 * Reads from the chain, at `confirmed`, what a transaction brought the house, and waits some seconds for it to appear
 * (rule BET-2). Null when it brought nothing.
 */
export async function findPayment(
  ports: FindPorts,
  signature: string,
): Promise<Result<Deposit | null, FindRefusal>> {
  const found = await findTransaction(ports, signature);
  if (!found.ok) return found;
  if (found.value.error !== null) return refuse("PAYMENT_FAILED");
  return ok(await readOwnPayment(ports.houseAddresses, found.value));
}

async function findTransaction(
  { chain, clock }: FindPorts,
  signature: string,
): Promise<Result<ChainTransaction, "PAYMENT_NOT_SEEN" | "CHAIN_UNAVAILABLE">> {
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    try {
      const transaction = await chain.transaction(signature, "confirmed");
      if (transaction) return ok(transaction);
    } catch (error) {
      if (error instanceof ChainUnavailable) return refuse("CHAIN_UNAVAILABLE");
      throw error;
    }
    if (clock.now() >= until) return refuse("PAYMENT_NOT_SEEN");
    await clock.sleep(POLL_EVERY_MS);
  }
}

/**
 * What a transaction brought. The house's wallets are read anew when somebody gained by it whom they do not name: that
 * may be a wallet that was added since, beside one that is known.
 */
export async function readOwnPayment(
  houseAddresses: HouseAddresses,
  transaction: ChainTransaction,
): Promise<Deposit | null> {
  const known = await houseAddresses.known();
  const hasOtherGain = transaction.accounts.some(
    (account, place) => (transaction.balanceChanges[place] ?? 0n) > 0n && !known.has(account),
  );
  return readDeposit(transaction, hasOtherGain ? await houseAddresses.refresh() : known);
}
