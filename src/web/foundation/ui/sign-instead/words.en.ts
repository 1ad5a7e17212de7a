import { words } from "../../words/words.ts";

/** Offered when a wallet did not sign a text. */
export const signInsteadWords = words("ui/sign-instead", {
  message: "Sign a message instead",
  transaction: "Sign a transaction instead",
  whyTransaction:
    "Many hardware wallets cannot sign messages. Yours can sign the same text in a transaction, which is never sent: it moves no money and costs nothing, whatever fee your wallet shows.",
});
