import { expect, it } from "vitest";
import { headOf } from "../../../../domain/rule-log.ts";
import { logRows } from "../../../../../tests/support/log-rows.ts";
import { checkRows } from "./check-rows.ts";

const oldestFirst = logRows([
  { rule: "halt", reason: "one" },
  { rule: "halt", reason: "two" },
  { rule: "halt", reason: "three" },
]);
const rows = oldestFirst.toReversed();
const head = headOf(oldestFirst);

it("RULELOG-5 a whole log is checked against its root, and a part says nothing", () => {
  expect(checkRows(rows, head)).toEqual({ holds: true, last: 4 });
  expect(checkRows(rows.slice(0, 3), head)).toBeNull();
  expect(checkRows([], head)).toBeNull();
});

it("RULELOG-5 an entry that was changed or left out gives another root", () => {
  const changed = rows.map((row) => (row.row === 3 ? { ...row, entry: row.entry.replace("two", "2") } : row));
  expect(checkRows(changed, head)).toMatchObject({
    holds: false,
    fault: { rule: "root", expected: head.hash },
  });
  expect(checkRows(rows.slice(1), head)).toMatchObject({ holds: false, fault: { row: 3, rule: "root" } });
  expect(checkRows(rows.toSpliced(1, 1), head)).toMatchObject({ holds: false, fault: { rule: "number" } });
});
