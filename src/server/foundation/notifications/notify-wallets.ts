import type { Broadcast } from "../ports.ts";
import { notificationView, type NotificationRow } from "./stored-notifications.ts";

/** Shows stored notifications on the open pages of their wallets; call it after the commit. */
export function notifyWallets(broadcast: Broadcast, rows: readonly NotificationRow[]): void {
  for (const row of rows) {
    broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  }
}
