import { words } from "../../foundation/words/words.ts";

/** Connecting a wallet, signing in, approving what the local wallet signs. */
export const signInWords = words("sign-in", {
  addressCopied: "Address copied",
  connecting: "Connecting…",
  connectWallet: "Connect Wallet",
  copyAddress: "Copy Address",
  disconnect: "Disconnect",
  getLocalSol: "Get Local SOL",
  notLoaded: "Not loaded",
  profileDashboard: "Profile Dashboard",
  profileUnknown: "Your profile cannot be loaded right now.",
  signIn: "Sign In",
  tryAgain: "Try again",
  walletOf: "Wallet of {name}",
  walletWith: "Wallet of {name}, {amount} SOL",
});
