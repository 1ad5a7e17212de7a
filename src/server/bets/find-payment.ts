import { ok, type Result, refuse } from "../../domain/result.ts";
import type { NodeNews } from "../chain/node-news.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { inComfort } from "../chain/urgency.ts";
import type { Chain, ChainTransaction, Clock } from "../ports.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import type { PaymentQuestions } from "./payment-questions.ts";
import { type Deposit, readDeposit } from "./read-deposit.ts";

export interface FindPorts {
  readonly clock: Clock;
  readonly chain: Pick<Chain, "transaction">;
  readonly news: NodeNews;
  readonly houseAddresses: HouseAddresses;
  readonly questions: PaymentQuestions;
}

export type FindRefusal = "PAYMENT_NOT_SEEN" | "PAYMENT_FAILED" | "CHAIN_UNAVAILABLE" | "RATE_LIMITED";

interface Question {
  readonly signature: string;
  /** The wallet that asks. */
  readonly wallet: string;
}

/**
 * When the node is asked for a transaction, relative to the request; the number of entries limits the attempts (rule
 * LIMITS-13).
 */
const LOOKS_AFTER_MS = [0, 1_500, 4_000];
/** In between, notifications are checked, which costs nothing. */
const TICK_MS = 200;

/**
 * Reads from the chain, at `confirmed`, what a transaction brought the house, and waits some seconds for it to appear
 * (rule BET-2). Null when it brought nothing.
 */
export async function findPayment(
  ports: FindPorts,
  question: Question,
): Promise<Result<Deposit | null, FindRefusal>> {
  const found = await ports.questions.ask(question, () => findTransaction(ports, question.signature));
  if (!found.ok) return found;
  if (found.value.error !== null) return refuse("PAYMENT_FAILED");
  return ok(await readOwnPayment(ports.houseAddresses, found.value));
}

/**
 * Polls when the node reports the transaction, otherwise by the clock. A signature that the node has not reported may
 * be invented, so asking for it has lower priority than any call about money.
 */
async function findTransaction(
  { chain, news, clock }: FindPorts,
  signature: string,
): Promise<Result<ChainTransaction, "PAYMENT_NOT_SEEN" | "CHAIN_UNAVAILABLE">> {
  const sinceMs = clock.now();
  const isKnown = () => news.hasSeen(signature);
  let looks = news.isLive() && !isKnown() ? 1 : 0;
  let wasKnown = false;
  for (;;) {
    const isTold = isKnown() && !wasKnown;
    const dueAfterMs = LOOKS_AFTER_MS[looks];
    if (dueAfterMs === undefined) return refuse("PAYMENT_NOT_SEEN");
    if (isTold || clock.now() - sinceMs >= dueAfterMs) {
      wasKnown = isKnown();
      looks += 1;
      const look = async () => ({ found: await chain.transaction(signature, "confirmed") });
      const looked = await orUnavailable(wasKnown ? look() : inComfort(look));
      if (looked === null) return refuse("CHAIN_UNAVAILABLE");
      if (looked.found) return ok(looked.found);
    } else await clock.sleep(TICK_MS);
  }
}

/**
 * What a transaction brought the house. The list of house wallets is re-read when an account gained that is not in it:
 * that may be a wallet added since, in the same transaction as a known one. What landed before the wallets were
 * restored is in the books of another installation: here it brought nothing, whoever asks (rule MONEY-33).
 */
export async function readOwnPayment(
  houseAddresses: HouseAddresses,
  transaction: ChainTransaction,
): Promise<Deposit | null> {
  const known = await houseAddresses.known();
  const hasOtherGain = transaction.accounts.some(
    (account, place) => (transaction.balanceChanges[place] ?? 0n) > 0n && !known.has(account),
  );
  const house = hasOtherGain ? await houseAddresses.refresh() : known;
  return transaction.slot <= (await houseAddresses.restoredUpTo()) ? null : readDeposit(transaction, house);
}
