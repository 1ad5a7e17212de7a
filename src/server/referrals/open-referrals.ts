import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** Referred players and the commission that they bring. */
export const openReferrals = () =>
  ({
    handlers: {
      getReferrals: notBuilt,
      getReferralSummary: notBuilt,
      claimReferrals: notBuilt,
      getReferralProfile: notBuilt,
    },
  }) satisfies Feature;
