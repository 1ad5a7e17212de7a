import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Db } from "../db/database.ts";
import { readHouseWallets } from "../books/payments.ts";

/** The house's wallets, kept in memory: they are asked for with every payment and hardly ever change. */
export interface HouseAddresses {
  /** As last read. */
  known(): Promise<ReadonlyMap<string, HouseWalletKind>>;
  /** Reads them again, for wallets that another process added. */
  refresh(): Promise<ReadonlyMap<string, HouseWalletKind>>;
}

export function houseAddresses(db: Db): HouseAddresses {
  let read: ReadonlyMap<string, HouseWalletKind> = new Map();
  const refresh = async () => (read = await readHouseWallets(db));
  return { refresh, known: async () => (read.size > 0 ? read : refresh()) };
}
