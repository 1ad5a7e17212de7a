import { lamports, signedLamports, type SignedLamports } from "../../domain/lamports.ts";
import { balanceAdjusted } from "../../domain/postings.ts";
import { ok, refuse } from "../../domain/result.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { lockAvailable } from "../books/available-balance.ts";
import { lockBalance, post } from "../books/ledger.ts";
import { balanceAdjustments } from "../db/schema/balance-adjustments.ts";
import type { HouseAction } from "../house-actions.ts";
import { notificationView, notify } from "../notifications/stored-notifications.ts";
import { notifyBalances } from "../notifications/notify-balances.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";
import { lockPlayer } from "./lock-player.ts";
import { isKnownToBooks } from "./unprofiled-wallets.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

export type AdjustmentRow = typeof balanceAdjustments.$inferSelect;

/**
 * Sets a player's server balance, starting from the figure that the admin saw; refused if it has changed since. An
 * increase is paid from equity, which has to cover it; a decrease goes to equity, and takes nothing that a fork could
 * still drop (rule MONEY-24).
 */
export const setBalanceAction = (ports: Ports): HouseAction<"balance", AdjustmentRow> => ({
  kind: "balance",

  async check(tx, { walletAddress: wallet, expectedBalance, newBalance }) {
    // An unknown wallet may contain a typing error (rule USERS-7).
    if ((await lockPlayer(tx, wallet)) === null && !(await isKnownToBooks(tx, wallet)))
      return refuse("USER_NOT_FOUND");
    // Locks the accounts in the order of their names.
    const equity = await lockBalance(tx, "equity");
    const { balance, available } = await lockAvailable(tx, wallet);
    if (balance !== expectedBalance) {
      const message = `The balance is ${formatSol(balance)} SOL by now`;
      return refuse("BALANCE_CHANGED", { field: "expectedBalance", message });
    }
    if (newBalance === balance) {
      return refuse("INVALID_INPUT", { field: "newBalance", message: "newBalance is the balance already" });
    }
    const moved = sizeOf(signedLamports(newBalance - balance));
    if (newBalance > balance)
      return equity < moved ? refuse("EQUITY_TOO_LOW", { field: "newBalance" }) : ok(moved);
    return available < moved ? refuse("BALANCE_HELD", { field: "newBalance" }) : ok(moved);
  },

  async perform(
    tx,
    { walletAddress: wallet, expectedBalance: previous, newBalance },
    { at, by, approvedBy, reason },
  ) {
    const id = `adjustment-${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`;
    const change = signedLamports(newBalance - previous);
    await post(tx, balanceAdjusted({ id, wallet, change }));
    const row = {
      id,
      createdAt: at,
      wallet,
      adminWallet: by,
      previousBalance: previous,
      newBalance,
      reason,
    };
    await tx.insert(balanceAdjustments).values(row);
    const told = await notify(tx, ports, {
      wallet,
      kind: change > 0n ? "balance_raised" : "balance_lowered",
      params: { amount: sizeOf(change) },
    });
    await writeAudit(tx, {
      at,
      actor: by,
      action: "player.balance",
      subject: wallet,
      before: formatSol(previous),
      after: formatSol(newBalance),
      detail: { adjustment: id, approvedBy },
      reason,
    });
    return {
      done: row,
      announce() {
        ports.broadcast.toWallet(wallet, "user-notification", { notification: notificationView(told) });
        notifyBalances(ports, [wallet]);
      },
    };
  },
});

const sizeOf = (change: SignedLamports) => lamports(change < 0n ? 0n - change : change);
