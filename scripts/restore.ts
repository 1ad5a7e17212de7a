import { restore } from "../src/server/db/backup.ts";
import { runCopyCommand } from "./copy-command.ts";

await runCopyCommand("Usage: npm run restore -- <file> [--replace]", async (place, file, options) => {
  const { hasSeedKey } = await restore(place, file, { replace: options.includes("--replace") });
  console.log(`The database was restored from ${file}.`);
  if (!hasSeedKey) {
    console.log(
      `There is neither ${file}.seed-key nor a seed-key in the data folder: sealed seeds cannot be read.`,
    );
  }
});
