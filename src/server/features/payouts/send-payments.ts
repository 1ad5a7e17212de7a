import { type PacePorts } from "../../foundation/chain/asking-pace.ts";
import type { Rest } from "../../foundation/loop.ts";
import { ChainUnavailable } from "../../foundation/ports.ts";
import { type ClassifiedPayment, classifyPayments } from "./classify-payments.ts";
import { followPayments, noteStatus } from "./follow-payments.ts";
import { type OpenPayment, readOpenPayments } from "./open-payments.ts";
import { reasonsToAsk } from "./reasons-to-ask.ts";
import { failuresOf, nextSigningAt, SentTimes } from "./retry-pace.ts";
import { type SendPorts, signAndSend } from "./sign-payments.ts";

/**
 * One round of the payment worker (rule MONEY-11). Several may run at the same time, in this process or in others: each
 * change is made under the payments' row locks and only for payments that nothing changed meanwhile. No lock is held
 * while the chain is asked. Sends without effect are retried with increasing delays (rule PAYOUTS-4); without `sent`
 * everything is sent at once.
 *
 * @testing runs a single round, no matter when the worker last asked
 */
export async function sendPayments(ports: SendPorts, sent = new SentTimes()): Promise<void> {
  const open = await readOpenPayments(ports.db);
  if (open.length > 0) await advanceAll(ports, open, sent);
}

function advanceAll(ports: SendPorts, open: readonly OpenPayment[], sent: SentTimes): Promise<Advanced> {
  sent.keepOnly(open);
  const now = ports.clock.now();
  return advancePayments(ports, open, (one) => signingAt(one) <= now, sent);
}

function signingAt({ open, state }: ClassifiedPayment): number {
  const failures = state.type === "memo-failed" ? failuresOf(open.payment, state.charged) : 0;
  return nextSigningAt(open, failures);
}

/**
 * The same step for some payments, because an admin asks for it. All others are read too: what they may still take from
 * a wallet cannot be spent twice.
 */
export async function advanceSome(ports: SendPorts, ids: readonly string[]): Promise<void> {
  const isWanted = ({ payment }: OpenPayment) => ids.includes(payment.id);
  const open = await readOpenPayments(ports.db);
  if (!open.some(isWanted)) return;
  await advancePayments(ports, open, (one) => isWanted(one.open), new SentTimes());
}

/** While there is nothing to pay: how long a payment can go unnoticed if its notification is missed (rule IDLE-5). */
const LOOK_EVERY_MS = 5_000;

/** The worker's rounds, which ask the node when there is a reason to (rule LIMITS-18). */
export function paymentRounds(ports: SendPorts & PacePorts): () => Promise<Rest> {
  const reasons = reasonsToAsk(ports);
  const sent = new SentTimes();
  let isUnderWay = false;
  return async () => {
    const open = await readOpenPayments(ports.db);
    if (open.length === 0) return LOOK_EVERY_MS;
    if (!isUnderWay && !reasons.isDue(open)) return;
    reasons.noteAsked(open);
    const { classified, isOutOfTime } = await advanceAll(ports, open, sent);
    reasons.noteFound(classified);
    isUnderWay = isOutOfTime;
  };
}

interface Advanced {
  /** Empty when the chain gave no answer. */
  readonly classified: readonly ClassifiedPayment[];
  /** Some payments that could have been sent were not sent yet. */
  readonly isOutOfTime: boolean;
}

/** The step that every open payment takes; of the unsigned ones, only the wanted ones are signed. */
async function advancePayments(
  ports: SendPorts,
  open: readonly OpenPayment[],
  isWanted: (one: ClassifiedPayment) => boolean,
  sent: SentTimes,
): Promise<Advanced> {
  const classified = await classifyIfPossible(ports, open);
  if (!classified) return { classified: [], isOutOfTime: false };
  await followPayments(ports, classified, sent);
  const unsigned = classified
    .filter((one) => isUnsigned(one.state.type) && isWanted(one))
    .map(({ open: one }) => one);
  if (unsigned.length === 0 || !ports.vault.isUnlocked()) return { classified, isOutOfTime: false };
  const inFlight = classified.filter(({ state }) => state.type === "unexpired");
  return { classified, isOutOfTime: await signAndSend(ports, unsigned, inFlight, sent) };
}

/** Nothing of it can land that would count. */
const isUnsigned = (state: ClassifiedPayment["state"]["type"]): boolean =>
  state === "unsigned" || state === "memo-failed";

/** Null when the chain gives no answer; what was sent is then marked `unknown`, a state of its own. */
async function classifyIfPossible(
  ports: SendPorts,
  open: readonly OpenPayment[],
): Promise<readonly ClassifiedPayment[] | null> {
  try {
    return await classifyPayments(ports.chain, open);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    ports.log.warn({ err: error, payments: open.length }, "the chain does not answer about payments");
    const sent = open.map(({ payment }) => payment).filter(({ status }) => status === "sent");
    await noteStatus(ports, sent, { from: "sent", to: "unknown" });
    return null;
  }
}
