import { walletChain } from "../../../../contract/sign-in/wallet-chain.ts";
import type { Network } from "../../../../domain/networks.ts";

let registering: Promise<void> | null = null;

/**
 * Registers, once, one more wallet through the Wallet Standard, which passes every request on to whichever wallet app
 * the phone has. Its code is loaded only here.
 */
export function registerMobileWallet(network: Network): Promise<void> {
  registering ??= register(network);
  return registering;
}

async function register(network: Network): Promise<void> {
  const { createDefaultAuthorizationCache, createDefaultChainSelector, registerMwa } =
    await import("@solana-mobile/wallet-standard-mobile");
  registerMwa({
    appIdentity: { name: "Furlong", uri: location.origin, icon: "/icon-192.png" },
    authorizationCache: createDefaultAuthorizationCache(),
    chains: [walletChain(network)],
    chainSelector: createDefaultChainSelector(),
    // The connect dialog says that connecting failed, and offers the wallets themselves below.
    onWalletNotFound: async () => undefined,
  });
}

/** `asked`: it is granted now, but the press that led here is no longer recent enough to open an app. */
export type LoopbackAccess = "granted" | "asked" | "denied";

/**
 * Wallet apps answer on the phone itself, for which newer browsers ask their owner once. Asked before
 * the adapter does, because the page's policy would leave the adapter's own window unstyled.
 */
export async function askLoopbackAccess(): Promise<LoopbackAccess> {
  const before = await readLoopbackAccess();
  if (before !== "prompt") return before;
  try {
    await fetch("http://localhost", { mode: "no-cors" });
  } catch (error) {
    console.debug("Nothing answers on this phone, which was not the question.", error);
  }
  return (await readLoopbackAccess()) === "granted" ? "asked" : "denied";
}

async function readLoopbackAccess(): Promise<PermissionState> {
  try {
    const { state } = await navigator.permissions.query({ name: "loopback-network" as PermissionName });
    return state;
  } catch (error) {
    // A browser that does not know this permission does not ask for it.
    if (error instanceof TypeError) return "granted";
    throw error;
  }
}
