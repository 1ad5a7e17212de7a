import { describe, expect, it } from "vitest";
import { exportHeader, exportRecord } from "../../src/contract/export/export-records.ts";
import { type Draw, drawFrom } from "../../bench/history/draw.ts";
import { beginDay, checkDayLine, checkLooseLine, endDay } from "../../src/domain/history/day-file.ts";
import type { Fault } from "../../src/domain/history/fault.ts";
import { checkRecord, coverageOf, type HistoryState, newHistory } from "../../src/domain/history/history.ts";
import { countWinnings } from "../../src/domain/history/winnings.ts";
import { checkDays, checkLines } from "./check-lines.ts";
import { type DayFile, fileDays, sha256Of, textOf } from "./day-files.ts";
import { LIED_HISTORY, lies, omissions } from "./lies.ts";
import { trueHistory } from "./true-history.ts";

describe("a history in which everything holds", () => {
  it("HISTORY-1 is made of records and headers as the export publishes them", () => {
    for (const { header, lines } of fileDays(trueHistory({ races: 120 }))) {
      expect(exportHeader.safeParse(JSON.parse(header)).error).toBeUndefined();
      for (const line of lines) expect(exportRecord.safeParse(JSON.parse(line)).error).toBeUndefined();
    }
  });

  it("HISTORY-1 has no faults, whatever the seed", () => {
    for (const seed of ["one", "two", "three"]) {
      expect(checkDays(fileDays(trueHistory({ races: 500, seed }))).faults).toEqual([]);
    }
    // Takes a few seconds, unless other processes need the processor too.
  }, 120_000);

  it("EXPORT-10 has none where the game moved to another network, and a day was sealed just after that", () => {
    const files = [...fileDays(trueHistory({ races: 130, movesBefore: 100 }), { networkOn: () => "devnet" })];
    expect(files.length).toBeGreaterThan(1);
    expect(checkDays(files).faults).toEqual([]);
  });

  it("HISTORY-1 has none where only its records are read", () => {
    expect(checkLines(trueHistory({ races: 200 })).faults).toEqual([]);
  });
});

const trueFiles = [...fileDays(trueHistory(LIED_HISTORY))];

describe("a history with a lie in it", () => {
  it.each(lies)(
    "HISTORY-1 HISTORY-2 $name is found, and nothing else",
    ({ rule, race, spreads = false, days }) => {
      const { faults } = checkDays(days());
      expect(faults).toContainEqual(expect.objectContaining({ rule, race }));
      const others = faults.flatMap((fault) => (fault.race === race ? [] : (fault.race ?? [])));
      expect(spreads ? [] : others).toEqual([]);
    },
  );

  it.each(omissions)("HISTORY-6 $name is no fault, and counted", ({ counted, days }) => {
    const { faults, state } = checkDays(days());
    expect(faults).toEqual([]);
    expect(coverageOf(state)[counted]).toBeGreaterThan(coverageOf(checkDays(trueFiles).state)[counted]);
  });

  it("HISTORY-2 has a name of its own", () => {
    expect(new Set(lies.map(({ name }) => name)).size).toBe(lies.length);
    expect(lies.length).toBeGreaterThanOrEqual(20);
  });
});

const days = [...fileDays(trueHistory({ races: 130 }))];
const lines = days.flatMap((day) => day.lines);
const stored = (state: HistoryState): HistoryState => JSON.parse(JSON.stringify(state)) as HistoryState;

describe("a check that was broken off", () => {
  it("HISTORY-3 goes on from its stored state with what is new, and comes to the same", () => {
    let state = newHistory();
    const faults: Fault[] = [];
    for (const [at, line] of lines.entries()) {
      if (at % 50 === 0) state = stored(state);
      faults.push(...checkRecord(state, line).faults);
    }
    expect(faults).toEqual([]);
    expect(state).toEqual(checkLines(lines).state);
  });

  it("HISTORY-3 compares what was read before there was a file for it with that file", () => {
    const readAhead = () => {
      const state = newHistory();
      for (const line of lines.slice(0, days[0]!.records + 40)) checkLooseLine(state, line);
      return stored(state);
    };
    expect(goOn(readAhead(), days)).toEqual([]);
    const [first, second, ...others] = days;
    const changed = second!.lines.with(39, second!.lines[39]!.replace('"at":"2026', '"at":"2027'));
    expect(goOn(readAhead(), [first!, { ...second!, lines: changed }, ...others])).toContainEqual(
      expect.objectContaining({ rule: "EXPORT-1", seq: days[0]!.records + 40 }),
    );
  });

  it("HISTORY-3 keeps a state that does not grow with the history", () => {
    const sizeAfter = (races: number) => JSON.stringify(checkLines(trueHistory({ races })).state).length;
    expect(sizeAfter(900)).toBeLessThan(1.5 * sizeAfter(300) + 2_000);
  });
});

function goOn(state: HistoryState, files: readonly DayFile[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const day of files) {
    faults.push(...beginDay(state, day.header, day).faults);
    for (const line of day.lines) faults.push(...checkDayLine(state, line).faults);
    faults.push(...endDay(state, day, sha256Of(textOf(day))).faults);
  }
  return faults;
}

it("EXPORT-5 what was read before there was a file for it, and is in that of another day, is given away", () => {
  const [first] = days;
  const state = newHistory();
  for (const line of first!.lines) checkLooseLine(state, line);
  const [misfiled] = fileDays(first!.lines, { dayOf: () => "2026-03-05" });
  const { length } = first!.lines;
  const faults = goOn(state, [misfiled!]).filter(({ rule, seq }) => rule === "EXPORT-5" && seq !== null);
  expect(faults).toHaveLength(length);
});

it("HISTORY-2 winnings that are on their way are told as open, and are no fault", () => {
  const unpaid = lines.filter((line) => !line.includes('"kind":"payout"'));
  const { state, faults } = checkLines(
    unpaid.map((line, at) => line.replace(/^\{"seq":\d+/, `{"seq":${at + 1}`)),
  );
  expect(faults).toEqual([]);
  const open = countWinnings(checkLines(lines).state.winnings);
  expect(countWinnings(state.winnings)).toBe(open + lines.length - unpaid.length);
});

const ROUNDS = 30;
/** Values that no field may have. */
const strange: readonly unknown[] = [
  null,
  "",
  "constructor",
  "__proto__",
  -1,
  1.5,
  2 ** 70,
  [],
  {},
  true,
  "9".repeat(400),
];

it("HISTORY-1 what is no record is a fault, whatever it is, and never ends the check", () => {
  const draw = drawFrom("strange");
  let faulty = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = newHistory();
    for (const line of lines.slice(0, 120)) {
      const mangled = draw.isOneIn(4) ? mangle(line, draw) : line;
      faulty += checkRecord(state, mangled).faults.length;
    }
  }
  expect(faulty).toBeGreaterThan(300);
});

function mangle(line: string, draw: Draw): string {
  if (draw.isOneIn(5)) return line.slice(0, draw.below(line.length));
  const record = JSON.parse(line) as Record<string, unknown>;
  let at = record;
  for (;;) {
    const name = draw.pick(Object.keys(at));
    const inner = at[name];
    if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0 && !draw.isOneIn(4)) {
      at = inner as Record<string, unknown>;
      continue;
    }
    at[name] = draw.pick(strange);
    // An entry of the rule log is JSON text.
    if (name === "entry" && typeof inner === "string")
      at[name] = inner.slice(1).startsWith('"') ? mangle(inner, draw) : "";
    return JSON.stringify(record);
  }
}
