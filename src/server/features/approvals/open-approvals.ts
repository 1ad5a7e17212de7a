import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok } from "../../../domain/result.ts";
import { textSignature } from "../../foundation/chain/text-signature.ts";
import type { Feature } from "../../foundation/feature.ts";
import { type ApprovePorts, approveRequest, expireApprovals, rejectRequest } from "./decide-approval.ts";
import { listApprovals } from "./list-approvals.ts";
import { type AskPorts, performOrAsk } from "./perform-or-ask.ts";

/** Requests that wait for another admin. */
export const openApprovals = (ports: ApprovePorts & AskPorts) =>
  ({
    /** For the features with actions of that kind. */
    performOrAsk: performOrAsk(ports),
    handlers: {
      listApprovals: ({ query: { limit = DEFAULT_PAGE, ...query } }, { wallet: by }) =>
        listApprovals(ports, { limit, ...query, by }),

      async approveRequest({ params: { id }, body: { reason = null, ...signed } }, { wallet: by }) {
        const signature = textSignature(signed);
        const decided = await approveRequest(ports, { id, by, reason, signature });
        return decided.ok ? ok({ approval: decided.value }) : decided;
      },

      async rejectRequest({ params: { id }, body: { reason = null } }, { wallet: by }) {
        const decided = await rejectRequest(ports, { id, by, reason });
        return decided.ok ? ok({ approval: decided.value }) : decided;
      },
    },
    jobs: [
      {
        name: "approvals",
        runsOn: "every instance",
        everyMs: 60_000,
        round: () => expireApprovals(ports),
      },
    ],
  }) satisfies Feature & Record<string, unknown>;
