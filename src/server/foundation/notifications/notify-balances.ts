import type { Broadcast, Clock, Entropy } from "../ports.ts";
import { newNotification, notificationView } from "./stored-notifications.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

/** Makes the open pages of these wallets re-read their balance; call it after the commit (rule BET-23). */
export function notifyBalances(ports: Ports, wallets: Iterable<string>): void {
  for (const wallet of new Set(wallets)) {
    const notification = newNotification(ports, { wallet, kind: "balance_changed", params: {} });
    ports.broadcast.toWallet(wallet, "user-notification", { notification: notificationView(notification) });
  }
}
