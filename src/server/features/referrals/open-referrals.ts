import { MAX_PAGE } from "../../../contract/wire/codecs.ts";
import type { Feature } from "../../foundation/feature.ts";
import type { ClaimPorts } from "./claim-referrals.ts";
import { referralHandlers } from "./handlers.ts";
import { type LookupPorts, lookUpReferrals } from "./look-up-referrals.ts";

/** Referred players and the commission that they bring. */
export const openReferrals = (ports: ClaimPorts & LookupPorts) =>
  ({
    handlers: {
      ...referralHandlers(ports),
      getReferralProfile: (
        { body: { identifier, limit = MAX_PAGE, cursor, sort, direction, search } },
        admin,
      ) => lookUpReferrals(ports, { identifier, admin, limit, cursor, sort, direction, search }),
    },
  }) satisfies Feature;
