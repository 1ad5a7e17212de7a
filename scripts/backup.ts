import { backUp } from "../src/server/foundation/db/backup.ts";
import { runCopyCommand } from "./copy-command.ts";

await runCopyCommand("Usage: npm run backup -- <file>", async (place, file) => {
  const { hasSeedKey } = await backUp(place, file);
  console.log(`The database was copied to ${file}.`);
  console.log(
    hasSeedKey
      ? `The key of its sealed seeds was copied to ${file}.seed-key; store it separately and safely: both are needed.`
      : "There is no seed-key in the data folder yet, so it was not copied.",
  );
});
