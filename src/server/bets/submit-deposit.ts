import { ok, type Result, refuse } from "../../domain/result.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { Chain } from "../ports.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { isMeantForBalance } from "./read-deposit.ts";
import { decodeSigned, soleTransferIn } from "./signed-transaction.ts";

interface Ports {
  readonly chain: Pick<Chain, "send">;
  readonly houseAddresses: HouseAddresses;
}

/**
 * Broadcasts a payment into the balance that its player signed, for wallets that sign but do not send: a single
 * transfer from the player's own wallet to a deposit wallet, with a deposit's memo (rule BET-22). Submitting again is
 * harmless.
 */
export async function submitDeposit(
  { chain, houseAddresses }: Ports,
  { wallet, signedTransaction }: { readonly wallet: string; readonly signedTransaction: string },
): Promise<
  Result<
    { readonly signature: string },
    "TRANSACTION_INVALID" | "TRANSACTION_NOT_YOURS" | "CHAIN_UNAVAILABLE"
  >
> {
  const signed = decodeSigned(signedTransaction, wallet);
  if (!signed) return refuse("TRANSACTION_INVALID", { field: "signedTransaction" });
  const payment = soleTransferIn(signed.message, await houseAddresses.refresh());
  if (payment?.source !== wallet || payment.lamports === 0n || !isMeantForBalance(payment.instructions)) {
    return refuse("TRANSACTION_NOT_YOURS", { field: "signedTransaction" });
  }
  const wasSent = await orUnavailable(chain.send(signed.wire).then(() => true));
  if (wasSent === null) return refuse("CHAIN_UNAVAILABLE");
  return ok({ signature: signed.signature });
}
