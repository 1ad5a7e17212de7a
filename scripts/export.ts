/**
 * Copies the public history of a running server into files, and checks it. See docs/fairness.md.
 *
 *     npm run export -- <folder> [--url http://127.0.0.1:3000]
 *
 * Exits with 1 if something does not agree, with 2 if it was called wrongly.
 */
import { parseArgs } from "node:util";
import { copyExport } from "../src/doctor/copy-export.ts";
import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { describeError } from "../src/server/adapters/describe-error.ts";

const USAGE = "Usage: npm run export -- <folder> [--url <URL of the running server>]";

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { url: { type: "string", default: "http://127.0.0.1:3000" } },
    });
    const [folder, ...rest] = positionals;
    const isUsable = folder !== undefined && rest.length === 0 && URL.canParse(values.url);
    return isUsable ? { folder, url: values.url } : null;
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const given = readArguments();
  if (given === null) {
    console.error(USAGE);
    return 2;
  }
  await copyExport({ ...given, clock, say: (line) => console.log(line) });
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(describeError(error).message);
    process.exit(1);
  },
);
