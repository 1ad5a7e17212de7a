import { type Lamports, lamports, type SignedLamports } from "../../../domain/lamports.ts";
import { balanceAdjusted } from "../../../domain/postings.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { lockBalance, post } from "../../foundation/books/ledger.ts";
import { balanceAdjustments } from "../../foundation/db/schema/balance-adjustments.ts";
import type { HouseAction } from "../../foundation/house-actions.ts";
import { notificationView, notify } from "../../foundation/notifications/stored-notifications.ts";
import { notifyBalances } from "../../foundation/notifications/notify-balances.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { lockPlayer } from "./lock-player.ts";
import { isKnownToBooks } from "./unprofiled-wallets.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

export type AdjustmentRow = typeof balanceAdjustments.$inferSelect;

type BalanceRefusal =
  | "USER_NOT_FOUND"
  | "BALANCE_CHANGED"
  | "INVALID_INPUT"
  | "INSUFFICIENT_BALANCE"
  | "EQUITY_TOO_LOW";

/**
 * Changes a player's server balance by a difference. It is refused if the balance is not the figure that the admin saw;
 * a request that waited is applied to the balance of then, for which that is null. An increase is paid from equity,
 * which has to cover it; a decrease goes to equity, and takes no more than is there (rule MONEY-24).
 */
export const changeBalanceAction = (
  ports: Ports,
  seen: Lamports | null = null,
): HouseAction<"balance", AdjustmentRow, BalanceRefusal> => ({
  kind: "balance",

  async check(tx, { walletAddress: wallet, change }, { by }) {
    // An unknown wallet may contain a typing error (rule USERS-7).
    if ((await lockPlayer(tx, wallet)) === null && !(await isKnownToBooks(tx, wallet)))
      return refuse("USER_NOT_FOUND");
    // Locks the accounts in the order of their names.
    const equity = await lockBalance(tx, "equity");
    const balance = await lockBalance(tx, `user:${wallet}`);
    if (seen !== null && balance !== seen) {
      const message = `The balance is ${formatSol(balance)} SOL by now`;
      return refuse("BALANCE_CHANGED", { field: "expectedBalance", message });
    }
    if (change === 0n) {
      return refuse("INVALID_INPUT", { field: "newBalance", message: "newBalance is the balance already" });
    }
    const amount = sizeOf(change);
    if (change < 0n) {
      return balance < amount
        ? refuse("INSUFFICIENT_BALANCE", { field: "newBalance" })
        : ok({ amount, cause: null });
    }
    if (equity < amount) return refuse("EQUITY_TOO_LOW", { field: "newBalance" });
    return ok({ amount, cause: wallet === by ? ("own-wallet" as const) : null });
  },

  async perform(tx, { walletAddress: wallet, change }, { at, by, approvedBy, reason }) {
    const id = `adjustment-${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`;
    const previous = await lockBalance(tx, `user:${wallet}`);
    const newBalance = lamports(previous + change);
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
    const notification = await notify(tx, ports, {
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
        ports.broadcast.toWallet(wallet, "user-notification", {
          notification: notificationView(notification),
        });
        notifyBalances(ports, [wallet]);
      },
    };
  },
});

const sizeOf = (change: SignedLamports) => lamports(change < 0n ? 0n - change : change);
