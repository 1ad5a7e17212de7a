/**
 * What a contributor runs; it may take twelve minutes on two cores: format, lint, types and dead code; unit tests;
 * server tests on the embedded database; the sizes of the built page; attacks on the running product, the basics of
 * every page in a browser, and simulated races with every fault. The proofs of each screen, the server tests on
 * Postgres, killed servers and the long proofs are in prove.ts.
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
// Together, since attacks and pages spend half of their time waiting for races and for limits to expire.
suite.vitest("attacks on the running product, the page in a browser, simulated races with every fault", {
  projects: ["attacks", "browser", "simulator"],
  env: { CHROMIUM_PATH: findOrInstallHeadlessShell() },
  workers: 3,
});
suite.finish();
