import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../src/server/adapters/entropy.ts";
import { openSeedKey } from "../src/server/adapters/seed-key.ts";
import { publicHostOf } from "../src/server/foundation/config.ts";
import { OperatorError } from "../src/server/foundation/db/operator-error.ts";
import { endOpenLog } from "../src/server/foundation/public-log/end-log.ts";
import type { PrepareSeedChain } from "../src/server/foundation/public-log/open-log.ts";
import { SYSTEM } from "../src/server/features/house-wallets/vault.ts";
import { hasSeeds, seedVault } from "../src/server/features/races/seeds/seed-chain.ts";
import { runCommand, withHouse } from "./house-command.ts";

/** Ends the public log and begins another, with a notary of its own; see docs/operate/backup.md. */
runCommand(async () => {
  if (process.argv.length > 2) throw new OperatorError("Usage: node scripts/run.mjs end-log");
  await withHouse(async ({ config, db, chain, vault, masterPassword }) => {
    const unlocked = await vault.unlock(masterPassword, SYSTEM);
    if (!unlocked.ok) throw new OperatorError("The master password does not open the house wallets.");
    const { network } = config;
    const seedKey = await openSeedKey(config.dataDir, { hasSeeds: await hasSeeds(db) });
    const seeds = seedVault({ clock, entropy, seedKey });
    await seeds.checkKey(db);
    const prepareSeedChain: PrepareSeedChain = (tx, on) => seeds.prepareChain(tx, on);
    const { makeNotary } = vault;
    const host = publicHostOf(config, network);
    const ports = { db, clock, entropy, chain, network, host, makeNotary, prepareSeedChain };
    const { ended, isLost, began } = await endOpenLog(ports);
    console.log(isLost ? `${ended} has lost entries and ended without a close.` : `${ended} was closed.`);
    console.log(`${began} is open.`);
  });
});
