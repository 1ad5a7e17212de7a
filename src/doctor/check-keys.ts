import { existsSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { systemClock as clock } from "../server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../server/adapters/entropy.ts";
import { openSeedKey } from "../server/adapters/seed-key.ts";
import type { Config } from "../server/config.ts";
import type { Db } from "../server/db/database.ts";
import { houseWallets } from "../server/db/schema/house-wallets.ts";
import { openVault, wrongPasswordLimit } from "../server/house-wallets/vault.ts";
import { seedVault } from "../server/races/seeds/seed-chain.ts";
import { check, failed, type Finding, fine, skipped, warn } from "./check.ts";

type Wanted = Pick<Config, "databaseUrl" | "dataDir" | "houseMasterPassword" | "adminWallets" | "network">;

/**
 * Whether the sealed secrets open: the house wallets' keys with the master password, the seeds with the seed key (rule
 * OPERATE-3). The database has been reached before, with a schema of this version.
 */
export async function checkKeys(config: Wanted): Promise<readonly Finding[]> {
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
        const missing = (["deposit", "hot", "treasury"] as const).filter((kind) => !kinds.has(kind));
        return missing.length === 0
          ? fine(`${wallets.length} wallets`)
          : failed(`There is no active wallet of the kind ${missing.join(" and ")}.`);
      }),
      await check("master password", async () => {
        if (password === null)
          return warn("HOUSE_MASTER_PASSWORD is not set: an admin has to unlock after each start.");
        const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
        const proven = await vault.check(password);
        if (proven.ok) return fine("It opens the house wallets' keys.");
        if (proven.code === "HOUSE_NOT_INITIALIZED") return skipped("There are no house wallets yet.");
        return failed("It does not open the house wallets' keys: the server would start locked.");
      }),
      await check("seeds", async () => {
        if (!existsSync(join(dataDir, "seed-key")))
          return skipped("There is no seed key in the data folder.");
        const seedKey = await openSeedKey(dataDir);
        await seedVault({ clock, entropy, seedKey }).checkKey(db);
        return fine("The seed key opens every seed chain.");
      }),
    ];
  } finally {
    await pool.end();
  }
}
