/**
 * What CI runs after `npm test`: the server tests again on Postgres and Redis, and the long proofs: every screen in a browser,
 * a thousand simulated races in which every fault met every step, what an operator rests on, faulty nodes, the verifier of another
 * make, the running server killed at the worst moments, and races looked at through the code that draws them. One after the other, for each keeps both cores busy or measures time. That
 * planted bugs are caught is shown by `npm run simulate:mutants`.
 */
import { findOrInstallChromium } from "../tests/support/chromium.ts";
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
  env: { CHROMIUM_PATH: findOrInstallChromium() },
});
suite.vitest("a thousand simulated races with every fault", {
  projects: ["proofs"],
  files: ["tests/simulator/"],
});
suite.vitest("races through the code that draws them", {
  projects: ["proofs"],
  files: ["tests/drills/motion"],
});
suite.vitest(
  "the compiled server, its metrics and log, and the doctor beside a game on a chain as if it were devnet",
  {
    projects: ["proofs"],
    files: ["tests/drills/operate"],
  },
);
suite.vitest("a node with narrow limits, several nodes, and house operations that are killed", {
  projects: ["proofs"],
  files: ["tests/drills/node-calls", "tests/drills/several-nodes", "tests/drills/house-kill"],
});
suite.vitest("the verifier in Python", {
  projects: ["proofs"],
  files: ["tests/verifier/"],
});
suite.vitest("the server killed at the worst moments", {
  projects: ["proofs"],
  files: ["tests/drills/kill"],
});
suite.finish();
