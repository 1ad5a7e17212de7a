/**
 * What CI runs after `npm test`: the server tests again on Postgres and Redis, and the long proofs: every screen in a
 * browser, a thousand simulated races in which every fault hits every step, races checked through the code that draws
 * them, and proofs that need processes: what an operator relies on, faulty nodes, the independent verifier, the running
 * server killed at the worst moments. `npm run simulate:mutants` shows that planted bugs are caught.
 */
import { findOrInstallHeadlessShell } from "../tests/support/chromium.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startRedis } from "../tests/support/redis.ts";
import { buildWebIfStale } from "./build.mjs";
import { openSuite } from "./suite.ts";

const suite = openSuite();
const postgres = await startPostgres({ isDurable: false });
const redis = await startRedis();
try {
  suite.vitest("server tests on Postgres and Redis", {
    projects: ["server", "proofs"],
    files: ["src/server/", "src/doctor/"],
    env: { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url },
    workers: 3,
  });
} finally {
  await redis.stop();
  await postgres.stop();
}
buildWebIfStale();
// All in one stage, since screens and drills spend most of their time waiting: for slots, for races, for limits to expire.
suite.vitest(
  "every screen in a browser, what an operator rests on, faulty nodes, the verifier in Python, killed servers, a thousand simulated races",
  {
    projects: ["proofs"],
    files: ["tests/browser/", "tests/drills/", "tests/verifier/", "tests/simulator/"],
    env: { CHROMIUM_PATH: findOrInstallHeadlessShell() },
    workers: 4,
    rerunsTimeouts: true,
  },
);
suite.finish();
