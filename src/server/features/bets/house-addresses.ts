import type { Network } from "../../../domain/networks.ts";
import type { HouseWalletKind } from "../../../domain/ledger.ts";
import { readHouseWallets } from "../../foundation/books/payments.ts";
import { NOTHING_RESTORED, readRestoredUpTo } from "../../foundation/books/restored-history.ts";
import type { Db } from "../../foundation/db/database.ts";

/** The house's wallets, cached in memory: they are needed for every payment and rarely change. */
export interface HouseAddresses {
  /** As last read. */
  known(): Promise<ReadonlyMap<string, HouseWalletKind>>;
  /** Re-reads them, to find wallets that another process added. */
  refresh(): Promise<ReadonlyMap<string, HouseWalletKind>>;
  /** Payments up to this slot belong to the installation that the wallets were restored from (rule MONEY-33). */
  restoredUpTo(): Promise<bigint>;
}

/** @param network that of the chain on which payments are read */
export function houseAddresses(db: Db, network: Network): HouseAddresses {
  let read: ReadonlyMap<string, HouseWalletKind> = new Map();
  let restoredUpTo: bigint | null = null;
  const refresh = async () => (read = await readHouseWallets(db));
  const known = async () => (read.size > 0 ? read : refresh());
  return {
    refresh,
    known,
    async restoredUpTo() {
      if (restoredUpTo !== null) return restoredUpTo;
      // While there are no wallets, some may still be restored. Once there are, this never changes.
      if ((await known()).size === 0) return NOTHING_RESTORED;
      return (restoredUpTo = await readRestoredUpTo(db, network));
    },
  };
}
