import { words } from "../../../foundation/words/words.ts";

/** Choosing a wallet, and approving its requests. */
export const connectWords = words("sign-in/connect", {
  appsKeptOff:
    "Your browser blocks this page from reaching your wallet app. Allow it in the site's settings, then try again.",
  appsOfThisPhone: "Apps on this phone",
  approve: "Approve",
  cannotConnect: "Cannot connect to a page",
  cannotProve: "Cannot sign in",
  cannotSign: "Cannot sign a bet here",
  chooseAccount: "Which account do you want to play with?",
  connectFailed: "Failed to connect wallet. Please try again.",
  cookiesBlocked:
    "Your browser blocks this site's cookies, without which nobody can sign in: allow them, then load the page again.",
  declined: "You declined to sign in.",
  declinedConnection: "You declined to connect your wallet.",
  detected: "Detected",
  expiredOrBlocked:
    "The request to sign in has expired, or your browser blocks this site's cookies. Allow them, then try again.",
  feePaidBy: "Fee paid by",
  getAnother: "Or get another wallet:",
  inThisBrowser: "In this browser",
  lacksNetwork: "Does not support {network}",
  memo: "Memo",
  noOtherWallet: "No other wallet is installed.",
  noWallet: "No Solana wallet is installed in this browser. Get one:",
  nothingStored:
    "Your browser stores nothing for this site: you can play, but the next visit knows neither your wallet nor your settings.",
  openIn: "Open in {wallet}",
  openInWallet: "Open this page in your wallet app:",
  plainHttp:
    "Over plain HTTP no wallet can sign in: open this page by https, or on the server's own machine as localhost.",
  pressAgain: "Your wallet app may be opened now. Choose it again.",
  program: "Program",
  prove: "Prove that {address} is yours by signing a message. It moves no money and costs nothing.",
  reject: "Reject",
  signMessage: "Sign this message?",
  signTransaction: "Sign this transaction?",
  transfer: "Transfer",
  transferTo: "{amount} SOL to {address}",
  useAnother: "Use another wallet",
  waiting: "Waiting…",
  waitingForWallet: "Waiting for your wallet…",
});
