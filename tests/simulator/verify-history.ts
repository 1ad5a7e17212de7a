import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  beginDay,
  checkDayLine,
  checkLooseLine,
  endDay,
  type PublishedDay,
} from "../../src/domain/history/day-file.ts";
import type { Fault } from "../../src/domain/history/fault.ts";
import { newHistory } from "../../src/domain/history/history.ts";
import { sha256Hex } from "../../src/domain/fairness.ts";
import { findOrInstallPython } from "../support/python.ts";

const verifier = join(import.meta.dirname, "../../verifier/verify.py");

/** A fault that one of the verifiers found. */
export interface FoundFault {
  readonly by: "the page" | "verify.py";
  readonly rule: string;
  readonly race: string | null;
  readonly seq: number | null;
  readonly expected: string;
  readonly found: string;
}

/** Runs both verifiers on a folder that the export wrote and returns what they find (rules HISTORY-1 and HISTORY-2). */
export const verifyHistory = (folder: string): readonly FoundFault[] => [
  ...verifyAsPage(folder),
  ...verifyInPython(folder),
];

/** The page's check: the files one after the other, then what is not in a file yet. */
function verifyAsPage(folder: string): readonly FoundFault[] {
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const state = newHistory();
  const faults: Fault[] = [];
  const { days } = JSON.parse(read("days.json")) as { readonly days: readonly PublishedDay[] };
  for (const day of days) {
    const text = read(`${day.day}.ndjson`);
    const [header = "", ...lines] = text.split("\n").slice(0, -1);
    faults.push(...beginDay(state, header, day).faults);
    for (const line of lines) faults.push(...checkDayLine(state, line).faults);
    faults.push(...endDay(state, day, sha256Hex(text)).faults);
  }
  for (const line of read("open.ndjson").split("\n").slice(0, -1))
    faults.push(...checkLooseLine(state, line).faults);
  return faults.map(({ rule, race, seq, expected, found }) => ({
    by: "the page",
    rule,
    race,
    seq,
    expected,
    found,
  }));
}

interface ToldByPython {
  readonly rule: string;
  readonly race: string | null;
  readonly seq: number;
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
}

function verifyInPython(folder: string): readonly FoundFault[] {
  const { stdout, stderr, status } = spawnSync(findOrInstallPython(), [verifier, folder, "--json"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0 && status !== 1) throw new Error(`verify.py ends with ${status}: ${stderr}`);
  const told = stdout.split("\n").filter((line) => line.startsWith("{"));
  if (told.length === 0 && status !== 0) throw new Error(`verify.py tells nothing: ${stderr}`);
  return told.map((line) => {
    const { rule, race, seq, what, expected, found } = JSON.parse(line) as ToldByPython;
    return {
      by: "verify.py",
      rule,
      race,
      seq,
      expected: `${what}: ${JSON.stringify(expected)}`,
      found: JSON.stringify(found),
    };
  });
}

/** Formatted like a broken rule. */
export const sayFault = ({ by, rule, race, seq, expected, found }: FoundFault): string =>
  `${rule} by ${by}: ${race ?? "no race"}, record ${seq ?? "–"}: expected ${expected}, found ${found}`;
