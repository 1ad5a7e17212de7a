import type { Translation } from "../../words/words.ts";
import type { kitWords } from "./words.en.ts";

export const german: Translation<typeof kitWords> = {
  admins: "Einen Admin ernennen oder abberufen",
  balances: "Das Guthaben eines Spielers ändern",
  cancel: "Abbrechen",
  close: "Schließen",
  color: "Farbe",
  copied: "Kopiert",
  copy: "Kopieren",
  dismiss: "Ausblenden",
  hex: "Hexwert",
  "house-money": "Geld des Hauses bewegen",
  "house-wallets": "Mit den Haus-Wallets arbeiten",
  loadMore: "Mehr laden",
  noStepUp: "Nicht bestätigt",
  noWallet: "Das ist keine Wallet",
  ownColor: "Eine andere Farbe",
  preset: "Farbe {color}",
  search: "Suchen",
  sign: "Mit Wallet signieren",
  stepUp: "Mit deiner Wallet bestätigen",
  stepUpDeclined: "Die Wallet hat nicht bestätigt.",
  stepUpLeft: "Bestätigt, noch {time}",
  stepUpWhy:
    "Dafür braucht es eine Signatur deiner Wallet, die zehn Minuten gilt. Sie kostet nichts und bewegt nichts.",
  tryAgain: "Noch einmal",
  wallet: "Wallet",
  waitsForAdmin: "Noch nicht getan: es wartet 24 Stunden auf die Zustimmung eines anderen Admins",
  typeToConfirm: "Tippe \u201e{phrase}\u201c zur Bestätigung",
};
