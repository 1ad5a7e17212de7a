/**
 * What a contributor runs; it may take twelve minutes on two cores: format, lint, types and dead code; unit tests; server
 * tests on the embedded database and again on Postgres; hundreds of simulated races with every fault; the sizes of the
 * built page; attacks on the running product and journeys through it in a browser. The long proofs are in prove.ts.
 */
import { findOrInstallChromium } from "../tests/support/chromium.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { buildWebIfStale } from "./build-web.ts";
import { openSuite } from "./suite.ts";

const suite = openSuite();
suite.script("format, lint, types, dead code", "check");
suite.vitest("unit tests", { projects: ["unit"] });
suite.vitest("server tests on the embedded database", { projects: ["server"] });

const postgres = await startPostgres();
try {
  suite.vitest("server tests on Postgres", {
    projects: ["server"],
    env: { TEST_DATABASE_URL: postgres.url },
  });
} finally {
  await postgres.stop();
}

suite.vitest("simulated races with every fault", { projects: ["simulator"] });
await buildWebIfStale();
suite.script("budgets of the page", "budgets");
// Together, since both wait half of their time, for races and for limits to pass: three of them fit on two cores.
suite.vitest("attacks on the running product, and journeys through it in a browser", {
  projects: ["attacks", "browser"],
  env: { CHROMIUM_PATH: findOrInstallChromium(), VITEST_MAX_WORKERS: "3" },
});
suite.finish();
