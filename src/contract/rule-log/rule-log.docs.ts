import { featureDocs } from "../openapi/docs.ts";

export const ruleLogDocs = featureDocs({
  description:
    "Every change to a rule of the game, every refund, halt and manual transfer, public to everyone. Rows are never changed, each holds the hash of the one before, and the commitment of each race names the newest.",
  operations: {
    listRules: {
      description:
        "Anyone who has all rows can check them up to any race's, and which settings applied when it was created: `docs/fairness.md` shows how. `/rules-log.atom` has the newest as a feed.",
    },
  },
  fields: {
    "listRules.entry": {
      description: "The row as it is hashed.",
      example: '{"row":2,"at":"2026-11-24T10:00:00.000Z","kind":"halt","reason":"Books and chain differ"}',
    },
    "listRules.hash":
      "SHA-256 of the previous hash, a line feed, and `entry`; for row 1 the previous hash is 64 zeros.",
    head: "The newest row; null while there is none.",
    row: { description: "The number of the row, from 1 without gaps.", example: 2 },
    rules:
      "The newest row of the rule log when the race was created, which its commitment names; null for a race from before there was a log.",
    "listRules.rows": "The rows.",
  },
});
