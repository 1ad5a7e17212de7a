import { featureDocs } from "../openapi/docs.ts";

export const payoutsDocs = featureDocs({
  description: "Server balance, withdrawals, and the payments that the house sends.",
  operations: {
    getWalletBalance: "Only credits whose payment is finalized can be withdrawn.",
    listUnderWay: "Winnings, withdrawals and claims on their way, in the order in which they were made.",
    withdraw:
      "The amount leaves the balance at once and the payment on the chain follows; what cannot be sent is returned, with a notification.",
    listPayouts:
      "One page of the payments, with their attempts and errors. Only payments to players can be retried; the worker retries the house's own.",
    retryPayout:
      "Takes the step that would come anyway; a payment that was sent is not signed again before it has expired.",
  },
  fields: {
    amount: "SOL.",
    ahead: { description: "Payments of the house that are signed before it; null once it is.", example: 12 },
    count: "All payments that are under way, including those that are not listed.",
    payments: "The oldest first.",
    destination_address: "Where the SOL go.",
    error_message: {
      description: "Why it failed or was given up; null otherwise.",
      example: "The network refused it",
    },
    houseLocked: "Whether payments wait because the hot wallet is locked.",
    payout: "The payment.",
    payouts: "The payments.",
    "listPayouts.kind": {
      description:
        "Payments of one kind; `players` is every payment to a player, `sweep` what the house moves between its wallets, `notary` what the notary of the public log was given, `anchor` the house's memos.",
      example: "sweep",
    },
    processed_at: "When it was completed or given up; null until then.",
    retry_count: "Transactions signed beyond the first.",
    solana_tx_signature: "The transaction that paid it; null until then.",
    state: "Where the payment is; `unknown` may or may not have landed.",
    to_address: "Receiving wallet; null for a memo.",
    next_try_at:
      "When it is automatically sent or signed again; null once it has ended and where it waits for something else.",
    waits_for: "Why it has not arrived, the first reason that applies; null once it has ended.",
    tx: { description: "The beginning of a transaction's signature.", example: "5VERv8NM" },
    withdrawal: "The queued withdrawal.",
    status: "Its status.",
  },
});
