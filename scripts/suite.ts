import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface VitestRun {
  readonly projects: readonly string[];
  /** Parts of the paths of the files to run; all of the projects when absent. */
  readonly files?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** How many files at a time; as vitest.config.ts says when absent. */
  readonly workers?: number;
}

/** Runs stages one after the other, each even when an earlier one failed, and adds their counts up. */
export interface Suite {
  /** An npm script, which counts as one test. */
  script(stage: string, script: string, args?: readonly string[]): void;
  vitest(stage: string, run: VitestRun): void;
  /**
   * Prints `N passed, N failed` as the last line and ends the process. With a file named by SUITE_COUNTS the counts of
   * the suites that wrote to it before are included.
   */
  finish(): never;
}

export function openSuite(): Suite {
  const reports = mkdtempSync(join(tmpdir(), "furlong-test-"));
  const results: Counts[] = [];
  const announce = (stage: string) => console.log(`\n── ${stage} ──`);

  return {
    script(stage, script, args = []) {
      announce(stage);
      const { status } = spawnSync("npm", ["run", script, "--", ...args], { cwd: root, stdio: "inherit" });
      results.push(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    },

    vitest(stage, { projects, files = [], env = {}, workers }) {
      announce(stage);
      const report = join(reports, `${results.length}.json`);
      const { status } = spawnSync(
        process.execPath,
        [
          "node_modules/vitest/vitest.mjs",
          "run",
          ...files,
          ...projects.flatMap((project) => ["--project", project]),
          ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
          "--reporter=default",
          "--reporter=json",
          `--outputFile.json=${report}`,
        ],
        { cwd: root, stdio: "inherit", env: { ...process.env, ...env } },
      );
      const counts = readReport(report);
      results.push(counts);
      // A crash of the runner itself, or a file that never loaded, must not pass for success.
      if (status !== 0 && counts.failed === 0) results.push({ passed: 0, failed: 1 });
    },

    finish() {
      rmSync(reports, { recursive: true, force: true });
      const own = add(results);
      const all = add([...readEarlier(), own]);
      writeForLater(own);
      console.log(`\n${all.passed} passed, ${all.failed} failed`);
      process.exit(own.failed === 0 ? 0 : 1);
    },
  };
}

const add = (counts: readonly Counts[]): Counts => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
});

function readReport(report: string): Counts {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch (error) {
    console.error(`No report from the test runner: ${String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

const countsFile = () => process.env["SUITE_COUNTS"] ?? "";

function readEarlier(): readonly Counts[] {
  if (!existsSync(countsFile())) return [];
  const lines = readFileSync(countsFile(), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Counts);
}

function writeForLater(counts: Counts) {
  if (countsFile() !== "") appendFileSync(countsFile(), `${JSON.stringify(counts)}\n`);
}
