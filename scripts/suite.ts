import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

interface StageResult {
  readonly passed: number;
  readonly failed: number;
  /** One line per failure: the test's file and full name, or what went wrong instead. */
  readonly failures: readonly string[];
}

interface VitestRun {
  readonly projects: readonly string[];
  /** Parts of the paths of the files to run; all files of the projects if absent. */
  readonly files?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** How many files run at a time; the value from vitest.config.ts if absent. */
  readonly workers?: number;
}

/** Runs stages one after the other, each even if an earlier one failed, and adds up their counts. */
export interface Suite {
  /** An npm script, which counts as one test. */
  script(stage: string, script: string, args?: readonly string[]): void;
  vitest(stage: string, run: VitestRun): void;
  /**
   * Prints what failed, then `N passed, N failed` as the last line, and exits. If SUITE_COUNTS names a file, the
   * results of earlier suites that wrote to it are included.
   */
  finish(): never;
}

export function openSuite(): Suite {
  const reports = mkdtempSync(join(tmpdir(), "furlong-test-"));
  const results: StageResult[] = [];
  const announce = (stage: string) => console.log(`\n── ${stage} ──`);

  return {
    script(stage, script, args = []) {
      announce(stage);
      const { status } = spawnSync("npm", ["run", script, "--", ...args], { cwd: root, stdio: "inherit" });
      results.push(status === 0 ? { passed: 1, failed: 0, failures: [] } : oneFailure(`npm run ${script}`));
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
      const result = readReport(report);
      results.push(result);
      // A crash of the runner itself, or a file that never loaded, must not count as success.
      if (status !== 0 && result.failed === 0) results.push(oneFailure(`${stage}: exit code ${status}`));
    },

    finish() {
      rmSync(reports, { recursive: true, force: true });
      const own = add(results);
      const all = add([...readEarlier(), own]);
      writeForLater(own);
      if (all.failures.length > 0) console.log(`\nFailed:\n${all.failures.join("\n")}`);
      console.log(`\n${all.passed} passed, ${all.failed} failed`);
      process.exit(own.failed === 0 ? 0 : 1);
    },
  };
}

const oneFailure = (what: string): StageResult => ({ passed: 0, failed: 1, failures: [`  ${what}`] });

const add = (all: readonly StageResult[]): StageResult => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
});

/** The parts of the test runner's report that are read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file did not load; empty otherwise. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

function readReport(path: string): StageResult {
  try {
    const report = JSON.parse(readFileSync(path, "utf8")) as Report;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: report.testResults.flatMap(failuresOf),
    };
  } catch (error) {
    return oneFailure(`no report from the test runner: ${String(error)}`);
  }
}

function failuresOf({ name, status, message, assertionResults }: Report["testResults"][number]): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`  ${file}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `  ${file} > ${fullName}: ${firstLine(failureMessages?.[0] ?? "")}`,
  );
}

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

const resultsFile = () => process.env["SUITE_COUNTS"] ?? "";

function readEarlier(): readonly StageResult[] {
  if (!existsSync(resultsFile())) return [];
  const lines = readFileSync(resultsFile(), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as StageResult);
}

function writeForLater(result: StageResult) {
  if (resultsFile() !== "") appendFileSync(resultsFile(), `${JSON.stringify(result)}\n`);
}
