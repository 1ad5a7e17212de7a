import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOrInstallChromium } from "../tests/support/chromium.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { buildWebIfStale } from "./build-web.ts";

/**
 * The whole suite: format, lint, types and dead code; unit tests; server tests on the embedded database and
 * again on Postgres; thousands of simulated races with every fault; the sizes of the built page; attacks on the running
 * product and journeys through it in a browser. Every stage runs even when an earlier one failed. The kill drill is a
 * command of its own.
 */
const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "furlong-test-"));
let passed = 0;
let failed = 0;

const announce = (stage: string) => console.log(`\n── ${stage} ──`);

function command(stage: string, script: string) {
  announce(stage);
  const { status } = spawnSync("npm", ["run", script], { cwd: root, stdio: "inherit" });
  if (status === 0) passed++;
  else failed++;
}

function vitest(stage: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}) {
  announce(stage);
  const report = join(reports, `${stage.replaceAll(/\W+/g, "-")}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...env } },
  );
  const counts = readCounts(report);
  passed += counts.passed;
  failed += counts.failed;
  // A crash of the runner itself, or a file that never loaded, must not pass for success.
  if (status !== 0 && counts.failed === 0) failed++;
}

function readCounts(report: string) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch (error) {
    console.error(`No report from the test runner: ${String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

command("format, lint, types, dead code", "check");
vitest("unit tests", ["unit"]);
vitest("server tests on the embedded database", ["server"]);

const postgres = await startPostgres();
try {
  vitest("server tests on Postgres", ["server"], { TEST_DATABASE_URL: postgres.url });
} finally {
  await postgres.stop();
}

vitest("thousands of simulated races with every fault", ["simulator"]);
await buildWebIfStale();
command("budgets of the page", "budgets");
// Together, since both wait half of their time, for races and for limits to pass: three of them fit on two cores.
vitest("attacks on the running product, and journeys through it in a browser", ["abuse", "browser"], {
  CHROMIUM_PATH: findOrInstallChromium(),
  VITEST_MAX_WORKERS: "3",
});

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
