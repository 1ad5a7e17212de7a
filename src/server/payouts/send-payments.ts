import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { BEACON_TIMEOUT_MS } from "../../domain/race.ts";
import type { PacePorts } from "../chain/asking-pace.ts";
import { signerOf } from "../chain/compose-transaction.ts";
import type { BidFor } from "../chain/fee-bidder.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Logger } from "../log.ts";
import type { Rest } from "../loop.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { races } from "../db/schema/races.ts";
import { inTransaction } from "../db/transaction.ts";
import { type Chain, ChainUnavailable, type RecentBlockhash } from "../ports.ts";
import { type ClassifiedPayment, classifyPayments } from "./classify-payments.ts";
import { type SignedAttempt, signPayment } from "./compose-payment.ts";
import {
  chargeAttempts,
  type ChargedAttempt,
  completePayment,
  type EndPorts,
  failPayment,
  findUnbooked,
  cancelOpenPayment,
  lockAsRead,
} from "./end-payment.ts";
import { tellBalances } from "../notifications/tell-balances.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { inParallel } from "../in-parallel.ts";
import { type AttemptRow, type OpenPayment, type PaymentRow, readOpenPayments } from "./open-payments.ts";
import { type Affordable, chooseAffordablePayments, RENT_EXEMPT_MINIMUM } from "./affordable-payments.ts";
import { reasonsToAsk } from "./reasons-to-ask.ts";
import { failuresOf, nextSigningAt, SentTimes } from "./retry-pace.ts";
import { requestSweep } from "./sweep.ts";

export interface SendPorts extends EndPorts {
  readonly chain: Chain;
  readonly vault: HouseKeys;
  readonly log: Logger;
  /** On the embedded chain. */
  readonly isLocal: boolean;
  readonly bidFor: BidFor;
}

const PARALLEL_PAYMENTS = 8;

/**
 * One round of the payment worker (rule MONEY-11). Several may run at the same time, in this process or in
 * others: each change is made under the payment's row lock and only if nothing changed meanwhile. No lock is
 * held while the chain is asked. What was sent without effect is tried again ever more slowly (rule PAYOUTS-4); without `sent`
 * everything is sent at once.
 *
 * @testing a round of its own, whenever the worker has asked last
 */
export async function sendPayments(ports: SendPorts, sent = new SentTimes()): Promise<void> {
  const open = await readOpenPayments(ports.db);
  if (open.length > 0) await advanceAll(ports, open, sent);
}

function advanceAll(
  ports: SendPorts,
  open: readonly OpenPayment[],
  sent: SentTimes,
): Promise<readonly ClassifiedPayment[]> {
  sent.keepOnly(open);
  const now = ports.clock.now();
  return advancePayments(ports, open, (one) => signingAt(one) <= now, sent);
}

function signingAt({ open, state }: ClassifiedPayment): number {
  const failures = state.type === "memo-failed" ? failuresOf(open.payment, state.charged) : 0;
  return nextSigningAt(open, failures);
}

/**
 * The same step for some payments, because an admin asks for it. All others are looked at too: what they may still take
 * from a wallet cannot be spent a second time.
 */
export async function advanceSome(ports: SendPorts, ids: readonly string[]): Promise<void> {
  const isWanted = ({ payment }: OpenPayment) => ids.includes(payment.id);
  const open = await readOpenPayments(ports.db);
  if (!open.some(isWanted)) return;
  await advancePayments(ports, open, (one) => isWanted(one.open), new SentTimes());
}

/** While nothing is to be paid, so late is found what no news told of (rule IDLE-5). */
const LOOK_EVERY_MS = 5_000;

/** The worker's rounds, which ask the node when there is a reason to (rule LIMITS-18). */
export function paymentRounds(ports: SendPorts & PacePorts): () => Promise<Rest> {
  const reasons = reasonsToAsk(ports);
  const sent = new SentTimes();
  return async () => {
    const open = await readOpenPayments(ports.db);
    if (open.length === 0) return LOOK_EVERY_MS;
    if (!reasons.isDue(open)) return;
    reasons.noteAsked(open);
    reasons.noteFound(await advanceAll(ports, open, sent));
  };
}

/** The step that every open payment takes; of those that are not signed yet only the wanted ones are. */
async function advancePayments(
  ports: SendPorts,
  open: readonly OpenPayment[],
  isWanted: (one: ClassifiedPayment) => boolean,
  sent: SentTimes,
): Promise<readonly ClassifiedPayment[]> {
  const classified = await classifyIfPossible(ports, open);
  if (!classified) return [];
  await inParallel(classified, PARALLEL_PAYMENTS, (one) => followPayment(ports, one, sent));
  const unsigned = classified
    .filter((one) => isUnsigned(one.state.type) && isWanted(one))
    .map(({ open: one }) => one);
  if (unsigned.length === 0 || !ports.vault.isUnlocked()) return classified;
  const inFlight = classified.filter(({ state }) => state.type === "unexpired" || state.type === "landed");
  await signAndSend(ports, unsigned, inFlight, sent);
  return classified;
}

/** Nothing of it can land that would count. */
const isUnsigned = (state: ClassifiedPayment["state"]["type"]): boolean =>
  state === "unsigned" || state === "memo-failed";

/** Null when the chain gives no answer: what was sent is then `unknown`, a state of its own. */
async function classifyIfPossible(
  { db, chain, log }: SendPorts,
  open: readonly OpenPayment[],
): Promise<readonly ClassifiedPayment[] | null> {
  try {
    return await classifyPayments(chain, open);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ err: error, payments: open.length }, "the chain does not answer about payments");
    const sent = open.filter(({ payment }) => payment.status === "sent").map(({ payment }) => payment.id);
    if (sent.length > 0) {
      await db
        .update(payments)
        .set({ status: "unknown" })
        .where(and(inArray(payments.id, sent), eq(payments.status, "sent")));
    }
    return null;
  }
}

/** Everything but signing: booking the end, noting what was seen, sending the same bytes again. */
async function followPayment(
  ports: SendPorts,
  { open, state }: ClassifiedPayment,
  sent: SentTimes,
): Promise<void> {
  const { payment } = open;
  if (state.type !== "unknown" && payment.status === "unknown") await noteStatus(ports, payment.id, "sent");
  switch (state.type) {
    case "paid": {
      const [paid, ...charged] = await readFees(ports.chain, [state.by, ...state.charged]);
      if (!paid) return;
      await completePayment(ports, payment.id, { ...paid, charged });
      return ports.log.info({ ...namesOf(payment), signature: paid.signature }, "payment final");
    }
    case "failed": {
      const charged = await readFees(ports.chain, state.charged);
      ports.log.error({ ...namesOf(payment), error: state.error }, "a payment failed on the chain");
      return failPayment(ports, open, { error: state.error, charged });
    }
    case "memo-failed":
      return bookFailedMemo(ports, open, state.charged);
    case "landed":
      if (!state.isConfirmed || payment.confirmedAt) return;
      await noteConfirmed(ports, payment.id);
      // What the wallet itself holds has changed (rule BET-23).
      if (payment.wallet !== null) tellBalances(ports, [payment.wallet]);
      return ports.log.info(namesOf(payment), "payment landed");
    case "unexpired": {
      const due = state.attempts.filter((attempt) => sent.isDue(attempt, ports.clock.now()));
      if (due.length === 0) return;
      for (const attempt of due) await sendBytes(ports, attempt, sent);
      return ports.log.debug(namesOf(payment), "payment sent again");
    }
    case "unknown":
      if (payment.status !== "unknown") {
        ports.log.warn(namesOf(payment), "no node can prove whether a payment landed");
      }
      return noteStatus(ports, payment.id, "unknown");
    case "unsigned":
      return;
  }
}

/** What the network took is booked as soon as it is final, while the memo is tried again (rules PAYOUTS-5 and INV-2). */
async function bookFailedMemo(
  ports: SendPorts,
  open: OpenPayment,
  charged: readonly AttemptRow[],
): Promise<void> {
  const unbooked = await findUnbooked(ports.db, charged);
  if (unbooked.length === 0) return;
  await chargeAttempts(ports, open, await readFees(ports.chain, unbooked));
  ports.log.warn(namesOf(open.payment), "a memo failed on the chain and is tried again");
}

/** What the network took for attempts that are final. */
async function readFees(chain: Chain, attempts: readonly AttemptRow[]): Promise<readonly ChargedAttempt[]> {
  return Promise.all(
    attempts.map(async ({ signature, wire }) => {
      const transaction = await chain.transaction(signature, "finalized");
      if (!transaction)
        throw new ChainUnavailable(`the node does not have the final transaction ${signature}`);
      return { signature, signer: signerOf(wire), networkFee: transaction.fee };
    }),
  );
}

/** Whether a payment that was sent can be followed; every other change of its status is made under its lock. */
async function noteStatus({ db }: SendPorts, paymentId: string, status: "sent" | "unknown") {
  const from = status === "sent" ? "unknown" : "sent";
  await db
    .update(payments)
    .set({ status })
    .where(and(eq(payments.id, paymentId), eq(payments.status, from)));
}

async function noteConfirmed({ db, clock }: SendPorts, paymentId: string) {
  await db
    .update(payments)
    .set({ confirmedAt: new Date(clock.now()) })
    .where(and(eq(payments.id, paymentId), isNull(payments.confirmedAt)));
}

async function signAndSend(
  ports: SendPorts,
  unsigned: readonly OpenPayment[],
  inFlight: readonly ClassifiedPayment[],
  sent: SentTimes,
): Promise<void> {
  const { db, chain } = ports;
  const halted = await readHaltReason(db);
  // An anchor moves no money; races go on while the books are checked.
  const allowed = halted === null ? unsigned : unsigned.filter(({ payment }) => payment.kind === "anchor");
  const sendable = await withoutDust(ports, allowed);
  const { affordable, missingInHot } = await chooseAffordablePayments(ports, sendable, inFlight);
  await cancelUnaffordable(ports, sendable, affordable);
  if (missingInHot > 0n && halted === null) await requestSweep(ports);
  if (affordable.length === 0) return;
  const lifetime = await chain.latestBlockhash();
  const send = (payment: Affordable) => sendOne(ports, payment, lifetime, sent);
  // A race waits for its anchor, so no anchor waits for a payment.
  const isAnchor = ({ open }: Affordable) => open.payment.kind === "anchor";
  await inParallel(affordable.filter(isAnchor), PARALLEL_PAYMENTS, send);
  await inParallel(
    affordable.filter((payment) => !isAnchor(payment)),
    PARALLEL_PAYMENTS,
    send,
  );
}

/** Signs one payment, stores the bytes and only then sends them. */
export async function sendOne(
  ports: SendPorts,
  { open, source, fundedBy, bid }: Affordable,
  lifetime: RecentBlockhash,
  sent = new SentTimes(),
): Promise<void> {
  const { destination, lamports, memo } = open.payment;
  const payment = { source, destination, lamports, memo, fundedBy, bid };
  const signed = await signPayment(payment, lifetime, ports.vault);
  if (!signed.ok) return;
  const stored = await storeAttempt(ports, open, signed.value);
  if (!stored) return;
  const { signature } = signed.value;
  ports.log.info({ ...namesOf(open.payment), signature }, "payment signed");
  await sendBytes(ports, signed.value, sent);
  ports.log.info(namesOf(open.payment), "payment sent");
}

/** What an operator who follows a payment, a bet or a race through the log looks for (rule OPERATE-1). */
const namesOf = ({ id: payment, kind, betId, raceId }: PaymentRow) => ({
  payment,
  kind,
  ...(raceId !== null && { raceId }),
  ...(betId !== null && { betId }),
});

/** A payout too small to open an account stays on the balance (rule MONEY-10). */
async function withoutDust(ports: SendPorts, unsigned: readonly OpenPayment[]) {
  const kept: OpenPayment[] = [];
  for (const open of unsigned) {
    const { destination, lamports } = open.payment;
    const mayBeDust = destination !== null && lamports < RENT_EXEMPT_MINIMUM;
    if (mayBeDust && (await ports.chain.balance(destination, "confirmed")) + lamports < RENT_EXEMPT_MINIMUM) {
      await cancelOpenPayment(ports, open, "It is too small for an empty wallet.");
    } else kept.push(open);
  }
  return kept;
}

/**
 * Cancels what no other wallet could pay for. Sweeps: a node that lagged behind had told a balance from before the last
 * sweep; such a sweep would stay open, and no other is requested meanwhile. And lock memos, once their race was refunded for want
 * of them: that of a race that was run is waited for (rule FAIR-15).
 */
async function cancelUnaffordable(
  ports: SendPorts,
  wanted: readonly OpenPayment[],
  affordable: readonly Affordable[],
): Promise<void> {
  const payable = new Set(affordable.map(({ open }) => open.payment.id));
  for (const open of wanted) {
    if (payable.has(open.payment.id) || !(await isUseless(ports, open))) continue;
    await cancelOpenPayment(ports, open, "The wallet does not hold so much.");
  }
}

/** By then a race that its lock memo was to decide has been refunded (rule FAIR-11). */
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

/** Stores what is about to be sent, unless somebody else did so first. Only then may it be sent. */
async function storeAttempt(
  { db, clock }: SendPorts,
  open: OpenPayment,
  attempt: SignedAttempt,
): Promise<boolean> {
  const { payment, attempts } = open;
  return inTransaction(db, async (tx) => {
    if (!(await lockAsRead(tx, open))) return false;
    await tx
      .insert(paymentAttempts)
      .values({ ...attempt, paymentId: payment.id, createdAt: new Date(clock.now()) });
    await tx
      .update(payments)
      .set({ status: "sent", signature: attempt.signature, retries: attempts.length })
      .where(eq(payments.id, payment.id));
    return true;
  });
}

/** No answer means nothing: the next round looks and sends the same bytes again. */
async function sendBytes(
  { chain, clock, log }: SendPorts,
  { signature, wire }: Pick<AttemptRow, "signature" | "wire">,
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
