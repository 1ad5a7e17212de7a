/**
 * What CI runs after `npm test`: the server tests again on Postgres and Redis, and the long proofs: every screen in a browser,
 * a thousand simulated races in which every fault met every step, races looked at through the code that draws them, and what takes
 * processes: what an operator rests on, faulty nodes, the verifier of another make, the running server killed at the worst moments.
 * Stages follow one another, and each takes as many files at a time as keep two cores busy. That planted bugs are caught is shown by
 * `npm run simulate:mutants`.
 */
import { findOrInstallHeadlessShell } from "../tests/support/chromium.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startRedis } from "../tests/support/redis.ts";
import { buildWebIfStale } from "./build.mjs";
import { openSuite } from "./suite.ts";

const suite = openSuite();
const postgres = await startPostgres();
const redis = await startRedis();
try {
  suite.vitest("server tests on Postgres and Redis", {
    projects: ["server", "proofs"],
    files: ["src/server/", "src/doctor/"],
    env: { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url },
  });
} finally {
  await redis.stop();
  await postgres.stop();
}
buildWebIfStale();
suite.vitest("journeys through every screen in a browser", {
  projects: ["proofs"],
  files: ["tests/browser/"],
  env: { CHROMIUM_PATH: findOrInstallHeadlessShell() },
  workers: 3,
});
// At once, since the drills wait most of their time: for slots, for races, for what a limit lets through.
suite.vitest(
  "what an operator rests on, faulty nodes, the verifier in Python, killed servers, a thousand simulated races, drawn races",
  { projects: ["proofs"], files: ["tests/drills/", "tests/verifier/", "tests/simulator/"], workers: 3 },
);
suite.finish();
