import { ok, type Result, refuse } from "../../domain/result.ts";
import { type BetRow, findBet } from "./queries.ts";
import type { Db } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { Chain } from "../ports.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { betMemo } from "../../domain/memo.ts";
import { memoOfBet } from "./bet-transaction.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { betNamedBy } from "./read-deposit.ts";
import { decodeSigned, soleTransferIn } from "./signed-transaction.ts";

interface Ports {
  readonly db: Db;
  readonly log: Logger;
  readonly chain: Pick<Chain, "send">;
  readonly houseAddresses: HouseAddresses;
}

interface SignedBet {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  /** base64 of the wire form. */
  readonly signedTransaction: string;
}

export type SubmitRefusal =
  | "BET_NOT_FOUND"
  | "BET_EXPIRED"
  | "TRANSACTION_INVALID"
  | "TRANSACTION_NOT_YOURS"
  | "CHAIN_UNAVAILABLE";

/**
 * Broadcasts a bet that its player signed. It must be the transaction that was prepared, or the same payment with the
 * instructions that wallets add, and carry the player's valid signature (rule BET-2). Submitting again is harmless: the
 * chain accepts a transaction once.
 */
export async function submitBet(
  { db, log, chain, houseAddresses }: Ports,
  { raceId, betId, wallet, signedTransaction }: SignedBet,
): Promise<Result<{ readonly signature: string }, SubmitRefusal>> {
  const bet = await findBet(db, betId);
  if (!bet || bet.wallet !== wallet || bet.raceId !== raceId || bet.message === null) {
    return refuse("BET_NOT_FOUND");
  }
  if (bet.status === "expired") return refuse("BET_EXPIRED");
  const signed = decodeSigned(signedTransaction, wallet);
  if (!signed) return refuse("TRANSACTION_INVALID", { field: "signedTransaction" });
  const isPrepared = Buffer.from(signed.message).toString("base64") === bet.message;
  if (!isPrepared && !paysFor(bet, signed.message, await houseAddresses.refresh())) {
    return refuse("TRANSACTION_NOT_YOURS", { field: "signedTransaction" });
  }
  const wasSent = await orUnavailable(chain.send(signed.wire).then(() => true));
  if (wasSent === null) return refuse("CHAIN_UNAVAILABLE");
  log.info({ betId, raceId, signature: signed.signature }, "bet submitted");
  return ok({ signature: signed.signature });
}

/** The same rules by which a deposit becomes a bet, applied to a message that is not on the chain yet. */
function paysFor(bet: BetRow, message: Uint8Array, house: ReadonlyMap<string, string>): boolean {
  const payment = soleTransferIn(message, house);
  const named = payment && betNamedBy(payment.instructions);
  return (
    payment !== null &&
    payment.source === bet.wallet &&
    payment.lamports === bet.stake &&
    named !== null &&
    betMemo(named.betId, named.commitment) === memoOfBet(bet)
  );
}
