import { eq } from "drizzle-orm";
import { refuse, type Result } from "../../../domain/result.ts";
import { preparedDeposits } from "../../foundation/db/schema/bets.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { depositNamedBy } from "./read-deposit.ts";
import { sendPayment, type SendPorts, type SendRefusal } from "./send-payment.ts";
import { decodeSigned } from "../../foundation/chain/signed-transaction.ts";
import { soleTransferIn } from "./sole-transfer.ts";

interface Ports extends SendPorts {
  readonly houseAddresses: HouseAddresses;
}

/**
 * Broadcasts a payment into the balance that its player signed, for wallets that sign but do not send: the transfer
 * that was prepared, with the instructions that wallets add (rules BET-22 and LIMITS-42).
 */
export async function submitDeposit(
  { houseAddresses, ...ports }: Ports,
  { wallet, signedTransaction }: { readonly wallet: string; readonly signedTransaction: string },
): Promise<
  Result<{ readonly signature: string }, SendRefusal | "TRANSACTION_INVALID" | "TRANSACTION_NOT_YOURS">
> {
  const signed = decodeSigned(signedTransaction, wallet);
  if (!signed) return refuse("TRANSACTION_INVALID", { field: "signedTransaction" });
  const payment = soleTransferIn(signed.message, await houseAddresses.refresh());
  const id = payment && depositNamedBy(payment.instructions);
  const [prepared] =
    id === null ? [] : await ports.db.select().from(preparedDeposits).where(eq(preparedDeposits.id, id));
  const isPrepared =
    payment !== null &&
    prepared?.wallet === wallet &&
    payment.source === wallet &&
    payment.destination === prepared.depositAddress &&
    payment.lamports === prepared.lamports &&
    payment.blockhash === prepared.blockhash;
  if (!isPrepared) {
    return refuse("TRANSACTION_NOT_YOURS", { field: "signedTransaction", message: NOT_PREPARED });
  }
  const sent = await sendPayment(ports, { ...prepared, paymentId: prepared.id }, signed);
  return !sent.ok && sent.code === "BET_EXPIRED" ? refuse(sent.code, { message: NOT_PREPARED }) : sent;
}

const NOT_PREPARED = "This payment was not prepared, or has expired. Please make it again.";
