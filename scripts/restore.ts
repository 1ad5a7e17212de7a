import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../src/server/adapters/entropy.ts";
import { restore } from "../src/server/foundation/db/restore.ts";
import { proveRestored } from "../src/server/prove-restored.ts";
import { runCopyCommand } from "./copy-command.ts";

await runCopyCommand("Usage: npm run restore -- <file> [--replace]", async (place, file, options) => {
  const { hasSeedKey, replaced } = await restore(place, file, {
    replace: options.includes("--replace"),
    at: new Date(clock.now()),
    prove: (db, seedKeyFile) => proveRestored(db, { seedKeyFile, clock, entropy }),
  });
  console.log(`The database was restored from ${file}.`);
  if (replaced !== null) {
    console.log(
      `What was there is now ${replaced.name} and takes ${(replaced.bytes / 1e6).toFixed(0)} MB of the disk until you remove it:\n` +
        `  ${replaced.removal}`,
    );
  }
  if (!hasSeedKey) {
    console.log(
      `There is neither ${file}.seed-key nor a seed-key in the data folder: if the database holds seeds, no server starts on it without their key.`,
    );
  }
});
