import { featureDocs } from "../openapi/docs.ts";

export const overviewDocs = featureDocs({
  description: "State of the game, for admins.",
  operations: {
    getOverview:
      "Changes nothing. Problems are given by code, the worst first; `errors` stop money or races from moving. A chain that does not answer is reported as a problem; the call is not refused.",
  },
  fields: {
    "getOverview.amount": "The amount that is missing, waiting or differs.",
    "getOverview.at": "When it was read, or when books and chain were compared.",
    "getOverview.count": "How many payments, or memos.",
    isOwn:
      "Whether none of them is to a player: sweeps, anchors and what the notary is given, which the list of payouts does not show.",
    "getOverview.kind": "What the payments are for.",
    "getOverview.code": "Which problem.",
    "getOverview.house": "Whether the responding instance can sign payments.",
    "getOverview.chain": "The node's current slot; null while none answers.",
    "getOverview.params": "Details of the problem.",
    hasLeader: "Whether an instance runs races and payments.",
    "getOverview.paymentsHalted": "Whether a difference in the books holds payments back.",
    waitingPayments: "Payments that are not final, by kind and reason.",
    why: "Why they wait.",
    oldest: "When the oldest was made.",
    databaseMs: "How long the database took to answer, in milliseconds.",
    reconciliation: "The latest comparison of books and chain.",
    "getOverview.liabilities": "What is owed to players, running races and the funds.",
    hotWallet: "What the hot wallets hold on the chain.",
    bonusFund: "What the superfecta fund holds.",
    problems: "What needs attention.",
    severity: "How bad it is.",
    "getOverview.since": "Since when.",
  },
});
