/**
 * Checks an installation through the same environment variables as the server; changes nothing. See
 * docs/operate/doctor.md.
 *
 *     npm run doctor -- [--url https://your.name] [--play --key funder.json [--patience 600]] [--json]
 *
 * Exits with 1 if something failed, with 2 if it was called wrongly.
 */
import { parseArgs } from "node:util";
import { isHealthy } from "../src/doctor/check.ts";
import { reportJson, reportText } from "../src/doctor/report.ts";
import { runDoctor } from "../src/doctor/run-doctor.ts";
import { walletFromFile } from "../src/doctor/throw-away-wallet.ts";
import { describeError } from "../src/server/adapters/describe-error.ts";

const USAGE =
  "Usage: npm run doctor -- [--url <URL that players use>] [--play --key <solana-keygen file> [--patience <seconds>]] [--json]";

function readOptions() {
  try {
    return parseArgs({
      options: {
        url: { type: "string" },
        play: { type: "boolean", default: false },
        key: { type: "string" },
        patience: { type: "string", default: "600" },
        json: { type: "boolean", default: false },
      },
    }).values;
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  const isPlayable = options?.url !== undefined && options.key !== undefined;
  const patienceMs = Number(options?.patience) * 1000;
  if (options === null || (options.play && !isPlayable) || !(patienceMs > 0)) {
    console.error(USAGE);
    return 2;
  }
  const { url = null, key, play, json } = options;
  const funder = play && key !== undefined ? await walletFromFile(key) : null;
  // Only the report goes to standard output.
  const say = (line: string) => console.error(line);
  const findings = await runDoctor({ environment: process.env, url, funder, patienceMs, say });
  console.log(json ? reportJson(findings) : reportText(findings));
  return isHealthy(findings) ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(describeError(error).message);
    process.exit(1);
  },
);
