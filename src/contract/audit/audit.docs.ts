import { featureDocs } from "../openapi/docs.ts";

export const auditDocs = featureDocs({
  description:
    "Who changed what, when and why. Rows are never changed, and each holds the hash of the one before.",
  operations: {
    listAudit: {
      description:
        "`action` may end at a point, `setting.` for every change of a setting. Once a day the newest hash goes to the chain: whoever has the rows can check all up to that one, as `docs/audit.md` shows.",
    },
  },
  fields: {
    action: { description: "What was done.", example: "setting.change" },
    actor: { description: "The wallet of who did it, or `system`.", example: "system" },
    after: { description: "What was changed, as it is now; null where that says nothing.", example: "5" },
    "listAudit.anchor": "The newest row whose hash is final on the chain; null before there is one.",
    anchored_at: "When its transaction was seen final.",
    before: { description: "What was changed, as it was; null where that says nothing.", example: "2.5" },
    detail: { description: "What else belongs to it; null for nothing.", example: "null" },
    entry: { description: "The row as it is hashed.", example: '{"id": 1, "actor": "system"}' },
    hash: "SHA-256 of the hash before, a line feed, and `entry`.",
    previous_hash: "The hash of the row before; 64 zeros for the first.",
    row_id: { description: "The number of the row.", example: 1 },
    rows: "The acts.",
    subject: { description: "To what or whom; null for nothing in particular.", example: "house_edge" },
  },
});
