/**
 * What a contributor runs; it may take twelve minutes on two cores: format, lint, types and dead code; unit tests; server
 * tests on the embedded database; the sizes of the built page; attacks on the running product, in a browser what every page
 * rests on, and simulated races with every fault. Each screen, the server tests on Postgres, servers that are killed and
 * the long proofs are in prove.ts.
 */
import { findOrInstallHeadlessShell } from "../tests/support/chromium.ts";
import { buildWebIfStale } from "./build.mjs";
import { openSuite } from "./suite.ts";

const suite = openSuite();
suite.script("format, lint, types, dead code", "check");
suite.vitest("unit tests", { projects: ["unit"] });
suite.vitest("server tests on the embedded database", { projects: ["server"] });
buildWebIfStale();
suite.script("budgets of the page", "budgets");
// Together, since attacks and pages wait half of their time, for races and for limits to pass.
suite.vitest("attacks on the running product, the page in a browser, simulated races with every fault", {
  projects: ["attacks", "browser", "simulator"],
  env: { CHROMIUM_PATH: findOrInstallHeadlessShell() },
  workers: 3,
});
suite.finish();
