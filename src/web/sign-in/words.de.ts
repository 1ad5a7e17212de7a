import type { Translation } from "../words/words.ts";
import type { signInWords } from "./words.en.ts";

export const german: Translation<typeof signInWords> = {
  addressCopied: "Adresse kopiert",
  connecting: "Verbinde…",
  connectWallet: "Wallet verbinden",
  copyAddress: "Adresse kopieren",
  disconnect: "Trennen",
  getLocalSol: "Lokale SOL holen",
  notLoaded: "Nicht geladen",
  profileDashboard: "Profilübersicht",
  profileUnknown: "Dein Profil lässt sich gerade nicht laden.",
  signIn: "Anmelden",
  tryAgain: "Noch einmal versuchen",
  walletOf: "Wallet von {name}",
  walletWith: "Wallet von {name}, {amount} SOL",
};
