import { words } from "../../foundation/words/words.ts";

/** Withdrawals, and the faucet of local mode. */
export const payoutWords = words("payouts", {
  aheadOfIt: { one: "{count} payment before it", other: "{count} payments before it" },
  all: "All",
  amountToWithdraw: "Amount to withdraw in SOL",
  faucetExplained: "The local chain gives SOL away: it has no value and cannot leave this machine.",
  faucetFailed: "The faucet did not answer. Please try again.",
  faucetPaid: "{sol} local SOL added to your wallet",
  faucetPending: "On its way…",
  getLocalSol: "Get Local SOL",
  manual: "sent by the house",
  moreUnderWay: { one: "and {count} more", other: "and {count} more" },
  nextUp: "next to be sent",
  ofRace: "won in race {race}",
  payout: "winnings",
  referral: "commission",
  sent: "sent, being confirmed",
  toYourWallet: "To your wallet, at least {amount} SOL.",
  underWay: "On its way to your wallet",
  withdraw: "Withdraw",
  withdrawal: "withdrawal",
  withdrawFailed: "Withdrawal request failed.",
  withdrawRequested: "Withdrawal requested. It is on its way to your wallet.",
});
