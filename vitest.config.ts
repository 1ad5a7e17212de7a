import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** On a busy machine a page needs more than the usual second to show an answer. */
const patient = { poll: { timeout: 20_000 } };

/** The files that a process runs share their imports: loading them anew for each would take a third of the time. */
const sharedImports = { isolate: false };

/** For the projects that start the compiled server. */
const buildServer = "tests/support/build-server.ts";

/**
 * From fast to slow. `npm test` runs all but the last, `npm run prove` the last:
 * unit       pure rules, the contract, the browser's logic, the embedded chain and the gates
 * server     use cases on a real database and the real embedded chain
 * attacks    attacks on a running server from outside
 * simulator  hundreds of races with every fault, from seeds
 * browser    what everything on the page rests on, in Chromium against a running server
 * proofs     what takes minutes: every screen in Chromium, a thousand simulated races, kills, races as they are drawn
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    // Most of the slow tests wait for races and blocks, so two at a time fit on two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          ...sharedImports,
          include: [
            "src/{domain,contract,auditor,track,web,localnet}/**/*.test.{ts,tsx}",
            "tests/{support,gates,history,validator}/**/*.test.ts",
          ],
          // Some count outcomes by the hundred thousand, or run the linter: 5 s are too few on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          ...sharedImports,
          include: ["src/{server,doctor}/**/*.test.ts"],
          // Some run whole races, which on a busy machine take half a minute.
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "attacks",
          ...sharedImports,
          include: ["tests/attacks/**/*.test.ts"],
          globalSetup: buildServer,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "simulator",
          include: ["tests/simulator/**/*.test.ts"],
          testTimeout: 900_000,
        },
      },
      {
        test: {
          name: "browser",
          ...sharedImports,
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: buildServer,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "proofs",
          ...sharedImports,
          include: ["{src,tests}/**/*.proof.ts"],
          globalSetup: buildServer,
          testTimeout: 1_800_000,
          hookTimeout: 240_000,
          expect: patient,
        },
      },
    ],
  },
});
