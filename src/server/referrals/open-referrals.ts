import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";
import type { ClaimPorts } from "./claim-referrals.ts";
import { referralHandlers } from "./handlers.ts";

/** Referred players and the commission that they bring. */
export const openReferrals = (ports: ClaimPorts) =>
  ({ handlers: { ...referralHandlers(ports), getReferralProfile: notBuilt } }) satisfies Feature;
