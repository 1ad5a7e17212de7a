import { eq } from "drizzle-orm";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import type { NodeNews } from "../../foundation/chain/node-news.ts";
import { afterOtherPlayers } from "../../foundation/chain/caller.ts";
import type { Db } from "../../foundation/db/database.ts";
import { deposits } from "../../foundation/db/schema/bets.ts";
import {
  type Chain,
  type ChainTransaction,
  ChainUnavailable,
  type Clock,
  NoRoom,
} from "../../foundation/ports.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import type { PaymentQuestions } from "./payment-questions.ts";
import { type Deposit, readDeposit } from "./read-deposit.ts";

export interface FindPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "transaction">;
  readonly news: NodeNews;
  readonly houseAddresses: HouseAddresses;
  readonly questions: PaymentQuestions;
  readonly depositProcessor: Pick<DepositProcessor, "hasCounted">;
}

export type FindRefusal = "NOT_FINAL_YET" | "PAYMENT_FAILED" | "CHAIN_UNAVAILABLE" | "RATE_LIMITED";

type CountedDeposit = typeof deposits.$inferSelect;

interface Question<Answer> {
  readonly signature: string;
  /** The wallet that asks. */
  readonly wallet: string;
  /** What follows from a deposit that is in the books; null if that does not tell. */
  readonly answerFrom: (counted: CountedDeposit) => Promise<Answer | null>;
}

/** Read from the chain, where null is a transaction that brought nothing, or answered by what is in the books. */
type Found<Answer> = { readonly deposit: Deposit | null } | { readonly answer: Answer };

/**
 * When the node is asked for a transaction, relative to the request; the number of entries limits the attempts (rule
 * LIMITS-13).
 */
const LOOKS_AFTER_MS = [0, 1_500, 4_000];
/** How long a request waits for its payment to be final; then the player asks again. */
const PATIENCE_MS = 10_000;
/** In between, what was counted is checked, which costs nothing. */
const TICK_MS = 200;

/**
 * Reads from the chain what a transaction brought the house, and waits up to ten seconds for it to be final (rule
 * BET-2). Whatever the deposit watcher counts meanwhile needs no reading: so a player whose share of calls is used up
 * gets an answer too (rule LIMITS-41).
 */
export async function findPayment<Answer>(
  ports: FindPorts,
  { signature, wallet, answerFrom }: Question<Answer>,
): Promise<Result<Found<Answer>, FindRefusal>> {
  const answerFromBooks = async () => {
    const [counted] = await ports.db.select().from(deposits).where(eq(deposits.signature, signature));
    return counted ? answerFrom(counted) : null;
  };
  const early = await answerFromBooks();
  if (early !== null) return ok({ answer: early });
  const isAnswered = async () => (await answerFromBooks()) !== null;
  const found = await ports.questions.ask({ signature, wallet }, () =>
    findTransaction(ports, signature, isAnswered),
  );
  if (found.ok && found.value !== null) {
    if (found.value.error !== null) return refuse("PAYMENT_FAILED");
    return ok({ deposit: await readOwnPayment(ports.houseAddresses, found.value) });
  }
  const late = await answerFromBooks();
  if (late !== null) return ok({ answer: late });
  return found.ok ? refuse("NOT_FINAL_YET") : found;
}

/**
 * Polls by the clock, less often while the node reports transactions. Null once the books answer the question.
 */
async function findTransaction(
  ports: FindPorts,
  signature: string,
  isAnswered: () => Promise<boolean>,
): Promise<Result<ChainTransaction | null, "NOT_FINAL_YET" | "CHAIN_UNAVAILABLE">> {
  const { news, clock, depositProcessor } = ports;
  const sinceMs = clock.now();
  // What the node reports, the watcher reads.
  let looks = news.isLive() ? 1 : 0;
  let wasCounted = depositProcessor.hasCounted(signature);
  let looking: Promise<Look> | null = null;
  for (;;) {
    if (!wasCounted && depositProcessor.hasCounted(signature)) {
      wasCounted = true;
      if (await isAnswered()) return ok(null);
    }
    if (looking === null) {
      const waitedMs = clock.now() - sinceMs;
      if (waitedMs >= PATIENCE_MS) return refuse("NOT_FINAL_YET");
      if (waitedMs >= (LOOKS_AFTER_MS[looks] ?? PATIENCE_MS)) {
        looks += 1;
        looking = look(ports, signature);
      }
    }
    const looked = await (looking === null
      ? clock.sleep(TICK_MS)
      : Promise.race([looking, clock.sleep(TICK_MS)]));
    if (!looked) continue;
    if ("found" in looked && looked.found) return ok(looked.found);
    if ("failure" in looked) {
      if (looked.failure instanceof ChainUnavailable) return refuse("CHAIN_UNAVAILABLE");
      throw looked.failure;
    }
    looking = null;
  }
}

type Look = { readonly found: ChainTransaction | null } | { readonly failure: unknown };

/**
 * Comes after what players send, because the watcher finds the payment too. Never rejects, because nobody may be
 * waiting for it any more.
 */
async function look({ chain }: FindPorts, signature: string): Promise<Look> {
  try {
    return { found: await afterOtherPlayers(() => chain.transaction(signature)) };
  } catch (failure) {
    return failure instanceof NoRoom ? { found: null } : { failure };
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
