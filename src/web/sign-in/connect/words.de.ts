import type { Translation } from "../../words/words.ts";
import type { connectWords } from "./words.en.ts";

export const german: Translation<typeof connectWords> = {
  appsKeptOff:
    "Dein Browser lässt diese Seite nicht an deine Wallet-App. Erlaube es in den Website-Einstellungen und versuche es noch einmal.",
  appsOfThisPhone: "Apps dieses Handys",
  approve: "Zustimmen",
  cannotConnect: "Verbindet sich mit keiner Seite",
  cannotProve: "Kann sich nicht anmelden",
  cannotSign: "Kann hier keine Wette signieren",
  chooseAccount: "Mit welchem Konto spielst du?",
  connectFailed: "Die Wallet ließ sich nicht verbinden. Bitte versuche es noch einmal.",
  declined: "Du hast die Anmeldung abgelehnt.",
  declinedConnection: "Du hast die Verbindung deiner Wallet abgelehnt.",
  detected: "Erkannt",
  feePaidBy: "Gebühr zahlt",
  getAnother: "Oder hol dir eine andere Wallet:",
  inThisBrowser: "In diesem Browser",
  lacksNetwork: "Kennt {network} nicht",
  memo: "Memo",
  noOtherWallet: "Keine andere Wallet ist installiert.",
  noWallet: "In diesem Browser ist keine Solana-Wallet installiert. Hol dir eine:",
  openIn: "In {wallet} öffnen",
  openInWallet: "Öffne diese Seite in deiner Wallet-App:",
  pressAgain: "Deine Wallet-App darf jetzt geöffnet werden. Wähle sie noch einmal.",
  program: "Programm",
  prove:
    "Zeige mit einer signierten Nachricht, dass {address} dir gehört. Das bewegt kein Geld und kostet nichts.",
  reject: "Ablehnen",
  signMessage: "Diese Nachricht signieren?",
  signTransaction: "Diese Transaktion signieren?",
  transfer: "Überweisung",
  transferTo: "{amount} SOL an {address}",
  useAnother: "Andere Wallet nehmen",
  waiting: "Warte…",
  waitingForWallet: "Warte auf deine Wallet…",
};
