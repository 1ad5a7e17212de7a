/**
 * What CI runs after `npm test`: the server tests again on Postgres and Redis, and the long proofs: every screen in a
 * browser, a thousand simulated races in which every fault hits every step, races checked through the code that draws
 * them, and proofs that need processes: what an operator relies on, faulty nodes, the independent verifier, the running
 * server killed at the worst moments. Stages run one after the other, each with as many files at a time as keep two
 * cores busy. `npm run simulate:mutants` shows that planted bugs are caught.
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
suite.vitest("journeys through every screen in a browser", {
  projects: ["proofs"],
  files: ["tests/browser/"],
  env: { CHROMIUM_PATH: findOrInstallHeadlessShell() },
  workers: 3,
  rerunsTimeouts: true,
});
// All in one stage, since the drills spend most of their time waiting: for slots, for races, for limits to expire.
suite.vitest(
  "what an operator rests on, faulty nodes, the verifier in Python, killed servers, a thousand simulated races, drawn races",
  { projects: ["proofs"], files: ["tests/drills/", "tests/verifier/", "tests/simulator/"], workers: 4 },
);
suite.finish();
