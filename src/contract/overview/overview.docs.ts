import { featureDocs } from "../openapi/docs.ts";

export const overviewDocs = featureDocs({
  description: "How the game stands, for admins.",
  operations: {
    getOverview: {
      description:
        "Changes nothing. Problems come by codes, the worst first; `errors` keep money or races from moving. A chain that does not answer is a problem in the answer and no refusal of it.",
    },
  },
  fields: {
    "getOverview.amount": "What is missing, waits or differs.",
    "getOverview.at": "When it was read, or when books and chain were compared.",
    "getOverview.count": "How many payments.",
    "getOverview.kind": "What the payments are for.",
    "getOverview.code": "Which problem.",
    "getOverview.house": "Whether the instance that answers can sign payments.",
    "getOverview.chain": "How far the node is; null while none answers.",
    "getOverview.params": "What belongs to the problem.",
    hasLeader: "Whether an instance drives races and payments.",
    "getOverview.paymentsHalted": "Whether a difference in the books keeps payments back.",
    waitingPayments: "Payments that are not final, by kind and reason.",
    why: "Why they wait.",
    oldest: "When the oldest was made.",
    databaseMs: "How long the database took to answer, in milliseconds.",
    reconciliation: "The latest comparison of books and chain.",
    "getOverview.liabilities": "What is owed to players, running races and the funds.",
    hotWallet: "What the hot wallets hold on the chain.",
    bonusFund: "What the superfecta fund holds.",
    problems: "What to look at.",
    severity: "How bad it is.",
    "getOverview.since": "Since when.",
  },
});
