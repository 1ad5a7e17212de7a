import { readFileSync } from "node:fs";
import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { OperatorError } from "../src/server/foundation/db/operator-error.ts";
import { restoreFromFile } from "../src/server/features/house-wallets/restore-from-file.ts";
import { runCommand, withHouse } from "./house-command.ts";

/** Brings exported house wallets into a new installation before its first start; see docs/operate/backup.md. */
runCommand(async () => {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0)
    throw new OperatorError("Usage: npm run restore-wallets -- <file>");
  const file = readText(path);
  await withHouse(async ({ db, chain, vault, masterPassword }) => {
    const wallets = await restoreFromFile({ db, clock, chain, vault }, { file, masterPassword });
    for (const { kind, address, balance: held } of wallets)
      console.log(`${kind} ${address} ${held} lamports`);
    console.log("The wallets were restored. What they hold is booked as house equity.");
  });
});

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  }
}
