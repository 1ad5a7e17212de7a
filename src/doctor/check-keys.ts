import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { houseWalletKinds } from "../domain/ledger.ts";
import { systemClock as clock } from "../server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../server/adapters/entropy.ts";
import { readSeedKey } from "../server/adapters/seed-key.ts";
import type { Config } from "../server/foundation/config.ts";
import type { Db } from "../server/foundation/db/database.ts";
import { houseWallets } from "../server/foundation/db/schema/house-wallets.ts";
import { openVault, SYSTEM, wrongPasswordLimit } from "../server/features/house-wallets/vault.ts";
import { hasSeeds, seedVault } from "../server/features/races/seeds/seed-chain.ts";
import { check, failed, type Finding, fine, skipped, warn } from "./check.ts";

type KeyConfig = Pick<Config, "databaseUrl" | "dataDir" | "houseMasterPassword" | "adminWallets" | "network">;

/**
 * Whether the sealed secrets open: the house wallets' keys with the master password, the seeds with the seed key (rule
 * OPERATE-3). The database has been reached before, with a schema of this version.
 */
export async function checkKeys(config: KeyConfig): Promise<readonly Finding[]> {
  const { databaseUrl, dataDir, houseMasterPassword: password, adminWallets, network } = config;
  const admins = await check("admins", () => {
    if (adminWallets.length > 0) return fine(`${adminWallets.length} in ADMIN_WALLETS`);
    return network === "localnet" ? skipped("Local mode appoints one.") : warn("ADMIN_WALLETS is empty.");
  });
  if (databaseUrl === null) return [admins];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on("error", () => {});
  const db: Db = drizzle({ client: pool });
  try {
    return [
      admins,
      await check("house wallets", async () => {
        const wallets = await db.select().from(houseWallets);
        const kinds = new Set(wallets.filter(({ isActive }) => isActive).map(({ kind }) => kind));
        if (wallets.length === 0) return warn("There are no house wallets yet.");
        const missing = houseWalletKinds.filter((kind) => !kinds.has(kind));
        return missing.length === 0
          ? fine(`${wallets.length} wallets`)
          : failed(`There is no active wallet of the kind ${missing.join(" and ")}.`);
      }),
      await check("master password", async () => {
        if (password === null)
          return warn("HOUSE_MASTER_PASSWORD is not set: an admin has to unlock after each start.");
        const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
        const proven = await vault.check(password, SYSTEM);
        if (proven.ok) return fine("It opens the house wallets' keys.");
        if (proven.code === "HOUSE_NOT_INITIALIZED") return skipped("There are no house wallets yet.");
        return failed("It does not open the house wallets' keys: the server would start locked.");
      }),
      await check("seeds", async () => {
        const seedKey = await readSeedKey(join(dataDir, "seed-key"));
        if (seedKey === null) {
          return (await hasSeeds(db))
            ? failed(
                "The database holds seeds, but the data folder has no seed key: restore it from a backup.",
              )
            : skipped("There are no seeds yet.");
        }
        await seedVault({ clock, entropy, seedKey }).checkKey(db);
        return fine("The seed key opens every seed chain.");
      }),
    ];
  } finally {
    await pool.end();
  }
}
