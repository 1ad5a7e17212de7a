import type { Db, Queryable } from "../db/database.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";

export interface ChatPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  /** Those of the environment. */
  readonly adminWallets: readonly string[];
  /** Every admin's wallet, appointed ones too. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
  /** Names of the titles that these wallets wear; a wallet without one is left out. */
  readonly readActiveTitles: (
    q: Queryable,
    wallets: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}
