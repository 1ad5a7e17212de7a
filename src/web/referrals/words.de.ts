import type { Translation } from "../words/words.ts";
import type { referralWords } from "./words.en.ts";

export const german: Translation<typeof referralWords> = {
  aboveMinimum: "Über dem Mindestbetrag",
  belowMinimum: "Unter dem Mindestbetrag",
  claimFailed: "Die Auszahlung ließ sich nicht anfordern.",
  claimLocked:
    "Auszahlung angefordert. Die Wallets des Hauses sind gerade gesperrt: Sie geht ab, sobald sie entsperrt sind.",
  claimQueued: "Auszahlung angefordert. Sie ist auf dem Weg zu deiner Wallet.",
  claimSent: "Auszahlung gesendet. Signatur: {signature}",
  claimable: "Auszahlbar",
  copyLink: "Link kopieren",
  earnedSoFar: "Bisher verdient",
  hiddenFigures:
    "Wer mit *** steht, verbirgt seine Zahlen. Die Einsätze insgesamt lassen sie aus, dein Verdienst enthält sie.",
  joined: "Dabei seit",
  linkCopied: "Empfehlungslink in die Zwischenablage kopiert",
  minimum: "Mindestauszahlung",
  nobodyYet: "Über deinen Link ist noch niemand gekommen. Kopiere ihn und schick ihn Freunden.",
  paidTo: "Geht an deine Wallet {wallet}",
  playerCount: { one: "{count} Person, neueste zuerst", other: "{count} Personen, neueste zuerst" },
  rate: "Du verdienst {rate} der Gebühr jeder abgerechneten Wette deiner Freunde.",
  referredPlayers: "Geworbene Spieler",
  showMore: "Mehr anzeigen",
  total: "Gesamt",
  totalEarnings: "Insgesamt verdient",
  totalReferrals: "Empfehlungen insgesamt",
  totalVolume: "Einsätze insgesamt",
  tryAgain: "Noch einmal versuchen",
  user: "Name",
  volume: "Einsätze",
  withdraw: "Abheben",
  withdrawAmount: "{amount} SOL abheben",
  withdrawing: "Wird abgehoben…",
  yourEarnings: "Dein Verdienst",
  yourLink: "Dein Empfehlungslink",
};
