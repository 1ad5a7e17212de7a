import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { errorLine } from "../src/server/adapters/describe-error.ts";
import { openLog } from "../src/server/adapters/log.ts";
import { budgetOf, nodeGovernors } from "../src/server/adapters/node-governor.ts";
import { nodeOpener } from "../src/server/adapters/open-node.ts";
import { readConfig } from "../src/server/foundation/config.ts";
import { openDatabase } from "../src/server/foundation/db/open-database.ts";
import { OperatorError } from "../src/server/foundation/db/operator-error.ts";
import { keepNewFilesPrivate, makeFolderPrivate } from "../src/server/foundation/db/private-folder.ts";
import { restoreFromFile } from "../src/server/features/house-wallets/restore-from-file.ts";
import { openVault, wrongPasswordLimit } from "../src/server/features/house-wallets/vault.ts";
import { openChain } from "../src/server/open-chain.ts";
import { bindToNetwork } from "../src/server/features/settings/stored-network.ts";

/** Brings exported house wallets into a new installation before its first start; see docs/operate/backup.md. */
async function main(): Promise<void> {
  keepNewFilesPrivate();
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0)
    throw new OperatorError("Usage: npm run restore-wallets -- <file>");
  const read = readConfig();
  if (!read.ok) throw new OperatorError(read.problems.join("\n"));
  const { config } = read;
  const file = readText(path);
  const masterPassword = config.houseMasterPassword ?? (await askPassword());
  const log = openLog("warn");
  makeFolderPrivate(config.dataDir);
  const database = await openDatabase({ ...config, log });
  try {
    const { network } = config;
    await bindToNetwork(database.db, network, new Date(clock.now()));
    const holder = `restore-${process.pid}`;
    const governors = nodeGovernors({ budget: budgetOf(config.rpcBudget), clock, log });
    const openNode = nodeOpener({ log, isLocal: network === "localnet", governor: governors.of("") });
    const ways = { clock, log, holder, openNode, governorOf: governors.of };
    const { chain, close } = await openChain({ config, network, database, ...ways });
    try {
      const { db } = database;
      const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
      const wallets = await restoreFromFile({ db, clock, chain, vault }, { file, masterPassword });
      for (const { kind, address, held } of wallets) console.log(`${kind} ${address} ${held} lamports`);
      console.log("The wallets were restored. What they hold is booked as house equity.");
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  }
}

/** Read from the terminal without echo: arguments are visible to every user of the machine. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new OperatorError("Set HOUSE_MASTER_PASSWORD, or run this in a terminal.");
  }
  process.stdout.write("Master password: ");
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const password = await new Promise<string>((resolve) => terminal.question("", resolve));
  terminal.close();
  process.stdout.write("\n");
  return password;
}

main().catch((error: unknown) => {
  console.error(errorLine(error));
  process.exitCode = 1;
});
