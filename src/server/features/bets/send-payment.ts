import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { RENT_EXEMPT_MINIMUM } from "../../../domain/wallet-funds.ts";
import { cachedAnswers } from "../../foundation/chain/cached-answers.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { networkFeeOf } from "../../foundation/chain/priority-fee.ts";
import type { Db } from "../../foundation/db/database.ts";
import { deposits, sentPayments } from "../../foundation/db/schema/bets.ts";
import { type Chain, type Clock, NoRoom } from "../../foundation/ports.ts";
import type { SignedTransaction } from "../../foundation/chain/signed-transaction.ts";

export interface SendPorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "tip" | "send">;
  /** What a wallet holds, at most two seconds old. */
  readonly heldBy: (wallet: string) => Promise<Lamports>;
}

const BALANCE_HOLDS_MS = 2_000;

/** What wallets hold, each asked for at most once in two seconds. */
export function heldByWallets({
  chain,
  clock,
}: {
  readonly chain: Pick<Chain, "balance">;
  readonly clock: Clock;
}) {
  const balanceOf = cachedAnswers<Lamports>(clock, BALANCE_HOLDS_MS);
  return (wallet: string): Promise<Lamports> => balanceOf(wallet, () => chain.balance(wallet));
}

interface PreparedPayment {
  /** Of the bet or the prepared deposit. */
  readonly paymentId: string;
  readonly wallet: string;
  readonly lamports: Lamports;
  readonly lastValidBlockHeight: bigint;
}

export type SendRefusal = "BET_EXPIRED" | "INSUFFICIENT_BALANCE" | "RATE_LIMITED" | "CHAIN_UNAVAILABLE";

type Sent = Result<{ readonly signature: string }, SendRefusal>;

const MAX_REMEMBERED = 10_000;
/** What this process has sent or is sending, by signature. */
const sendsByDatabase = new WeakMap<Db, LRUCache<string, Promise<Sent>>>();

/**
 * Sends a payment that was prepared and that its player signed, once (rule LIMITS-42). Whoever submits it again, even
 * signed in another way, gets the signature that was sent. It must be able to land: not expired, and covered by what
 * its payer holds. A failed attempt may be repeated.
 *
 * The signature is stored before the transaction is sent, so a process that ends in between has sent nothing. Another
 * process therefore sends the stored transaction once more, unless it is in the books: so each process sends a payment
 * at most once, and the chain takes it once.
 */
export async function sendPayment(
  ports: SendPorts,
  prepared: PreparedPayment,
  signed: SignedTransaction,
): Promise<Sent> {
  const { db, chain } = ports;
  const final = await orUnavailable(chain.tip());
  if (!final) return refuse("CHAIN_UNAVAILABLE");
  if (final.blockHeight > prepared.lastValidBlockHeight) {
    const earlier = (await isCounted(db, signed.signature))
      ? signed.signature
      : await signatureSent(db, prepared.paymentId);
    return earlier === null ? refuse("BET_EXPIRED") : ok({ signature: earlier });
  }
  const sends = sendsByDatabase.get(db) ?? new LRUCache<string, Promise<Sent>>({ max: MAX_REMEMBERED });
  sendsByDatabase.set(db, sends);
  const known = sends.get(signed.signature);
  if (known) return known;
  const send = storeAndSend(ports, prepared, signed).catch(refuseUnsent);
  sends.set(signed.signature, send);
  try {
    const sent = await send;
    if (!sent.ok) sends.delete(signed.signature);
    return sent;
  } catch (error) {
    sends.delete(signed.signature);
    throw error;
  }
}

async function storeAndSend(
  { db, chain, heldBy }: SendPorts,
  { paymentId, wallet, lamports, lastValidBlockHeight }: PreparedPayment,
  { wire, signature }: SignedTransaction,
): Promise<Sent> {
  if ((await signatureSent(db, paymentId)) === null) {
    const left = (await heldBy(wallet)) - lamports - networkFeeOf(Buffer.from(wire).toString("base64"));
    if (left < 0n || (left > 0n && left < RENT_EXEMPT_MINIMUM)) {
      return refuse("INSUFFICIENT_BALANCE", {
        message: "Your wallet does not hold this amount and the network's fee",
      });
    }
    const stored = await db
      .insert(sentPayments)
      .values({ paymentId, wallet, signature, lastValidBlockHeight })
      .onConflictDoNothing()
      .returning();
    if (stored.length > 0) {
      await sendOrForget({ db, chain }, paymentId, wire);
      return ok({ signature });
    }
  }
  const earlier = (await signatureSent(db, paymentId)) ?? signature;
  if (earlier === signature && !(await isCounted(db, signature))) await chain.send(wire);
  return ok({ signature: earlier });
}

function refuseUnsent(error: unknown): Promise<Sent> {
  if (error instanceof NoRoom) {
    const message = "Too many payments are being sent. Please try again.";
    return Promise.resolve(refuse("RATE_LIMITED", { message }));
  }
  return orUnavailable(Promise.reject<never>(error)).then(() => refuse("CHAIN_UNAVAILABLE"));
}

/** The signature that was stored to be sent for a bet or a prepared deposit; null if none was. */
export async function signatureSent(db: Db, paymentId: string): Promise<string | null> {
  const [sent] = await db.select().from(sentPayments).where(eq(sentPayments.paymentId, paymentId));
  return sent?.signature ?? null;
}

async function isCounted(db: Db, signature: string): Promise<boolean> {
  const [counted] = await db.select().from(deposits).where(eq(deposits.signature, signature));
  return counted !== undefined;
}

/** What was not sent, as far as is known, may be sent again. */
async function sendOrForget(
  { db, chain }: Pick<SendPorts, "db" | "chain">,
  paymentId: string,
  wire: Uint8Array,
) {
  try {
    await chain.send(wire);
  } catch (error) {
    await db.delete(sentPayments).where(eq(sentPayments.paymentId, paymentId));
    throw error;
  }
}
