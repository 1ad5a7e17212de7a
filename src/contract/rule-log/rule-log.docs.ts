import { featureDocs } from "../openapi/docs.ts";

export const ruleLogDocs = featureDocs({
  description:
    "Every change to a rule of the game, every refund, halt and manual transfer, and every house wallet, public to everyone. They are entries of the public log, a Merkle tree that only grows.",
  operations: {
    listRules:
      "What the log says about single races is left out; a page has fewer entries than its limit if many races lie between them, and the rest comes after its `nextCursor`. All entries are below `/log/<id>`, as tiles, with which anyone can check which rules were in force at each of them: `docs/fairness.md` shows how. `/rules-log.atom` has the newest as a feed.",
  },
  fields: {
    "listRules.entry": {
      description: "The entry as it is hashed.",
      example:
        '{"kind":"rule","at":"2026-11-24T10:00:00.000Z","rule":"halt","reason":"Books and chain differ"}',
    },
    "listRules.hash": "The log's root, as in RFC 6962.",
    head: "The log at its size now; null while none is open.",
    row: { description: "The number of the entry, from 1: the log's size with it.", example: 2 },
    "listRules.rows": "The entries.",
  },
});
