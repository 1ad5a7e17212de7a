/**
 * Plays the product on a Solana validator of this machine: its answers are those that were recorded, races are played
 * and killed, the validator is stopped and comes back. Needs a `solana-test-validator` on the PATH; without one it says
 * so and does nothing. With names it runs only those, and with `--times` all that several times, one after the other:
 *
 *     npm run prove:validator -- answers kills --times 3
 */
import { parseArgs } from "node:util";
import { validatorVersion } from "../tests/validator/validator-process.ts";
import { buildWebIfStale } from "./build.mjs";
import { openSuite } from "./suite.ts";

const version = validatorVersion();
if (version === null) {
  console.log("Skipped: there is no solana-test-validator on the PATH.");
  process.exit(0);
}
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "1" } },
});
const times = Number(values.times);
const files = named.length === 0 ? ["tests/validator/"] : named.map((name) => `tests/validator/${name}`);
buildWebIfStale();
const suite = openSuite();
for (let time = 1; time <= times; time++) {
  const title = `the product on solana-test-validator ${version}, ${time} of ${times}`;
  // One at a time, as a validator takes most of a core.
  suite.vitest(title, { projects: ["proofs"], files, workers: 1 });
}
suite.finish();
