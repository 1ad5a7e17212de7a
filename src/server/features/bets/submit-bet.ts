import { ok, type Result, refuse } from "../../../domain/result.ts";
import { type BetRow, findBet } from "./queries.ts";
import type { Logger } from "../../foundation/log.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { betMemoIn } from "./read-deposit.ts";
import { sendPayment, type SendPorts, type SendRefusal, signatureSent } from "./send-payment.ts";
import { decodeSigned } from "../../foundation/chain/signed-transaction.ts";
import { blockhashOf, soleTransferIn } from "./sole-transfer.ts";

interface Ports extends SendPorts {
  readonly log: Logger;
  readonly houseAddresses: HouseAddresses;
}

interface SignedBet {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  /** base64 of the wire form. */
  readonly signedTransaction: string;
}

export type SubmitRefusal = SendRefusal | "BET_NOT_FOUND" | "TRANSACTION_INVALID" | "TRANSACTION_NOT_YOURS";

/**
 * Broadcasts a bet that its player signed. It must be the transaction that was prepared, or the same payment with the
 * instructions that wallets add, and carry the player's valid signature (rules BET-2 and LIMITS-42). A bet that is no
 * longer prepared is not sent.
 */
export async function submitBet(
  { log, houseAddresses, ...ports }: Ports,
  { raceId, betId, wallet, signedTransaction }: SignedBet,
): Promise<Result<{ readonly signature: string }, SubmitRefusal>> {
  const bet = await findBet(ports.db, betId);
  if (
    !bet ||
    bet.wallet !== wallet ||
    bet.raceId !== raceId ||
    bet.message === null ||
    bet.lastValidBlockHeight === null
  ) {
    return refuse("BET_NOT_FOUND");
  }
  const earlier =
    bet.status === "prepared" ? null : (bet.signature ?? (await signatureSent(ports.db, betId)));
  if (bet.status === "expired" && earlier === null) return refuse("BET_EXPIRED");
  const signed = decodeSigned(signedTransaction, wallet);
  if (!signed) return refuse("TRANSACTION_INVALID", { field: "signedTransaction" });
  const isPrepared = Buffer.from(signed.message).toString("base64") === bet.message;
  if (!isPrepared && !paysFor(bet, signed.message, await houseAddresses.refresh())) {
    return refuse("TRANSACTION_NOT_YOURS", { field: "signedTransaction" });
  }
  if (bet.status !== "prepared") return earlier === null ? refuse("BET_EXPIRED") : ok({ signature: earlier });
  const { stake: lamports, lastValidBlockHeight } = bet;
  const sent = await sendPayment(ports, { paymentId: betId, wallet, lamports, lastValidBlockHeight }, signed);
  if (sent.ok) log.info({ betId, raceId, signature: sent.value.signature }, "bet submitted");
  return sent;
}

/** The same rules by which a deposit becomes a bet, applied to a message that is not on the chain yet. */
function paysFor(bet: BetRow, message: Uint8Array, house: ReadonlyMap<string, string>): boolean {
  const payment = soleTransferIn(message, house);
  return (
    payment !== null &&
    bet.message !== null &&
    payment.blockhash === blockhashOf(bet.message) &&
    payment.destination === bet.depositAddress &&
    payment.source === bet.wallet &&
    payment.lamports === bet.stake &&
    bet.memo !== null &&
    betMemoIn(payment.instructions) === bet.memo
  );
}
