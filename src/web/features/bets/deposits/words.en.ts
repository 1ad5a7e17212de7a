import { words } from "../../../foundation/words/words.ts";

/** The texts of deposits to the balance. */
export const depositWords = words("bets/deposits", {
  codeExplained:
    "Scan it with the app that holds {wallet}, not with an exchange's: a payment is credited to the wallet that makes it. It appears in your balance by itself.",
  codeOf: "QR code of a payment of {amount} SOL",
  codeOpen: "Open in a wallet app",
  codePreparing: "Preparing the code…",
  codeShow: "Pay with a phone",
  depositConfirmFailed: "Deposit confirmation failed",
  depositDeclined: "You declined to sign the deposit.",
  depositDone: "{amount} SOL added to your balance",
  depositExplained:
    "From your wallet to your balance here. Bets from the balance need no signature, and you can withdraw it again.",
  depositPrepareFailed: "Failed to prepare the deposit",
  depositSafe: "If your wallet has paid, the payment is credited automatically.",
  depositShort: "Your wallet does not cover this amount and the fee.",
  depositTitle: "Deposit to Your Balance",
  depositUnseen: "The chain has not shown the payment yet. It is credited automatically when it does.",
});
