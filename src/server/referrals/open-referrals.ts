import type { Feature } from "../feature.ts";
import type { ClaimPorts } from "./claim-referrals.ts";
import { referralHandlers } from "./handlers.ts";
import { type LookupPorts, lookUpReferrals } from "./look-up-referrals.ts";

/** Referred players and the commission that they bring. */
export const openReferrals = (ports: ClaimPorts & LookupPorts) =>
  ({
    handlers: {
      ...referralHandlers(ports),
      getReferralProfile: ({ body: { identifier, limit, cursor } }, admin) =>
        lookUpReferrals(ports, { identifier, admin, limit, cursor }),
    },
  }) satisfies Feature;
