import { words } from "../../foundation/words/words.ts";

/** Referral link, referred players, and what they bring. */
export const referralWords = words("referrals", {
  aboveMinimum: "Above the minimum",
  belowMinimum: "Below the minimum",
  claimFailed: "Withdrawal request failed.",
  claimLocked:
    "Withdrawal requested. The house wallets are locked at the moment: it is sent as soon as they are unlocked.",
  claimQueued: "Withdrawal requested. It is on its way to your wallet.",
  claimSent: "Withdrawal sent. Signature: {signature}",
  claimable: "Claimable",
  copyLink: "Copy Link",
  earnedSoFar: "Earned so far",
  hiddenFigures:
    "Players shown with *** hide their figures. The wager volume leaves them out; your earnings include them.",
  joined: "Joined",
  linkCopied: "Referral link copied to clipboard",
  minimum: "Minimum withdrawal",
  nobodyYet: "Nobody has joined through your link yet. Copy it and send it to a friend.",
  paidTo: "Paid to your wallet {wallet}",
  playerCount: { one: "{count} player, newest first", other: "{count} players, newest first" },
  rate: "You earn {rate} of the fee on each bet that your friends settle.",
  referredPlayers: "Referred players",
  showMore: "Show more",
  total: "Total",
  totalEarnings: "Total earnings",
  totalReferrals: "Total referrals",
  totalVolume: "Total wager volume",
  tryAgain: "Try again",
  user: "User",
  volume: "Wager volume",
  withdraw: "Withdraw",
  withdrawAmount: "Withdraw {amount} SOL",
  withdrawing: "Withdrawing…",
  yourEarnings: "Your earnings",
  yourLink: "Your referral link",
});
