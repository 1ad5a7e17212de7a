import { and, eq, isNotNull, sql } from "drizzle-orm";
import { lamports as lamportsOf } from "../../../domain/lamports.ts";
import { BEACON_TIMEOUT_MS } from "../../../domain/race-timing.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import type { BidFor } from "../../foundation/chain/fee-bidder.ts";
import { priorityFee } from "../../foundation/chain/priority-fee.ts";
import { type SignedAttempt, signPayment } from "../../foundation/chain/sign-payment.ts";
import { paymentAttempts } from "../../foundation/db/schema/payments.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import { inParallel } from "../../foundation/in-parallel.ts";
import type { Logger } from "../../foundation/log.ts";
import { type Chain, ChainUnavailable, type RecentBlockhash } from "../../foundation/ports.ts";
import { type Affordable, chooseAffordablePayments } from "./affordable-payments.ts";
import { rememberFacts } from "./attempt-facts.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import { cancelOpenPayment, type EndPorts, lockAsRead } from "./end-payment.ts";
import { inSlices, slicesOf } from "./in-slices.ts";
import type { AttemptRow, OpenPayment, PaymentRow } from "./open-payments.ts";
import type { SentTimes } from "./retry-pace.ts";
import { requestSweep } from "./sweep.ts";

export interface SendPorts extends EndPorts {
  readonly chain: Chain;
  readonly vault: HouseKeys;
  readonly log: Logger;
  /** Whether this is the embedded chain. */
  readonly isLocal: boolean;
  readonly bidFor: BidFor;
}

const PARALLEL_SENDS = 8;
/**
 * A round starts no further slice after this long: what landed meanwhile is noted, and no anchor waits longer (rule
 * PAYOUTS-7).
 */
const SEND_FOR_MS = 2_000;

/**
 * Signs and sends what the house wallets can pay for, in the given order but anchors first. True when the round's time
 * ran out before all were sent.
 */
export async function signAndSend(
  ports: SendPorts,
  unsigned: readonly OpenPayment[],
  inFlight: readonly ClassifiedPayment[],
  sent: SentTimes,
): Promise<boolean> {
  const { db, chain, clock } = ports;
  const halted = await readHaltReason(db);
  // An anchor moves no money; races go on while the books are checked.
  const allowed = halted === null ? unsigned : unsigned.filter(isAnchor);
  const sendable = await withoutDust(ports, allowed);
  const { affordable, missingInHot } = await chooseAffordablePayments(ports, sendable, inFlight);
  await cancelUnaffordable(ports, sendable, affordable);
  if (missingInHot > 0n && halted === null) await requestSweep(ports);
  if (affordable.length === 0) return false;
  // What landed with an error is final, so that a blockhash asked for now is of a later block than its own.
  const isNew = affordable.some(({ open }) => open.attempts.length > 0);
  const lifetime = await chain.latestBlockhash({ isNew });
  const untilMs = clock.now() + SEND_FOR_MS;
  // A race waits for its anchor, so no anchor waits for a payment.
  const inTurn = [
    ...affordable.filter(({ open }) => isAnchor(open)),
    ...affordable.filter(({ open }) => !isAnchor(open)),
  ];
  let done = 0;
  for (const slice of slicesOf(inTurn)) {
    if (clock.now() >= untilMs) break;
    await inSlices(slice, (some) => sendTogether(ports, some, lifetime, sent));
    done += slice.length;
  }
  return done < inTurn.length;
}

const isAnchor = ({ payment }: OpenPayment): boolean => payment.kind === "anchor";

/** Signs payments, stores the bytes of all of them in one transaction, and only then sends them. */
export async function sendTogether(
  ports: SendPorts,
  affordable: readonly Affordable[],
  lifetime: RecentBlockhash,
  sent: SentTimes,
): Promise<void> {
  const signed: Signed[] = [];
  for (const { open, source, fundedBy, bid } of affordable) {
    const { destination, lamports, memo } = open.payment;
    const payment = { source, destination, lamports, memo, fundedBy, bid };
    const attempt = await signPayment(payment, lifetime, ports.vault);
    if (!attempt.ok) continue;
    signed.push({ open, attempt: attempt.value });
    const networkFee = lamportsOf(SIGNATURE_FEE + priorityFee(bid));
    rememberFacts(attempt.value.signature, { signer: source, networkFee });
  }
  const stored = await storeAttempts(ports, signed);
  const toSend = stored.map(({ open: { payment }, attempt }) => ({ payment, attempt }));
  for (const { payment, attempt } of toSend)
    ports.log.info({ ...namesOf(payment), signature: attempt.signature }, "payment signed");
  await sendInTurn(ports, toSend, sent);
  for (const { payment } of toSend) ports.log.info(namesOf(payment), "payment sent");
}

interface Signed {
  readonly open: OpenPayment;
  readonly attempt: SignedAttempt;
}

/** The ids by which an operator follows a payment, a bet or a race through the log (rule OPERATE-1). */
export const namesOf = ({ id: payment, kind, betId, raceId }: PaymentRow) => ({
  payment,
  kind,
  ...(raceId !== null && { raceId }),
  ...(betId !== null && { betId }),
});

/**
 * Stores the attempts that are about to be sent, skipping payments for which another worker has already done so.
 * Answers what was stored: nothing else may be sent.
 */
async function storeAttempts(
  { db, clock }: SendPorts,
  signed: readonly Signed[],
): Promise<readonly Signed[]> {
  if (signed.length === 0) return [];
  const createdAt = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const locked = await lockAsRead(
      tx,
      signed.map(({ open }) => open),
    );
    const stored = signed.filter(({ open }) => locked.has(open.payment.id));
    if (stored.length === 0) return [];
    await tx
      .insert(paymentAttempts)
      .values(stored.map(({ open, attempt }) => ({ ...attempt, paymentId: open.payment.id, createdAt })));
    const column = (read: (one: Signed) => string | number) => sql.param(stored.map(read));
    await tx.execute(
      sql`update payments set status = 'sent', signature = signed.signature, retries = signed.retries
            from unnest(
              ${column(({ open }) => open.payment.id)}::text[],
              ${column(({ attempt }) => attempt.signature)}::text[],
              ${column(({ open }) => open.attempts.length)}::integer[]
            ) as signed (id, signature, retries)
           where payments.id = signed.id`,
    );
    return stored;
  });
}

interface ToSend {
  readonly payment: PaymentRow;
  readonly attempt: Pick<AttemptRow, "signature" | "wire">;
}

/** Sends stored bytes, several at a time, in the given order. */
export const sendInTurn = (ports: SendPorts, list: readonly ToSend[], sent: SentTimes): Promise<void> =>
  inParallel(list, PARALLEL_SENDS, ({ attempt }) => sendBytes(ports, attempt, sent));

/** No answer proves nothing: the next round checks and sends the same bytes again. */
async function sendBytes(
  { chain, clock, log }: SendPorts,
  { signature, wire }: ToSend["attempt"],
  sent: SentTimes,
) {
  sent.note(signature, clock.now());
  try {
    await chain.send(new Uint8Array(Buffer.from(wire, "base64")));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.debug({ err: error, signature }, "no answer to a sent payment");
  }
}

/** A payout too small to open an account stays on the balance (rule MONEY-10). */
async function withoutDust(ports: SendPorts, unsigned: readonly OpenPayment[]) {
  const payable: OpenPayment[] = [];
  for (const open of unsigned) {
    const { destination, lamports } = open.payment;
    const mayBeDust = destination !== null && lamports < RENT_EXEMPT_MINIMUM;
    if (mayBeDust && (await ports.chain.balance(destination)) + lamports < RENT_EXEMPT_MINIMUM) {
      await cancelOpenPayment(ports, open, "It is too small for an empty wallet.");
    } else payable.push(open);
  }
  return payable;
}

/**
 * Cancels payments that no other wallet could pay for. Sweeps: a lagging node had reported a balance from before the
 * last sweep; such a sweep would stay open, and no other is requested meanwhile. And lock memos once their race was
 * refunded because they were missing: the memo of a race that was run is still waited for (rule FAIR-15).
 */
async function cancelUnaffordable(
  ports: SendPorts,
  unsigned: readonly OpenPayment[],
  affordable: readonly Affordable[],
): Promise<void> {
  const payable = new Set(affordable.map(({ open }) => open.payment.id));
  for (const open of unsigned) {
    if (payable.has(open.payment.id) || !(await isUseless(ports, open))) continue;
    await cancelOpenPayment(ports, open, "The wallet does not hold so much.");
  }
}

/** By then a race that depended on its lock memo has been refunded (rule FAIR-11). */
const LOCK_OVERDUE_MS = 2 * BEACON_TIMEOUT_MS;

async function isUseless(
  { db, clock }: SendPorts,
  { payment: { kind, sourceAddress, raceId, createdAt } }: OpenPayment,
): Promise<boolean> {
  if (kind !== "anchor" || sourceAddress === null) return kind === "sweep";
  if (raceId === null || clock.now() - createdAt.getTime() <= LOCK_OVERDUE_MS) return false;
  const [started] = await db
    .select({ id: races.id })
    .from(races)
    .where(and(eq(races.id, raceId), isNotNull(races.startsAt)));
  return started === undefined;
}
