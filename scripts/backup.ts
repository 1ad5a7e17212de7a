import { backUp } from "../src/server/db/backup.ts";
import { runCopyCommand } from "./copy-command.ts";

await runCopyCommand("Usage: npm run backup -- <file>", async (place, file) => {
  const { hasSeedKey } = await backUp(place, file);
  console.log(`The database is copied to ${file}.`);
  console.log(
    hasSeedKey
      ? `The key of its sealed seeds is copied to ${file}.seed-key; keep it apart, and safe: both are needed.`
      : "There is no seed-key in the data folder yet, so none was copied.",
  );
});
