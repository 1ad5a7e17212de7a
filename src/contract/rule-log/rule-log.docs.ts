import { featureDocs } from "../openapi/docs.ts";

export const ruleLogDocs = featureDocs({
  description:
    "Every change to a rule of the game, every refund, halt and manual transfer, and every house wallet, public to everyone. They are the entries of the public log, a Merkle tree that only grows, and the commitment of each race names its root.",
  operations: {
    listRules:
      "Anyone who has all entries can check the root that any race names, and which settings applied when it was created: `docs/fairness.md` shows how. They are below `/log/<id>` as well, as tiles. `/rules-log.atom` has the newest as a feed.",
  },
  fields: {
    "listRules.entry": {
      description: "The entry as it is hashed.",
      example:
        '{"kind":"rule","at":"2026-11-24T10:00:00.000Z","rule":"halt","reason":"Books and chain differ"}',
    },
    "listRules.hash": "The log's root, as in RFC 6962.",
    head: "The log at its size now; null while none is open.",
    row: { description: "The number of the entry, from 1 without gaps: the log's size with it.", example: 2 },
    rules:
      "Size (`row`) and root (`hash`) of the public log when the race was created, which its commitment names.",
    "listRules.rows": "The entries.",
  },
});
