import { featureDocs } from "../openapi/docs.ts";

export const solvencyDocs = featureDocs({
  description: "Whether books and chain agree, and what happens when they do not.",
  operations: {
    getSolvency: "Compared continuously; on a difference outgoing payments halt.",
    resumePayments: "First compares books and chain again.",
  },
  fields: {
    difference: "Holdings less liabilities and equity; anything but zero halts payments.",
    equity: "What belongs to the house.",
    holdings: "What the house holds on the chain, wallet by wallet.",
    inboundPending: "Deposits seen and not yet finalized.",
    liabilities: "What the house owes, by kind.",
    outboundInFlight: "Payments sent and not yet finalized.",
    unread: "Received in payments that have not been read yet.",
    totalHoldings: "Sum of the holdings.",
    totalLiabilities: "Sum of the liabilities.",
    paymentsHalted: "Whether outgoing payments are halted until an admin resumes them.",
  },
});
