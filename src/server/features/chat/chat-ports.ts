import type { Db, Queryable } from "../../foundation/db/database.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";

export interface ChatPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  /** The admins from the environment. */
  readonly adminWallets: readonly string[];
  /** Every admin's wallet, including appointed admins. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
  /** Names of the titles that these wallets wear; wallets without one are left out. */
  readonly readActiveTitles: (
    q: Queryable,
    wallets: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}
