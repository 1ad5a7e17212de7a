import { words } from "../words/words.ts";

/** Withdrawals, and the faucet of local mode. */
export const payoutWords = words("payouts", {
  all: "All",
  amountToWithdraw: "Amount to withdraw in SOL",
  faucetExplained: "The local chain gives SOL away: it has no value and cannot leave this machine.",
  faucetFailed: "The faucet did not answer. Please try again.",
  faucetPaid: "{sol} local SOL are in your wallet",
  faucetPending: "On its way…",
  getLocalSol: "Get Local SOL",
  toYourWallet: "To your wallet, at least {amount} SOL.",
  withdraw: "Withdraw",
  withdrawFailed: "Withdrawal request failed.",
  withdrawRequested: "Withdrawal requested. It is on its way to your wallet.",
  withdrawSent: "Withdrawal sent. Signature: {signature}",
});
