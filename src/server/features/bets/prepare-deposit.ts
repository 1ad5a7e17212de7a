import { and, desc, eq, notInArray } from "drizzle-orm";
import type { TransactionVersion } from "../../../contract/bets/transaction-version.ts";
import { type Lamports } from "../../../domain/lamports.ts";
import { depositMemo } from "../../../domain/memo.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { checkCountry } from "../../foundation/books/age-notices.ts";
import { checkBreak } from "../../foundation/books/own-limits.ts";
import type { BidFor } from "../../foundation/chain/fee-bidder.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Db } from "../../foundation/db/database.ts";
import { preparedDeposits } from "../../foundation/db/schema/bets.ts";
import type { Chain, Clock, Entropy } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { composeHousePayment } from "./bet-transaction.ts";
import { chooseDepositWallet, type DepositWallets } from "./choose-deposit-wallet.ts";
import { readEligibility } from "./queries.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "latestBlockhash">;
  readonly bidFor: BidFor;
  readonly vault: DepositWallets;
}

export interface PreparedDeposit {
  readonly depositId: string;
  readonly wire: string;
  readonly lastValidBlockHeight: bigint;
  readonly depositAddress: string;
}

interface DepositRequest {
  readonly wallet: string;
  readonly amount: Lamports;
  /** Of the transaction; 0 when absent (rule BET-28). */
  readonly version?: TransactionVersion | undefined;
  /** Country the player is in; unknown when absent. */
  readonly country?: string | null;
}

/**
 * Hands out the transaction that pays from the player's wallet into the balance (rule BET-22). Its memo says what the
 * payment is for, and the deposit watcher counts it whether or not it is confirmed. The latest of each wallet are
 * stored, so that they can be submitted (rule LIMITS-42). A deposit is not a bet, so own limits do not apply; during a
 * break it is refused, as its only use would be to bet when the break ends (rule BET-16).
 */
export async function prepareDeposit(
  { db, clock, entropy, chain, bidFor, vault }: Ports,
  { wallet, amount, version, country = null }: DepositRequest,
): Promise<
  Result<
    PreparedDeposit,
    | "COUNTRY_BLOCKED"
    | "PROFILE_REQUIRED"
    | "BANNED"
    | "ON_BREAK"
    | "DEPOSIT_TOO_SMALL"
    | "NOT_READY"
    | "CHAIN_UNAVAILABLE"
  >
> {
  const blocked = await checkCountry(db, country);
  if (blocked) return blocked;
  const at = new Date(clock.now());
  const { hasProfile, isBanned } = await readEligibility(db, wallet, at);
  if (!hasProfile) return refuse("PROFILE_REQUIRED");
  if (isBanned) return refuse("BANNED");
  const onBreak = await checkBreak(db, { wallet, at });
  if (onBreak) return onBreak;
  // A deposit must be large enough to bet with.
  const { minBet } = await readSettings(db);
  if (amount < minBet) {
    return refuse("DEPOSIT_TOO_SMALL", {
      field: "amount",
      message: `The minimum deposit is ${formatSol(minBet)} SOL`,
    });
  }
  const depositId = `d-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const depositAddress = await chooseDepositWallet(vault, depositId);
  if (!depositAddress) return refuse("NOT_READY");
  const lifetime = await orUnavailable(chain.latestBlockhash());
  if (!lifetime) return refuse("CHAIN_UNAVAILABLE");
  const memo = depositMemo(depositId);
  const transfer = { destination: depositAddress, lamports: amount };
  const bid = await bidFor({
    source: wallet,
    houseWallet: depositAddress,
    transfer,
    memo,
    signings: 0,
  });
  const { wire } = composeHousePayment({
    wallet,
    depositAddress,
    lamports: amount,
    memo,
    lifetime,
    bid,
    version,
  });
  const { blockhash, lastValidBlockHeight } = lifetime;
  await storePrepared(db, {
    id: depositId,
    wallet,
    lamports: amount,
    depositAddress,
    blockhash,
    lastValidBlockHeight,
    preparedAt: at,
  });
  return ok({ depositId, wire, lastValidBlockHeight, depositAddress });
}

/** How many prepared deposits of a wallet can be submitted. */
const MAX_OF_A_WALLET = 5;

async function storePrepared(db: Db, prepared: typeof preparedDeposits.$inferInsert): Promise<void> {
  const ofWallet = eq(preparedDeposits.wallet, prepared.wallet);
  const latest = db
    .select({ id: preparedDeposits.id })
    .from(preparedDeposits)
    .where(ofWallet)
    .orderBy(desc(preparedDeposits.preparedAt))
    .limit(MAX_OF_A_WALLET - 1);
  await db.delete(preparedDeposits).where(and(ofWallet, notInArray(preparedDeposits.id, latest)));
  await db.insert(preparedDeposits).values(prepared);
}
