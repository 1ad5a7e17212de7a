import { parseArgs } from "node:util";
import { checkPlan, type HistoryPlan, usualEnd } from "./history/plan.ts";
import { seedHistory } from "./history/seed-history.ts";
import { errorLine } from "../src/server/adapters/describe-error.ts";
import { openSeedKey } from "../src/server/adapters/seed-key.ts";
import { readConfig } from "../src/server/foundation/config.ts";
import { openDatabase } from "../src/server/foundation/db/open-database.ts";
import { OperatorError } from "../src/server/foundation/db/operator-error.ts";
import { keepNewFilesPrivate } from "../src/server/foundation/db/private-folder.ts";
import { openLog } from "../src/server/adapters/log.ts";

const usage =
  "Usage: npm run bench -- seed-history [--users 100000] [--races 50000] [--bets 1000000] [--seed furlong]\n" +
  "Writes a history into the empty localnet database of DATA_DIR, or of DATABASE_URL. If interrupted, run it again to continue.";

const whole = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new OperatorError(`--${name} must be a whole number\n${usage}`);
  return Number(text);
};

function readPlan(): HistoryPlan {
  const { values } = parseArgs({
    options: {
      users: { type: "string", default: "100000" },
      races: { type: "string", default: "50000" },
      bets: { type: "string", default: "1000000" },
      seed: { type: "string", default: "furlong" },
    },
  });
  const plan = {
    users: whole("users", values.users),
    races: whole("races", values.races),
    bets: whole("bets", values.bets),
    seed: values.seed,
    endsAtMs: usualEnd(Date.now()),
  };
  const wrong = checkPlan(plan);
  if (wrong !== null) throw new OperatorError(`${wrong}\n${usage}`);
  return plan;
}

async function main(): Promise<void> {
  keepNewFilesPrivate();
  const plan = readPlan();
  const read = readConfig();
  if (!read.ok) throw new OperatorError(read.problems.join("\n"));
  const { config } = read;
  if (config.network !== "localnet")
    throw new OperatorError("A history can be written for localnet only: unset SOLANA_NETWORK.");
  const database = await openDatabase({ ...config, log: openLog(config.logLevel) });
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  let told = "";
  try {
    await seedHistory(plan, {
      database,
      seedKey: await openSeedKey(config.dataDir, { hasSeeds: false }),
      onProgress(part, done) {
        const line = `${part} ${Math.floor(done * 20) * 5} %`;
        if (line !== told) console.log(`${line}, ${seconds()}`);
        told = line;
      },
    });
    console.log(`The history is complete, after ${seconds()}.`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(errorLine(error));
  process.exit(1);
});
