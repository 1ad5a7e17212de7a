import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { sha256Hex } from "../../src/domain/fairness.ts";
import { code, mutant } from "./mutant.ts";
import { plant } from "./plant.ts";
import { runSimulate } from "./simulate-command.ts";
import { verifyHistory } from "./verify-history.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "simulated-histories-"));
afterAll(() => rmSync(folder, { recursive: true }));

const exported = (tree: string, to: string, races: string) =>
  runSimulate(tree, [
    "--races",
    races,
    "--seed",
    "1",
    "--workers",
    "1",
    "--attempts",
    "0",
    "--partial",
    "--export",
    to,
  ]);

it("HISTORY-1 EXPORT-2 EXPORT-3 EXPORT-5 what the product exports of simulated races both verifiers find right", async () => {
  const run = await exported(root, folder, "6");
  expect(run.output).toContain("0 lamports unexplained");
  expect(run.output).toMatch(/exportedRecords [1-9]\d*, exportedRaces [6-9], exportedDays [1-9]/);
  expect(run.exitCode).toBe(0);
  const seed = join(folder, "0x1");
  expect(readdirSync(seed).toSorted()).toEqual(["2026-01-01.ndjson", "days.json", "open.ndjson"]);
  expect(verifyHistory(seed)).toEqual([]);

  // Somebody who publishes a lie also publishes the matching file hash.
  const file = join(seed, "2026-01-01.ndjson");
  const before = readFileSync(file, "utf8");
  const lied = before.replace(/"placed_at":"2026/, '"placed_at":"2027');
  writeFileSync(file, lied);
  const days = join(seed, "days.json");
  writeFileSync(days, readFileSync(days, "utf8").replace(sha256Hex(before), sha256Hex(lied)));
  const found = verifyHistory(seed);
  for (const by of ["the page", "verify.py"])
    expect(found).toContainEqual(
      expect.objectContaining({ by, rule: "RACE-11", race: expect.stringMatching(/^race-/) as unknown }),
    );
});

it("HISTORY-2 a lie in the export ends the run with its seed, the race, the rule and both values", async () => {
  const tree = plant(
    mutant(
      "tells that bets were placed when they were prepared",
      code("server/features/races/read", "readBooks", "bet.confirmedAt ?? bet.preparedAt", "new Date(0)"),
    ),
  );
  const run = await exported(tree, join(tree, "histories"), "2");
  rmSync(tree, { recursive: true });
  expect(run.exitCode).toBe(1);
  expect(run.output).toMatch(
    /RACE-11 by the page: race-\d+, record \d+: expected b-\w+: placed_at ≥ .*, found 1970-01-01/,
  );
  expect(run.output).toMatch(
    /RACE-11 by verify\.py: race-\d+, record \d+: expected b-\w+ placed while bets were taken: true, found false/,
  );
  expect(run.output).toContain("seed 0x1");
});
