import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import type { BetTerms } from "./queries.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import type { CreditReason } from "./process-deposits.ts";
import { findPayment, type FindPorts, type FindRefusal } from "./find-payment.ts";

export interface ConfirmPorts extends FindPorts {
  readonly depositProcessor: DepositProcessor;
}

interface Confirmation {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  /** Null where there was nothing to sign. */
  readonly signature: string | null;
}

export type ConfirmRefusal =
  | FindRefusal
  | "BET_NOT_FOUND"
  | "INVALID_INPUT"
  | "PAYMENT_MISMATCH"
  | "BET_CREDITED";

/**
 * Confirms a paid bet: reads the payment from the chain and has what was prepared counted
 * (rules BET-2 to BET-6).
 * Repeating the call gives the same answer. A payment that is not seen within a few seconds is not lost: the deposit
 * watcher counts it (rule BET-7).
 */
export async function confirmBet(
  ports: ConfirmPorts,
  { raceId, betId, wallet, signature }: Confirmation,
): Promise<Result<BetTerms, ConfirmRefusal>> {
  const bet = await ports.depositProcessor.knownBets.find(betId);
  if (!bet || bet.wallet !== wallet || bet.raceId !== raceId) return refuse("BET_NOT_FOUND");
  // Such a bet was placed when it was prepared.
  if (bet.ledger === "play" || bet.source === "balance") return ok(bet);
  if (signature === null) return refuse("INVALID_INPUT", { field: "txSignature" });

  const found = await findPayment(ports, {
    signature,
    wallet,
    answerFrom: async ({ outcome, reason, betId: became }) =>
      became === bet.id ? { outcome, reason: reason as CreditReason | null } : null,
  });
  if (!found.ok) return found;
  if ("answer" in found.value) {
    const { outcome, reason } = found.value.answer;
    return outcome === "bet" ? ok(bet) : refuseCredited(reason);
  }
  const payment = found.value.deposit;
  // This call does not count a transaction that does not name this bet; the watcher does.
  if (payment === null || payment.betMemo !== bet.memo) return refuse("PAYMENT_MISMATCH");
  const { outcome, reason, betId: became } = await ports.depositProcessor.process(payment, bet);
  if (outcome === "bet" && became === bet.id) return ok(bet);
  return outcome === "credit" ? refuseCredited(reason) : refuse("PAYMENT_MISMATCH");
}

/** Each text says that the money is safe; the catalogue's own text covers payments that come too late. */
const CREDIT_TEXTS: Partial<Record<CreditReason, string>> = {
  WRONG_AMOUNT: "The payment is not of the prepared amount and was credited to your balance",
  WRONG_WALLET: "The payment went to another wallet of the house and was credited to your balance",
  FOREIGN_BET: "The payment names another player's bet and was credited to its payer's balance",
  ALREADY_BET: "You have already placed a bet on this race; the payment was credited to your balance",
  SECOND_PAYMENT: "This bet was paid before; the payment was credited to your balance",
  BANNED: "This wallet is banned; the payment was credited to your balance",
  JACKPOT_OF_ADMIN: "Admins win no jackpots; the payment was credited to your balance",
  OWN_LIMIT:
    "The bet is past a limit of your own, or you are on a break; the payment was credited to your balance",
};

function refuseCredited(reason: CreditReason | null): Refused<"BET_CREDITED"> {
  const message = reason === null ? undefined : CREDIT_TEXTS[reason];
  return refuse("BET_CREDITED", message === undefined ? {} : { message });
}
