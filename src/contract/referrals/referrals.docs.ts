import { featureDocs } from "../openapi/docs.ts";

export const referralsDocs = featureDocs({
  description: "Commission for players whom a player referred.",
  operations: {
    getReferrals: "Totals cover all referred players, not just the page.",
    getReferralSummary: "Below `minPayout` nothing can be claimed.",
    claimReferrals:
      "Sent through the withdrawal queue. The response waits a few seconds for the signature; without one the claim is queued all the same, and a notification follows. While a claim is on its way, another one returns the same.",
    getReferralProfile:
      "For support: a hundred referrals where no `limit` is given, with totals over all of them, whatever is searched for.",
  },
  fields: {
    claimable: "What can be claimed now.",
    identifier: { description: "A username or a wallet.", example: "silver_star" },
    minPayout: "Minimum amount that is paid out.",
    referrals: "The players who were referred.",
    referred_wallet: "Wallet of the player who was referred.",
    totalEarnings: "Commission earned so far.",
    totalReferredWager:
      "Stakes of all players who were referred; for the referrer without those of streamers who hide figures.",
    totalReferrals: "How many players were referred.",
    "claimReferrals.state":
      "`sent` is signed, `queued` waits for the payment worker, `locked` waits for the house wallets to be unlocked.",
    total_earned: "Commission earned from this player; null for a streamer who hides figures.",
    total_referred_wager: "Stakes of this player; null for a streamer who hides figures.",
    totals: "Over all of them.",
  },
});
