import type { Translation } from "../../words/words.ts";
import type { depositWords } from "./words.en.ts";

export const german: Translation<typeof depositWords> = {
  depositConfirmFailed: "Die Einzahlung ließ sich nicht bestätigen",
  depositDeclined: "Du hast die Signatur der Einzahlung abgelehnt.",
  depositDone: "{amount} SOL sind auf deinem Guthaben",
  depositExplained:
    "Aus deiner Wallet auf dein Guthaben hier. Wetten aus dem Guthaben brauchen keine Signatur, und du kannst es wieder abheben.",
  depositPrepareFailed: "Die Einzahlung ließ sich nicht vorbereiten",
  depositSafe: "Wenn deine Wallet gezahlt hat, wird die Zahlung von selbst gutgeschrieben.",
  depositShort: "In deiner Wallet ist nicht genug für diesen Betrag und die Gebühr.",
  depositTitle: "Auf dein Guthaben einzahlen",
  depositUnseen:
    "Die Chain zeigt die Zahlung noch nicht. Sie wird von selbst gutgeschrieben, sobald sie da ist.",
};
