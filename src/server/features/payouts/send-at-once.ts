import { ChainUnavailable } from "../../foundation/ports.ts";
import { bidOf } from "./affordable-payments.ts";
import { readOpenPayment } from "./open-payments.ts";
import { SentTimes } from "./retry-pace.ts";
import { type SendPorts, sendTogether } from "./sign-payments.ts";

/**
 * Signs and sends an anchor of which nothing was signed yet, without looking at any other payment: the lock memo of a
 * race, which waits to see where the memo lands (rule FAIR-15). The house wallet's holdings are not checked, since the
 * race was created with one that can pay, and payments and sweeps leave that in it. Whatever happens, the worker's rounds
 * continue from there.
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
