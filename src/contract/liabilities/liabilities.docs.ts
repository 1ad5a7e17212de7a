import { featureDocs } from "../openapi/docs.ts";

export const liabilitiesDocs = featureDocs({
  description: "What the house owes, as a Merkle-sum tree, and the proof that an account is counted in it.",
  operations: {
    getLiabilities: {
      description:
        "A tree is made every ten minutes, and the first one of a UTC day is written on the chain. `docs/fairness.md` says how it is made, and what it does not prove.",
    },
    getLiabilityProof: {
      description:
        "Of the session's own wallet alone: balance, unclaimed commission and payments on their way to it. Null where there is no tree yet.",
    },
    requestLiabilities: {
      description: "One for all who ask; read the proof again some seconds after `dueAt`.",
    },
  },
  fields: {
    newest: "The newest tree; null before there is one.",
    anchored: "The newest one whose memo is final on the chain; null before there is one.",
    tree: "What is published of the tree.",
    leaves: "The caller's own accounts in it; none where nothing is owed to the caller.",
    account: {
      description:
        "Balance `user:…`, unclaimed commission `referral:…`, or a payment on its way `payment:…`.",
      example: "payment:withdrawal-4f1c",
    },
    total: "Lamports of all leaves together.",
    dueAt: "When the next tree is made at the earliest.",
    sum: "Lamports below that node.",
    root: { description: "Hash of the tree's root.", example: "5a".repeat(32) },
    "getLiabilityProof.path": "Hash and sum of each neighbour on the way to the root, from the leaf up.",
    "getLiabilityProof.index": "Place of the leaf, from 0.",
  },
});
