import { type Lamports } from "../../domain/lamports.ts";
import { depositMemo } from "../../domain/memo.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { Db } from "../db/database.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { composeHousePayment } from "./bet-transaction.ts";
import { readPlayerStanding } from "./queries.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "latestBlockhash">;
  readonly vault: { address(kind: "deposit"): Promise<string | null> };
}

export interface PreparedDeposit {
  readonly depositId: string;
  readonly wire: string;
  readonly lastValidBlockHeight: bigint;
  readonly depositAddress: string;
}

/**
 * Hands out the transaction that pays from the player's wallet into the balance (rule BET-22). Nothing is stored: the
 * memo says what the payment is for, and the deposit watcher counts it whether or not it is confirmed.
 */
export async function prepareDeposit(
  { db, clock, entropy, chain, vault }: Ports,
  { wallet, amount }: { readonly wallet: string; readonly amount: Lamports },
): Promise<
  Result<
    PreparedDeposit,
    "PROFILE_REQUIRED" | "BANNED" | "DEPOSIT_TOO_SMALL" | "NOT_READY" | "CHAIN_UNAVAILABLE"
  >
> {
  const { hasProfile, isBanned } = await readPlayerStanding(db, wallet, new Date(clock.now()));
  if (!hasProfile) return refuse("PROFILE_REQUIRED");
  if (isBanned) return refuse("BANNED");
  // Never too little to bet with.
  const { minBet } = await readSettings(db);
  if (amount < minBet) {
    return refuse("DEPOSIT_TOO_SMALL", {
      field: "amount",
      message: `The minimum deposit is ${formatSol(minBet)} SOL`,
    });
  }
  const depositAddress = await vault.address("deposit");
  if (!depositAddress) return refuse("NOT_READY");
  const lifetime = await orUnavailable(chain.latestBlockhash());
  if (!lifetime) return refuse("CHAIN_UNAVAILABLE");
  const depositId = `d-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const memo = depositMemo(depositId);
  const { wire } = composeHousePayment({ wallet, depositAddress, lamports: amount, memo, lifetime });
  return ok({ depositId, wire, lastValidBlockHeight: lifetime.lastValidBlockHeight, depositAddress });
}
