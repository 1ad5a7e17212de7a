import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { errorLine } from "../src/server/adapters/describe-error.ts";
import { openLog } from "../src/server/adapters/log.ts";
import { budgetOf, nodeGovernors } from "../src/server/adapters/node-governor.ts";
import { nodeOpener } from "../src/server/adapters/open-node.ts";
import { type Config, readConfig } from "../src/server/foundation/config.ts";
import type { Db } from "../src/server/foundation/db/database.ts";
import { openDatabase } from "../src/server/foundation/db/open-database.ts";
import { OperatorError } from "../src/server/foundation/db/operator-error.ts";
import { keepNewFilesPrivate, makeFolderPrivate } from "../src/server/foundation/db/private-folder.ts";
import type { Chain } from "../src/server/foundation/ports.ts";
import { openVault, type Vault, wrongPasswordLimit } from "../src/server/features/house-wallets/vault.ts";
import { openChain } from "../src/server/open-chain.ts";
import { bindToNetwork } from "../src/server/features/settings/stored-network.ts";

export interface House {
  readonly config: Config;
  readonly db: Db;
  readonly chain: Chain;
  readonly vault: Vault;
  readonly masterPassword: string;
}

/** Opens what a command needs that works on the house's own keys, with the settings of the server, and closes it. */
export async function withHouse(work: (house: House) => Promise<void>): Promise<void> {
  const read = readConfig();
  if (!read.ok) throw new OperatorError(read.problems.join("\n"));
  const { config } = read;
  const masterPassword = config.houseMasterPassword ?? (await askPassword());
  const log = openLog("warn");
  makeFolderPrivate(config.dataDir);
  const database = await openDatabase({ ...config, log });
  try {
    const { db } = database;
    const { network } = config;
    await bindToNetwork(db, network, new Date(clock.now()));
    const holder = `command-${process.pid}`;
    const governors = nodeGovernors({ budget: budgetOf(config.rpcBudget), clock, log });
    const openNode = nodeOpener({ log, isLocal: network === "localnet", governor: governors.of("") });
    const ways = { clock, log, holder, openNode, governorOf: governors.of };
    const { chain, close } = await openChain({ config, network, database, ...ways });
    try {
      const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
      await work({ config, db, chain, vault, masterPassword });
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

/** Runs a command's program: what stops it is told in a line. */
export function runCommand(program: () => Promise<void>): void {
  keepNewFilesPrivate();
  program().catch((error: unknown) => {
    console.error(errorLine(error));
    process.exitCode = 1;
  });
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
