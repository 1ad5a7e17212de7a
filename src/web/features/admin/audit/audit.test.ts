import { expect, it } from "vitest";
import { auditCsv } from "./audit-csv.ts";
import { sidesOf } from "./audit-sides.ts";

const row = {
  id: 7,
  at: new Date(0),
  actor: "system",
  action: "setting.change",
  subject: "house_edge",
  before: "5",
  after: "2.5",
  detail: null,
  reason: '=HYPERLINK("x")',
  entry: '{"id": 7, "reason": "=HYPERLINK(\\"x\\")"}',
  previous_hash: "a".repeat(64),
  hash: "b".repeat(64),
};

it("values stand beside one another, fields by their names", () => {
  expect(sidesOf(row)).toEqual([{ field: "", before: "5", after: "2.5", isChanged: true }]);
  expect(sidesOf({ before: { muted: true, name: "a" }, after: { muted: false, name: "a" } })).toEqual([
    { field: "muted", before: "true", after: "false", isChanged: true },
    { field: "name", before: "a", after: "a", isChanged: false },
  ]);
  expect(sidesOf({ before: null, after: { name: "a" } })).toEqual([
    { field: "name", before: null, after: "a", isChanged: true },
  ]);
});

it("what is shown is exported, and no cell of it is a formula", () => {
  const [head, line] = auditCsv([row]).split("\r\n");
  expect(head).toBe("id,at,actor,action,subject,before,after,detail,reason,entry,previous_hash,hash");
  expect(line).toContain(`7,1970-01-01T00:00:00.000Z,system,setting.change,house_edge,"""5""","""2.5""",,`);
  // As it is hashed, byte for byte.
  expect(line).toContain(`,"${row.entry.replaceAll('"', '""')}",${row.previous_hash},${row.hash}`);
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
});
