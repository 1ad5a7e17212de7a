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
  /** One line per test that passed only when it was run again. */
  readonly passedAgain: readonly string[];
}

interface VitestRun {
  readonly projects: readonly string[];
  /** Parts of the paths of the files to run; all files of the projects if absent. */
  readonly files?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** How many files run at a time; the value from vitest.config.ts if absent. */
  readonly workers?: number;
  /**
   * Runs files in which nothing failed but waits for the browser once more, alone, as a busy machine makes such waits
   * expire. Any other failure, or a second one, fails.
   */
  readonly rerunsTimeouts?: boolean;
}

/** Runs stages one after the other, each even if an earlier one failed, and adds up their counts. */
export interface Suite {
  /** A command, which counts as one test. */
  command(stage: string, command: readonly [string, ...string[]]): void;
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
    command(stage, [program, ...options]) {
      announce(stage);
      const { status } = spawnSync(program, options, { cwd: root, stdio: "inherit" });
      results.push(
        status === 0 ? { passed: 1, failed: 0, failures: [], passedAgain: [] } : oneFailure(stage),
      );
    },

    vitest(stage, run) {
      announce(stage);
      const first = runVitest(run, join(reports, `${results.length}`));
      const again = run.rerunsTimeouts === true ? first.files.filter(hasOnlyTimeouts) : [];
      if (again.length === 0) return void results.push(resultOf(stage, first));
      const others = first.files.filter((file) => !again.includes(file));
      results.push(resultOf(stage, { ...first, status: 0, files: others }));
      announce(`once more, alone, as the browser took too long: ${again.map(nameOf).join(", ")}`);
      const rerun = { ...run, files: again.map(nameOf), workers: 1 };
      const second = runVitest(rerun, join(reports, `${results.length}`));
      const passed = new Set(second.files.flatMap((file) => titlesOf(file, "passed")));
      const passedAgain = again.flatMap(failuresOf).filter(({ title }) => passed.has(title));
      results.push({ ...resultOf(stage, second), passedAgain: passedAgain.map(describe) });
    },

    finish() {
      rmSync(reports, { recursive: true, force: true });
      const own = add(results);
      const all = add([...readEarlier(), own]);
      writeForLater(own);
      if (all.passedAgain.length > 0)
        console.log(`\nPassed only when run again, alone:\n${all.passedAgain.join("\n")}`);
      if (all.failures.length > 0) console.log(`\nFailed:\n${all.failures.join("\n")}`);
      console.log(`\n${all.passed} passed, ${all.failed} failed`);
      process.exit(own.failed === 0 ? 0 : 1);
    },
  };
}

const oneFailure = (what: string): StageResult => ({
  passed: 0,
  failed: 1,
  failures: [`  ${what}`],
  passedAgain: [],
});

const add = (all: readonly StageResult[]): StageResult => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
  passedAgain: all.flatMap(({ passedAgain }) => passedAgain),
});

/** The part of the test runner's report about one file. */
interface FileReport {
  readonly name: string;
  readonly status: string;
  /** Why the file did not load; empty otherwise. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[] | null;
  }[];
}

interface VitestReport {
  readonly status: number | null;
  readonly files: readonly FileReport[];
  /** Errors outside of any test, e.g. a rejected promise that nobody awaited. */
  readonly unhandled: readonly string[];
}

function runVitest({ projects, files = [], env = {}, workers }: VitestRun, report: string): VitestReport {
  const [results, errors] = [`${report}.json`, `${report}-errors.json`];
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
      "--reporter=./scripts/unhandled-errors.ts",
      `--outputFile.json=${results}`,
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...env, UNHANDLED_ERRORS: errors } },
  );
  try {
    const { testResults } = JSON.parse(readFileSync(results, "utf8")) as { testResults: FileReport[] };
    return { status, files: testResults, unhandled: JSON.parse(readFileSync(errors, "utf8")) as string[] };
  } catch (error) {
    return { status, files: [], unhandled: [`no report from the test runner: ${String(error)}`] };
  }
}

function resultOf(stage: string, { status, files, unhandled }: VitestReport): StageResult {
  const failures = [
    ...files.flatMap(failuresOf).map(describe),
    ...unhandled.map((text) => `  ${firstLine(text)}`),
  ];
  // A crash of the runner itself must not count as success.
  if (status !== 0 && failures.length === 0) return oneFailure(`${stage}: exit code ${status}`);
  const passed = files.flatMap((file) => titlesOf(file, "passed")).length;
  return { passed, failed: failures.length, failures, passedAgain: [] };
}

const nameOf = ({ name }: FileReport): string => relative(root, name);

const titlesOf = (file: FileReport, status: string): readonly string[] =>
  file.assertionResults
    .filter((test) => test.status === status)
    .map(({ fullName }) => `${nameOf(file)} > ${fullName}`);

interface Failure {
  /** The file, and the test unless the file itself failed. */
  readonly title: string;
  readonly messages: readonly string[];
}

function failuresOf(file: FileReport): readonly Failure[] {
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  if (file.status === "failed" && failed.length === 0)
    return [{ title: nameOf(file), messages: [file.message] }];
  return failed.map(({ fullName, failureMessages }) => ({
    title: `${nameOf(file)} > ${fullName}`,
    messages: failureMessages ?? [],
  }));
}

const describe = ({ title, messages: [first = ""] }: Failure): string => `  ${title}: ${firstLine(first)}`;

/** Whether the file's tests failed, and only because Playwright waited for the page in vain. */
const hasOnlyTimeouts = (file: FileReport): boolean => {
  const messages = failuresOf(file).flatMap((failure) => failure.messages);
  return (
    messages.length > 0 &&
    messages.every((text) => /^(TimeoutError: )?\w+\.\w+: Timeout \d+ms exceeded/.test(text))
  );
};

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
