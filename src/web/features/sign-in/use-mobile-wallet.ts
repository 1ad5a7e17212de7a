import { useEffect } from "react";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";
import { readStored } from "../../foundation/lib/storage.ts";
import { MOBILE_WALLET_NAME, takesMobileWallet } from "../../foundation/lib/wallet/device.ts";
import { REMEMBERED_WALLET } from "../../foundation/lib/wallet/wallet-store.ts";

/**
 * Loads the wallet that represents the apps of an Android phone: when its owner chooses a wallet, or used this one last
 * time. Everywhere else nothing is loaded.
 */
export function useMobileWallet({ isAsked }: { readonly isAsked: boolean }): void {
  const network = useRuntime()?.network ?? null;
  useEffect(() => {
    const isWanted = isAsked || readStored(REMEMBERED_WALLET) === MOBILE_WALLET_NAME;
    if (network === null || !isWanted || !takesMobileWallet(network)) return;
    import("../../foundation/lib/wallet/mobile-wallet.ts")
      .then(({ registerMobileWallet }) => registerMobileWallet(network))
      .catch((error: unknown) => logSilentFailure("Loading the wallet apps of this phone", error));
  }, [isAsked, network]);
}
