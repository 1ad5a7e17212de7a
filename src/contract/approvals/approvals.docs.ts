import { featureDocs } from "../openapi/docs.ts";
import { inPlaceOfMessage } from "../sign-in/sign-in.docs.ts";

export const approvalsDocs = featureDocs({
  description:
    "What an admin moves of the house's money in 24 hours adds up: an act with which the sum exceeds `second_admin_above_sol` waits up to 24 hours for another admin. So do, whatever the sum, an appointment, a raise of that limit, the node of mainnet-beta, a sixth changed referrer, a second refund of a settled race, and what pays the admin's own wallet. The calls that request it return the `approval`. Where no other admin could approve it, it is refused at once.",
  operations: {
    listApprovals: "The first hundred that wait; those that were decided come in pages.",
    approveRequest:
      "Everything is checked again: where that refuses, nothing happens and the request keeps waiting. If two admins approve at the same time, it is done once. Requester and approver must not have appointed each other, nor been appointed by the same admin, and an appointed admin approves after 24 hours. The wallet signs `Furlong: I approve this request of another admin.`, an empty line, and one line each for `id`, `kind`, `requested by`, `amount` (`12.5 SOL`) and the fields of `request` in the order of their names, as JSON.",
    rejectRequest: "The requester withdraws the request with this call.",
  },
  fields: {
    approval: "The request that waits for another admin; null where it was done at once.",
    "approveRequest.approval": "The request as it was decided.",
    "rejectRequest.approval": "The request as it was decided.",
    asked_at: "When it was requested.",
    asked_by: "The admin who requested it.",
    cause: {
      description:
        "Why it waits: the sum of 24 hours would exceed the limit, or the rule that says so whatever the sum.",
      example: "sum",
    },
    change: "By how much the balance changes.",
    decided: "Approved, rejected, withdrawn or expired.",
    decided_at: "When it was decided, or when it expired; null while it waits.",
    decided_by: "The admin who decided; null while it waits, and for one that expired.",
    "approveRequest.signedTransaction": inPlaceOfMessage,
    decision_reason: {
      description: "Why, in the deciding admin's words.",
      example: "Checked with the player",
    },
    expectedBalance: "The balance that the admin saw; refused if it has changed since.",
    expires_at: "After this nobody can approve it.",
    mayMoveAlone: "What one admin may move in 24 hours without another.",
    movedAlone: "What the calling admin has moved in the last 24 hours without another.",
    moved_before: "What the requester had moved without another admin in the 24 hours before the request.",
    request: "What was requested, by `kind`.",
    sum_limit: "What one admin could move in 24 hours when it was requested.",
    urlSha256: {
      description:
        "SHA-256 in hex of the whole URL, of which only the host is shown: `printf %s <URL> | sha256sum`.",
      example: "7f116492395fd633f89cadc6060502c2497790f856a7a797a015f2d28808a4ef",
    },
    waiting: "Requests that can be decided.",
  },
});
