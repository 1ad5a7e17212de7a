import type { Network } from "../../../../domain/networks.ts";

/** The device that the page runs on, as far as wallets care. */
export type Device = "android" | "ios" | "desktop";

interface Browser {
  readonly userAgent: string;
  /** An iPad says that it is a Mac; Macs have no touch screen. */
  readonly maxTouchPoints: number;
}

/** Detected from what the browser says about itself. */
export function deviceOf({ userAgent, maxTouchPoints }: Browser): Device {
  if (/android/i.test(userAgent)) return "android";
  const isTouchedMac = /macintosh/i.test(userAgent) && maxTouchPoints > 1;
  return /iphone|ipad|ipod/i.test(userAgent) || isTouchedMac ? "ios" : "desktop";
}

/** Whether the page is inside another app, such as a wallet's own browser, from which no other app can be reached. */
export const isInApp = ({ userAgent }: Pick<Browser, "userAgent">): boolean =>
  /; wv\)|WebView|Version\/[\d.]+ Chrome\//i.test(userAgent);

/** The name under which the wallet that represents the wallet apps of an Android phone is remembered. */
export const MOBILE_WALLET_NAME = "Mobile Wallet Adapter";

/**
 * Whether wallet apps are reached through the Mobile Wallet Adapter here: in a browser on Android, and never for the
 * local chain.
 */
export const takesMobileWallet = (network: Network | null): boolean =>
  network !== null && network !== "localnet" && deviceOf(navigator) === "android" && !isInApp(navigator);
