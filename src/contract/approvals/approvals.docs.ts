import { featureDocs } from "../openapi/docs.ts";

export const approvalsDocs = featureDocs({
  description:
    "Anything that moves house money above the setting `second_admin_above_sol` waits up to 24 hours for another admin. The calls that request it return the `approval`.",
  operations: {
    listApprovals: {
      description: "The first hundred that wait; those that were decided come in pages.",
    },
    approveRequest: {
      description:
        "Everything is checked again: where that refuses, nothing happens and the request keeps waiting. If two admins approve at the same time, it is done once.",
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
      description: "The requester withdraws the request with this call.",
      refuses: ["APPROVAL_NOT_FOUND", "APPROVAL_DECIDED", "APPROVAL_EXPIRED"],
    },
  },
  fields: {
    approval: "The request that waits for another admin; null where it was done at once.",
    "approveRequest.approval": "The request as it was decided.",
    "rejectRequest.approval": "The request as it was decided.",
    asked_at: "When it was requested.",
    asked_by: "The admin who requested it.",
    decided: "Approved, rejected, withdrawn or expired.",
    decided_at: "When it was decided, or when it expired; null while it waits.",
    decided_by: "The admin who decided; null while it waits, and for one that expired.",
    decision_reason: {
      description: "Why, in the deciding admin's words.",
      example: "Checked with the player",
    },
    expectedBalance: "The balance that the admin saw; refused if it has changed since.",
    expires_at: "After this nobody can approve it.",
    request: "What was requested, by `kind`.",
    waiting: "Requests that can be decided.",
  },
});
