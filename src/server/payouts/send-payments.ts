import { and, eq, inArray, isNull } from "drizzle-orm";
import type { HouseKeys } from "../house-keys.ts";
import type { Logger } from "../log.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { inTransaction } from "../db/transaction.ts";
import { type Chain, ChainUnavailable, type SignatureStatus } from "../ports.ts";
import { type SignedAttempt, signPayment } from "./compose-payment.ts";
import {
  type ChargedAttempt,
  completePayment,
  type EndPorts,
  failPayment,
  keepAsBalance,
  lockAsRead,
} from "./end-payment.ts";
import { haltedBecause } from "./halt.ts";
import { inParallel } from "./in-parallel.ts";
import { type AttemptRow, type OpenPayment, type PaymentRow, readOpenPayments } from "./open-payments.ts";
import { type Fate, fateOf } from "./payment-fate.ts";
import { type Affordable, chooseAffordable, RENT_EXEMPT_MINIMUM } from "./purse.ts";
import { requestSweep } from "./sweep.ts";

export interface SendPorts extends EndPorts {
  readonly chain: Chain;
  readonly vault: HouseKeys;
  readonly log: Logger;
}

const parallelPayments = 8;

/** One payment, what the chain says of it, and so what it needs. */
interface Judged {
  readonly open: OpenPayment;
  readonly fate: Fate;
}

/**
 * One round of the payment worker (rule MONEY-11). Several may run at the same time, in this process or in
 * others: each change is made under the payment's row lock and only if nothing changed meanwhile. No lock is
 * held while the chain is asked.
 */
export async function sendPayments(ports: SendPorts): Promise<void> {
  const open = await readOpenPayments(ports.db);
  if (open.length > 0) await advancePayments(ports, open);
}

/** The step that every open payment takes, whether a round or an admin's retry brings it here. */
export async function advancePayments(ports: SendPorts, open: readonly OpenPayment[]): Promise<void> {
  const judged = await judge(ports, open);
  if (!judged) return;
  await inParallel(judged, parallelPayments, (one) => follow(ports, one));
  const unsigned = judged.filter(({ fate }) => fate.type === "unsigned").map(({ open: one }) => one);
  if (unsigned.length === 0 || !ports.vault.isUnlocked()) return;
  const inFlight = judged.filter(({ fate }) => fate.type === "alive" || fate.type === "landed");
  await signAndSend(ports, unsigned, inFlight);
}

/** Null when the chain gives no answer: what was sent is then `unknown`, a state of its own. */
async function judge(
  { db, chain, log }: SendPorts,
  open: readonly OpenPayment[],
): Promise<readonly Judged[] | null> {
  const signatures = open.flatMap(({ attempts }) => attempts.map(({ signature }) => signature));
  try {
    // The height first, then the statuses: see `fateOf`.
    const { slot, blockHeight: height } = await chain.tip("finalized");
    const statuses = await readStatuses(chain, signatures, slot);
    return open.map((one) => ({ open: one, fate: fateOf(one, { height, statuses }) }));
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

async function readStatuses(chain: Chain, signatures: readonly string[], asOf: bigint) {
  const found = signatures.length === 0 ? [] : await chain.signatureStatuses(signatures, { asOf });
  const statuses = new Map<string, SignatureStatus>();
  for (const [place, signature] of signatures.entries()) {
    const status = found[place];
    if (status) statuses.set(signature, status);
  }
  return statuses;
}

/** Everything but signing: booking the end, noting what was seen, sending the same bytes again. */
async function follow(ports: SendPorts, { open, fate }: Judged): Promise<void> {
  const { payment } = open;
  if (fate.type !== "unsigned" && payment.status === "unknown") await noteSent(ports, payment.id);
  switch (fate.type) {
    case "paid": {
      const [paid, ...charged] = await readFees(ports.chain, [fate.by, ...fate.charged]);
      if (!paid) return;
      await completePayment(ports, payment.id, { ...paid, charged });
      return notePassed(ports, payment, "payment final");
    }
    case "failed": {
      const charged = await readFees(ports.chain, fate.charged);
      ports.log.error({ payment: payment.id, error: fate.error }, "a payment failed on the chain");
      return failPayment(ports, open, { error: fate.error, charged });
    }
    case "landed":
      if (!fate.isConfirmed || payment.confirmedAt) return;
      await noteConfirmed(ports, payment.id);
      return notePassed(ports, payment, "payment landed");
    case "alive":
      for (const attempt of fate.attempts) await sendBytes(ports, attempt);
      return notePassed(ports, payment, "payment sent again");
    case "unsigned":
      return;
  }
}

/** What the network took for attempts that are final. */
async function readFees(chain: Chain, attempts: readonly AttemptRow[]): Promise<readonly ChargedAttempt[]> {
  return Promise.all(
    attempts.map(async ({ signature }) => {
      const transaction = await chain.transaction(signature, "finalized");
      if (!transaction)
        throw new ChainUnavailable(`the node does not have the final transaction ${signature}`);
      return { signature, networkFee: transaction.fee };
    }),
  );
}

async function noteSent({ db }: SendPorts, paymentId: string) {
  await db
    .update(payments)
    .set({ status: "sent" })
    .where(and(eq(payments.id, paymentId), eq(payments.status, "unknown")));
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
  inFlight: readonly Judged[],
): Promise<void> {
  const { db, chain, vault } = ports;
  const halted = await haltedBecause(db);
  // An anchor moves no money; races go on while the books are checked.
  const allowed = halted === null ? unsigned : unsigned.filter(({ payment }) => payment.kind === "anchor");
  const sendable = await withoutDust(ports, allowed);
  const { affordable, missingInHot } = await chooseAffordable({ chain, vault }, sendable, inFlight);
  await dropVainSweeps(ports, sendable, affordable);
  if (missingInHot > 0n && halted === null) await requestSweep(ports, inFlight);
  const lifetime = await chain.latestBlockhash();
  const send = async ({ open, source }: Affordable) => {
    const { destination, lamports, memo } = open.payment;
    const signed = await signPayment({ source, destination, lamports, memo }, lifetime, vault);
    if (!signed.ok) return;
    const stored = await storeAttempt(ports, open, signed.value);
    if (!stored) return;
    const { id, kind } = open.payment;
    ports.log.debug({ payment: id, kind, signature: signed.value.signature }, "payment signed");
    await sendBytes(ports, signed.value);
    notePassed(ports, open.payment, "payment sent");
  };
  // A race waits for its anchor, so no anchor waits for a payment.
  const isAnchor = ({ open }: Affordable) => open.payment.kind === "anchor";
  await inParallel(affordable.filter(isAnchor), parallelPayments, send);
  await inParallel(
    affordable.filter((payment) => !isAnchor(payment)),
    parallelPayments,
    send,
  );
}

/** For an operator who follows one payment through the log. */
function notePassed({ log }: SendPorts, { id, kind }: PaymentRow, point: string) {
  log.debug({ payment: id, kind }, point);
}

/** A payout too small to open an account stays on the balance (rule MONEY-10). */
async function withoutDust(ports: SendPorts, unsigned: readonly OpenPayment[]) {
  const kept: OpenPayment[] = [];
  for (const open of unsigned) {
    const { destination, lamports } = open.payment;
    const mayBeDust = destination !== null && lamports < RENT_EXEMPT_MINIMUM;
    if (mayBeDust && (await ports.chain.balance(destination, "confirmed")) + lamports < RENT_EXEMPT_MINIMUM) {
      await keepAsBalance(ports, open, "It is too small for an empty wallet.");
    } else kept.push(open);
  }
  return kept;
}

/**
 * A sweep that its wallet cannot pay for was asked for by what a node told that lags, before it knew of the last
 * sweep. It would wait for ever, and no other is asked for meanwhile.
 */
async function dropVainSweeps(
  ports: SendPorts,
  wanted: readonly OpenPayment[],
  affordable: readonly Affordable[],
): Promise<void> {
  const payable = new Set(affordable.map(({ open }) => open.payment.id));
  for (const open of wanted) {
    if (open.payment.kind !== "sweep" || payable.has(open.payment.id)) continue;
    await keepAsBalance(ports, open, "The deposit wallet does not hold so much.");
  }
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
  { chain, log }: SendPorts,
  { signature, wire }: Pick<AttemptRow, "signature" | "wire">,
) {
  try {
    await chain.send(new Uint8Array(Buffer.from(wire, "base64")));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.debug({ err: error, signature }, "no answer to a sent payment");
  }
}
