import { words } from "../../words/words.ts";

/** The texts of deposits to the balance. */
export const depositWords = words("bets/deposits", {
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
