import type { Lamports } from "../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import type { ConfirmPorts } from "./confirm-bet.ts";
import { findPayment, type FindRefusal } from "./find-payment.ts";

/**
 * Counts a payment into the balance now instead of at the watcher's next poll (rule BET-22). The chain shows what it
 * brought and whose it is; repeating the call gives the same answer. Answers what went to the caller's balance.
 */
export async function confirmDeposit(
  ports: ConfirmPorts,
  { wallet, signature }: { readonly wallet: string; readonly signature: string },
): Promise<Result<Lamports, FindRefusal | "PAYMENT_MISMATCH">> {
  const found = await findPayment(ports, { signature, wallet });
  if (!found.ok) return found;
  const payment = found.value;
  const own = payment?.sources.find((source) => source.wallet === wallet);
  // A bet's payment is counted by its own confirmation.
  if (!payment || !own || payment.betId !== null) return refuse("PAYMENT_MISMATCH");
  const { outcome } = await ports.depositProcessor.process(payment);
  return outcome === "credit" ? ok(own.lamports) : refuse("PAYMENT_MISMATCH");
}
