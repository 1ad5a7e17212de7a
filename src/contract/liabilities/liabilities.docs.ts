import { featureDocs } from "../openapi/docs.ts";

export const liabilitiesDocs = featureDocs({
  description: "What the house owes, as a Merkle-sum tree, and the proof that an account is counted in it.",
  operations: {
    getLiabilities:
      "A tree is built every ten minutes, and the first one of a UTC day is written on the chain. `docs/fairness.md` says how it is built, and what it does not prove.",
    getLiabilityProof:
      "Only for the session's own wallet: balance, unclaimed commission and payments on their way to it. Null where there is no tree yet.",
    requestLiabilities: "One tree for all callers; read the proof again a few seconds after `dueAt`.",
  },
  fields: {
    newest: "The newest tree; null before there is one.",
    anchored: "The newest one whose memo is final on the chain; null before there is one.",
    tree: "What is published about the tree.",
    leaves: "The caller's own accounts in it; none where nothing is owed to the caller.",
    "getLiabilityProof.salt": "With the account it gives the leaf: SHA-256 of `liability:{account}:{salt}`.",
    account: {
      description:
        "Balance `user:…`, unclaimed commission `referral:…`, or a payment on its way `payment:…`.",
      example: "payment:withdrawal-4f1c",
    },
    total: "Lamports of all leaves together.",
    dueAt: "The earliest time at which the next tree is built.",
    sum: "Lamports below that node.",
    root: { description: "Hash of the tree's root.", example: "5a".repeat(32) },
    "getLiabilityProof.path": "Hash and sum of each neighbour on the way to the root, from the leaf up.",
    "getLiabilityProof.index": "Place of the leaf, from 0.",
  },
});
