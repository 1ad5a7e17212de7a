import { ChainUnavailable } from "../ports.ts";
import { bidOf } from "./affordable-payments.ts";
import { readOpenPayment } from "./open-payments.ts";
import { SentTimes } from "./retry-pace.ts";
import { type SendPorts, sendTogether } from "./sign-payments.ts";

/**
 * Signs an anchor that nothing was signed of yet and sends it, without a look at any other payment: the lock memo of a race,
 * which waits for where it lands (rule FAIR-15). What the house wallet holds is not compared, for it has paid the fee of
 * the race's commitment a moment ago. Whatever comes of it, the worker's rounds go on from there.
 */
export async function sendAnchorAtOnce(ports: SendPorts, paymentId: string): Promise<void> {
  const { chain, vault, isLocal, bidFor, log } = ports;
  const open = await readOpenPayment(ports.db, paymentId);
  if (open === null || open.attempts.length > 0 || open.payment.kind !== "anchor") return;
  const source = open.payment.sourceAddress ?? (await vault.address(open.payment.source));
  if (source === null || !vault.isUnlocked()) return;
  try {
    const [lifetime, fundedBy, bid] = await Promise.all([
      chain.latestBlockhash(),
      isLocal ? null : chain.fundedBy(source),
      bidOf(bidFor, open, source),
    ]);
    if (isLocal || fundedBy !== null)
      await sendTogether(ports, [{ open, source, fundedBy, bid }], lifetime, new SentTimes());
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn(
      { err: error, payment: paymentId },
      "the chain does not answer while an anchor is to be sent at once",
    );
  }
}
