import { featureDocs } from "../openapi/docs.ts";

export const approvalsDocs = featureDocs({
  description:
    "What moves house money above the setting `second_admin_above_sol` waits for another admin, for 24 hours. The calls that ask for it answer the `approval`.",
  operations: {
    listApprovals: {
      description: "Of those that wait the first hundred; those that were decided come in pages.",
    },
    approveRequest: {
      description:
        "Everything is checked anew: where that refuses, nothing happens and the request goes on waiting. Two who approve at once do it once.",
      refuses: [
        "APPROVAL_NOT_FOUND",
        "APPROVAL_OWN",
        "APPROVAL_DECIDED",
        "APPROVAL_EXPIRED",
        "APPROVAL_ASKER_GONE",
        "BALANCE_CHANGED",
        "BALANCE_HELD",
        "EQUITY_TOO_LOW",
        "TREASURY_TOO_LOW",
        "TRANSFER_UNDER_WAY",
        "PAYMENTS_HALTED",
        "SPECIAL_EVENTS_DISABLED",
        "SPECIAL_RACES_FULL",
      ],
    },
    rejectRequest: {
      description: "Who asked withdraws it by this call.",
      refuses: ["APPROVAL_NOT_FOUND", "APPROVAL_DECIDED", "APPROVAL_EXPIRED"],
    },
  },
  fields: {
    approval: "What waits for another admin; null where it was done at once.",
    "approveRequest.approval": "The request as it was decided.",
    "rejectRequest.approval": "The request as it was decided.",
    asked_at: "When it was asked for.",
    asked_by: "The admin who asked.",
    decided: "Approved, rejected, withdrawn or expired.",
    decided_at: "When it was decided, or when it expired; null while it waits.",
    decided_by: "The admin who decided; null while it waits, and of one that expired.",
    decision_reason: { description: "Why, in the words of who decided.", example: "Checked with the player" },
    expectedBalance: "The balance that the admin saw; another one by now is refused.",
    expires_at: "After this nobody can approve it.",
    request: "What was asked for, by `kind`.",
    waiting: "Those that can be decided.",
  },
});
