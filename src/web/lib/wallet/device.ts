import type { Network } from "../../../contract/settings/runtime.ts";

/** What the page runs on, as far as wallets care. */
export type Device = "android" | "ios" | "desktop";

interface Browser {
  readonly userAgent: string;
  /** An iPad says that it is a Mac; Macs have no touch screen. */
  readonly maxTouchPoints: number;
}

/** By what the browser says of itself (rule PHONE-1). */
export function deviceOf({ userAgent, maxTouchPoints }: Browser): Device {
  if (/android/i.test(userAgent)) return "android";
  const isTouchedMac = /macintosh/i.test(userAgent) && maxTouchPoints > 1;
  return /iphone|ipad|ipod/i.test(userAgent) || isTouchedMac ? "ios" : "desktop";
}

/** Whether the page stands in another app, such as a wallet's own browser, from which no other app is reached. */
export const isInApp = ({ userAgent }: Pick<Browser, "userAgent">): boolean =>
  /; wv\)|WebView|Version\/[\d.]+ Chrome\//i.test(userAgent);

/** By which the wallet that stands for the wallet apps of an Android phone is remembered. */
export const MOBILE_WALLET_NAME = "Mobile Wallet Adapter";

/** Whether wallet apps are reached by the Mobile Wallet Adapter here: in a browser on Android, and for no local chain. */
export const takesMobileWallet = (network: Network | null): boolean =>
  network !== null && network !== "localnet" && deviceOf(navigator) === "android" && !isInApp(navigator);
