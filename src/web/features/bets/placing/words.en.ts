import { words } from "../../../foundation/words/words.ts";

/** What went wrong while a bet was placed. */
export const placingWords = words("bets/placing", {
  confirmBets:
    "Larger bets from your balance require your wallet's signature, which is valid for 24 hours. It costs nothing and moves nothing.",
  confirmFailed: "Bet confirmation failed",
  gaveUp: "You stopped waiting for your wallet",
  hintCredited: "You can withdraw it from your dashboard.",
  hintDeclined: "Nothing was sent.",
  hintExpired: "The prepared payment can no longer land.",
  hintGaveUp: "You can bet again. If your wallet still pays, that is counted or credited automatically.",
  hintPaymentFailed: "The network refused the payment; check that your wallet covers the bet and the fee.",
  hintUnavailable: "Any payment already made is counted or credited automatically.",
  noPromptFromBalance: "Bets from a balance here need no prompt: deposit once, bet as often as you like.",
  noTransaction: "No serialized transaction received",
  oddsDeclined: "You did not sign at the new odds",
  oddsMoved: "The odds after your bet went from {before} to {now} while it was prepared.",
  prepareFailed: "Failed to prepare bet",
  signAgain: "The payment expired while your wallet was asking. Nothing was sent: please sign it once more.",
  walletDeclined: "You declined to sign the bet",
  walletFailed: "Wallet failed to send transaction",
});
