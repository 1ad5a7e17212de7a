import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Db } from "../db/database.ts";
import { readHouseWallets } from "../books/payments.ts";

/** The house's wallets, cached in memory: they are needed for every payment and rarely change. */
export interface HouseAddresses {
  /** As last read. */
  known(): Promise<ReadonlyMap<string, HouseWalletKind>>;
  /** Re-reads them, to find wallets that another process added. */
  refresh(): Promise<ReadonlyMap<string, HouseWalletKind>>;
}

export function houseAddresses(db: Db): HouseAddresses {
  let read: ReadonlyMap<string, HouseWalletKind> = new Map();
  const refresh = async () => (read = await readHouseWallets(db));
  return { refresh, known: async () => (read.size > 0 ? read : refresh()) };
}
