import type { Translation } from "../../words/words.ts";
import type { paletteWords } from "./words.en.ts";

export const german: Translation<typeof paletteWords> = {
  found: "Gefunden",
  goTo: "Gehe zu",
  houseTransaction: "Die Einzahlung oder Zahlung {text} finden",
  payouts: "Auszahlungen",
  placeholder: "Bereich, Einstellung, Wallet, Name, Rennen, Signatur",
  race: "Rennen {text} öffnen",
  races: "Rennen",
  setting: "Einstellung",
  tab: "Bereich",
  transaction: "Die Zahlung {text} finden",
  user: "Benutzer {text} öffnen",
  userSearch: "Benutzer nach \u201e{text}\u201c suchen",
  users: "Benutzer",
  wallets: "Haus-Wallets",
};
