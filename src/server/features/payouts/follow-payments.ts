import { and, eq } from "drizzle-orm";
import { isOneOf } from "../../foundation/db/is-one-of.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { inParallel } from "../../foundation/in-parallel.ts";
import { notifyBalances } from "../../foundation/notifications/notify-balances.ts";
import { ChainUnavailable } from "../../foundation/ports.ts";
import { attemptFacts } from "./attempt-facts.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import {
  chargeAttempts,
  type ChargedAttempt,
  completePayments,
  failPayment,
  findUnbooked,
  type PaidPayment,
} from "./end-payment.ts";
import { readFees, readFeesOfPaid } from "./final-fees.ts";
import { inSlices } from "./in-slices.ts";
import type { AttemptRow, OpenPayment, PaymentRow } from "./open-payments.ts";
import type { PaymentState } from "./payment-state.ts";
import type { SentTimes } from "./retry-pace.ts";
import { namesOf, sendInTurn, type SendPorts } from "./sign-payments.ts";

type InState<Type extends PaymentState["type"]> = ClassifiedPayment & {
  readonly state: Extract<PaymentState, { readonly type: Type }>;
};

/**
 * Everything except signing: books the ends of payments, notes what was seen, and sends the same bytes again, each step
 * for many payments at once (rules MONEY-11 and PAYOUTS-7). A failure for some payments does not affect the others.
 */
export async function followPayments(
  ports: SendPorts,
  classified: readonly ClassifiedPayment[],
  sent: SentTimes,
): Promise<void> {
  const of = <Type extends PaymentState["type"]>(type: Type) =>
    classified.filter((one): one is InState<Type> => one.state.type === type);
  const steps = [
    () => noteUnknown(ports, classified),
    () => bookPaid(ports, of("paid")),
    () => inParallel(of("failed"), 1, (one) => bookFailed(ports, one)),
    () => inParallel(of("memo-failed"), 1, (one) => bookFailedMemo(ports, one)),
    () => sendAgain(ports, of("unexpired"), sent),
  ];
  await inParallel(steps, 1, (step) => step());
}

const rowOf = ({ open }: ClassifiedPayment): PaymentRow => open.payment;

async function noteUnknown(ports: SendPorts, classified: readonly ClassifiedPayment[]): Promise<void> {
  const isUnknown = ({ state }: ClassifiedPayment) => state.type === "unknown";
  const wasUnknown = (one: ClassifiedPayment) => rowOf(one).status === "unknown";
  const lost = classified.filter((one) => isUnknown(one) && !wasUnknown(one)).map(rowOf);
  const found = classified.filter((one) => !isUnknown(one) && wasUnknown(one)).map(rowOf);
  for (const payment of lost) ports.log.warn(namesOf(payment), "no node can prove whether a payment landed");
  await noteStatus(ports, lost, { from: "sent", to: "unknown" });
  await noteStatus(ports, found, { from: "unknown", to: "sent" });
}

/** Notes whether sent payments can be followed; every other change of their status is made under their locks. */
export const noteStatus = (
  { db }: Pick<SendPorts, "db">,
  rows: readonly PaymentRow[],
  { from, to }: { readonly from: "sent" | "unknown"; readonly to: "sent" | "unknown" },
): Promise<void> =>
  inSlices(rows, async (slice) => {
    await db
      .update(payments)
      .set({ status: to })
      .where(and(isOneOf(payments.id, idsOf(slice)), eq(payments.status, from)));
  });

const idsOf = (rows: readonly PaymentRow[]) => rows.map(({ id }) => id);

async function bookPaid(ports: SendPorts, paid: readonly InState<"paid">[]): Promise<void> {
  if (paid.length === 0) return;
  const fees = new Map([
    ...(await readFeesOfPaid(
      ports.chain,
      paid.map(({ state }) => state.by),
    )),
    ...(await readFees(ports.chain, signaturesOf(paid.flatMap(({ state }) => state.charged)))),
  ]);
  const known: (PaidPayment & { readonly payment: PaymentRow })[] = [];
  const notShown: string[] = [];
  for (const { open, state } of paid) {
    const by = chargedBy(state.by.attempt, fees);
    const charged = state.charged.map((attempt) => chargedBy(attempt, fees));
    if (by !== null && charged.every((one) => one !== null))
      known.push({ payment: open.payment, paymentId: open.payment.id, by, charged });
    else notShown.push(open.payment.id);
  }
  await inSlices(known, async (slice) => {
    await completePayments(ports, slice);
    // The players' own wallet holdings have changed (rule BET-23).
    notifyBalances(
      ports,
      slice.flatMap(({ payment: { wallet } }) => (wallet === null ? [] : [wallet])),
    );
    for (const { payment, by } of slice)
      ports.log.info({ ...namesOf(payment), signature: by.signature }, "payment final");
  });
  if (notShown.length > 0)
    throw new ChainUnavailable(`the node does not show the final transactions of ${notShown.join(", ")}`);
}

const signaturesOf = (attempts: readonly AttemptRow[]) => attempts.map(({ signature }) => signature);

function chargedBy(attempt: AttemptRow, fees: ReadonlyMap<string, ChargedAttempt["networkFee"]>) {
  const { signature } = attempt;
  const networkFee = fees.get(signature);
  return networkFee === undefined ? null : { signature, signer: attemptFacts(attempt).signer, networkFee };
}

async function bookFailed(ports: SendPorts, { open, state }: InState<"failed">): Promise<void> {
  const charged = await readCharged(ports, open, state.charged);
  ports.log.error({ ...namesOf(open.payment), error: state.error }, "a payment failed on the chain");
  await failPayment(ports, open, { error: state.error, charged });
}

/** The fee is booked as soon as it is final, while the memo is tried again (rules PAYOUTS-5 and INV-2). */
async function bookFailedMemo(ports: SendPorts, { open, state }: InState<"memo-failed">): Promise<void> {
  const unbooked = await findUnbooked(ports.db, state.charged);
  if (unbooked.length === 0) return;
  await chargeAttempts(ports, open, await readCharged(ports, open, unbooked));
  ports.log.warn(namesOf(open.payment), "a memo failed on the chain and is tried again");
}

/** @throws ChainUnavailable when the node does not show one of them. */
async function readCharged(
  { chain }: SendPorts,
  { payment }: OpenPayment,
  attempts: readonly AttemptRow[],
): Promise<readonly ChargedAttempt[]> {
  const fees = await readFees(chain, signaturesOf(attempts));
  const charged = attempts.map((attempt) => chargedBy(attempt, fees)).filter((one) => one !== null);
  if (charged.length < attempts.length)
    throw new ChainUnavailable(`the node does not show the final transactions of ${payment.id}`);
  return charged;
}

async function sendAgain(ports: SendPorts, unexpired: readonly InState<"unexpired">[], sent: SentTimes) {
  const now = ports.clock.now();
  const due = unexpired.flatMap(({ open: { payment }, state }) =>
    state.attempts.filter((attempt) => sent.isDue(attempt, now)).map((attempt) => ({ payment, attempt })),
  );
  await sendInTurn(ports, due, sent);
  for (const { payment } of due) ports.log.debug(namesOf(payment), "payment sent again");
}
