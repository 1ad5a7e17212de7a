import { ok, type Refused, type Result, refuse } from "../../domain/result.ts";
import type { BetTerms } from "./queries.ts";
import { type Chain, type ChainTransaction, ChainUnavailable, type Clock } from "../ports.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import type { CreditReason } from "./process-deposits.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { type Deposit, readDeposit } from "./read-deposit.ts";

export interface ConfirmPorts {
  readonly clock: Clock;
  readonly chain: Pick<Chain, "transaction">;
  readonly houseAddresses: HouseAddresses;
  readonly depositProcessor: DepositProcessor;
}

interface Confirmation {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  /** Null in testing mode. */
  readonly signature: string | null;
  /** What the client believes it bet on; never changes the bet (rule BET-6). */
  readonly horseId: number | null;
}

export type ConfirmRefusal =
  | "BET_NOT_FOUND"
  | "INVALID_INPUT"
  | "PAYMENT_NOT_SEEN"
  | "PAYMENT_MISMATCH"
  | "PAYMENT_FAILED"
  | "BET_CREDITED"
  | "CHAIN_UNAVAILABLE";

const PATIENCE_MS = 6_000;
const POLL_EVERY_MS = 400;

/**
 * Confirms a paid bet: reads the payment from the chain at `confirmed` and has it counted (rules BET-2 to BET-6).
 * The same call again answers the same. A payment that is not seen within a few seconds is not lost: the
 * deposit watcher counts it (rule BET-7).
 */
export async function confirmBet(
  ports: ConfirmPorts,
  { raceId, betId, wallet, signature, horseId }: Confirmation,
): Promise<Result<BetTerms, ConfirmRefusal>> {
  const bet = await ports.depositProcessor.knownBets.find(betId);
  if (!bet || bet.wallet !== wallet || bet.raceId !== raceId) return refuse("BET_NOT_FOUND");
  if (horseId !== null && horseId !== bet.horseId) {
    return refuse("INVALID_INPUT", { field: "horseId", message: "The bet was prepared on another horse" });
  }
  if (bet.ledger === "play") return ok(bet);
  if (signature === null) return refuse("INVALID_INPUT", { field: "txSignature" });

  const found = await findTransaction(ports, signature);
  if (!found.ok) return found;
  if (found.value.error !== null) return refuse("PAYMENT_FAILED");
  const payment = await readOwnPayment(ports.houseAddresses, found.value);
  // A transaction that does not name this bet is not this call's to count; the watcher sees to it.
  if (payment?.betId !== bet.id) return refuse("PAYMENT_MISMATCH");
  const { outcome, reason, betId: became } = await ports.depositProcessor.process(payment, bet);
  if (outcome === "bet" && became === bet.id) return ok(bet);
  return outcome === "credit" ? refuseCredited(reason) : refuse("PAYMENT_MISMATCH");
}

/** Each says that the money is safe; the catalogue's text is for what comes too late. */
const CREDIT_TEXTS: Partial<Record<CreditReason, string>> = {
  WRONG_AMOUNT: "The payment is not of the prepared amount and was credited to your balance",
  FOREIGN_BET: "The payment names another player's bet and was credited to its payer's balance",
  ALREADY_BET: "You have already placed a bet on this race; the payment was credited to your balance",
  SECOND_PAYMENT: "This bet was paid before; the payment was credited to your balance",
  BANNED: "This wallet is banned; the payment was credited to your balance",
};

function refuseCredited(reason: CreditReason | null): Refused<"BET_CREDITED"> {
  const message = reason === null ? undefined : CREDIT_TEXTS[reason];
  return refuse("BET_CREDITED", message === undefined ? {} : { message });
}

async function findTransaction(
  { chain, clock }: ConfirmPorts,
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

async function readOwnPayment(
  houseAddresses: HouseAddresses,
  transaction: ChainTransaction,
): Promise<Deposit | null> {
  return (
    readDeposit(transaction, await houseAddresses.known()) ??
    readDeposit(transaction, await houseAddresses.refresh())
  );
}
