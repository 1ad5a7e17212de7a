/**
 * What a contributor runs: format, lint, types and dead code; the sizes of the built page; unit tests, server tests on
 * the embedded database, attacks on the running product, the basics of every page in a browser, and simulated races
 * with every fault. The proofs of each screen, the server tests on Postgres, killed servers and the long proofs are in
 * prove.ts. With names of stages it runs only those:
 *
 *     npm test -- unit server
 */
import { findOrInstallHeadlessShell } from "../tests/support/chromium.ts";
import { buildWebIfStale } from "./build.mjs";
import { openSuite } from "./suite.ts";

const stages = ["check", "budgets", "unit", "server", "attacks", "browser", "simulator"];
const named = process.argv.slice(2);
if (!named.every((stage) => stages.includes(stage))) {
  console.error(`Stages: ${stages.join(", ")}`);
  process.exit(2);
}
const runs = (stage: string) => named.length === 0 || named.includes(stage);

const suite = openSuite();
if (runs("check")) suite.command("format, lint, types, dead code", ["npm", "run", "check"]);
if (runs("budgets"))
  suite.command("budgets of the page", [process.execPath, "--import", "tsx", "scripts/check-budgets.ts"]);
// Together, since attacks and pages spend half of their time waiting for races and for limits to expire.
const projects = ["unit", "server", "attacks", "browser", "simulator"].filter(runs);
if (projects.length > 0) {
  buildWebIfStale();
  suite.vitest("rules, use cases, attacks on the running product, the page in a browser, simulated races", {
    projects,
    env: { CHROMIUM_PATH: findOrInstallHeadlessShell() },
    workers: 4,
  });
}
suite.finish();
