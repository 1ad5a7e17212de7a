import { featureDocs } from "../openapi/docs.ts";

export const auditDocs = featureDocs({
  description:
    "Who changed what, when and why. Rows are never changed, and each holds the hash of the one before.",
  operations: {
    listAudit:
      "`action` may end at a dot: `setting.` matches every change of a setting. Once a day the newest hash goes to the chain: anyone who has the rows can check all of them up to that one, as `docs/audit.md` shows.",
  },
  fields: {
    action: { description: "What was done.", example: "setting.change" },
    actor: { description: "The wallet that did it, or `system`.", example: "system" },
    after: { description: "The new value; null where there is none to show.", example: "5" },
    "listAudit.anchor": "The newest row whose hash is final on the chain; null before there is one.",
    anchored_at: "When its transaction was seen final.",
    before: { description: "The old value; null where there is none to show.", example: "2.5" },
    detail: { description: "Further details; null for none.", example: "null" },
    "listAudit.from": { description: "First day shown, in UTC.", example: "2026-11-01" },
    "listAudit.to": { description: "Last day shown, in UTC.", example: "2026-11-23" },
    entry: { description: "The row as it is hashed.", example: '{"id": 1, "actor": "system"}' },
    hash: "SHA-256 of the previous hash, a line feed, and `entry`.",
    previous_hash: "The hash of the previous row; 64 zeros for the first.",
    row_id: { description: "The number of the row.", example: 1 },
    rows: "The audit rows.",
    subject: {
      description: "What or whom it affected; null for nothing in particular.",
      example: "house_edge",
    },
  },
});
