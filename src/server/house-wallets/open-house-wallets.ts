import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** The house's wallets as admins see and move them; the vault that holds their keys is vault.ts. */
export const openHouseWallets = () =>
  ({
    handlers: {
      getHouseOverview: notBuilt,
      getWithdrawalQueue: notBuilt,
      initializeHouse: notBuilt,
      unlockHouse: notBuilt,
      addPrivateKeys: notBuilt,
      sweepHouse: notBuilt,
      processWithdrawals: notBuilt,
      transferManually: notBuilt,
      getHouseWalletDetails: notBuilt,
    },
  }) satisfies Feature;
