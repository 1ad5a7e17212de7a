import { words } from "../../words/words.ts";

/** The audit log. */
export const auditWords = words("admin/audit", {
  action: "Action",
  actor: "Actor",
  after: "After",
  before: "Before",
  beforeAndAfter: "Before and after",
  detail: "Detail",
  entries: "Entries",
  entry: "Entry {id}",
  export: "Export CSV",
  failed: "The audit log did not load",
  field: "Field",
  hash: "Hash",
  none: "Nothing found.",
  number: "No.",
  previousHash: "Hash of the previous entry",
  reason: "Reason",
  shownCount: { one: "{count} entry shown", other: "{count} entries shown" },
  subject: "Subject",
  time: "Time",
  title: "Audit Log",
  value: "Value",
});
