import { expect, it } from "vitest";
import { EMPTY_RULE_LOG, ruleHash } from "../../../domain/rule-log.ts";
import { checkRows, type Row } from "./check-rows.ts";

const rows: readonly Row[] = [1, 2, 3, 4]
  .reduce<readonly Row[]>((before, row) => {
    const entry = JSON.stringify({ row, kind: row === 1 ? "start" : "halt" });
    return [...before, { row, entry, hash: ruleHash(before.at(-1)?.hash ?? EMPTY_RULE_LOG.hash, entry) }];
  }, [])
  .toReversed();

it("RULELOG-5 a whole log is checked from row 1, a part from the row after its oldest", () => {
  expect(checkRows(rows)).toEqual({ holds: true, first: 1, last: 4 });
  expect(checkRows(rows.slice(0, 3))).toEqual({ holds: true, first: 3, last: 4 });
  expect(checkRows(rows.slice(3))).toEqual({ holds: true, first: 1, last: 1 });
});

it("RULELOG-5 one row of a part says nothing, nor does none", () => {
  expect(checkRows(rows.slice(0, 1))).toBeNull();
  expect(checkRows([])).toBeNull();
});

it("RULELOG-5 a row that was changed is named", () => {
  const changed = rows.map((row) =>
    row.row === 3 ? { ...row, entry: row.entry.replace("halt", "resume") } : row,
  );
  expect(checkRows(changed)).toMatchObject({ holds: false, fault: { row: 3, rule: "hash" } });
});
