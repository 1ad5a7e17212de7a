import type { Translation } from "../words/words.ts";
import type { payoutWords } from "./words.en.ts";

export const german: Translation<typeof payoutWords> = {
  aheadOfIt: { one: "{count} Zahlung davor", other: "{count} Zahlungen davor" },
  all: "Alles",
  amountToWithdraw: "Betrag zum Abheben in SOL",
  confirmed: "in deiner Wallet, noch nicht endgültig",
  faucetExplained: "Die lokale Chain verschenkt SOL: Sie haben keinen Wert und bleiben auf diesem Rechner.",
  faucetFailed: "Der Faucet antwortet nicht. Bitte versuche es noch einmal.",
  faucetPaid: "{sol} lokale SOL sind in deiner Wallet",
  faucetPending: "Unterwegs…",
  getLocalSol: "Lokale SOL holen",
  manual: "vom Haus gesendet",
  moreUnderWay: { one: "und {count} weitere", other: "und {count} weitere" },
  nextUp: "als Nächste an der Reihe",
  ofRace: "gewonnen in Rennen {race}",
  payout: "Gewinn",
  referral: "Provision",
  sent: "gesendet, wird bestätigt",
  toYourWallet: "An deine Wallet, mindestens {amount} SOL.",
  underWay: "Auf dem Weg in deine Wallet",
  withdraw: "Abheben",
  withdrawal: "Auszahlung",
  withdrawFailed: "Die Auszahlung ließ sich nicht anfordern.",
  withdrawRequested: "Auszahlung angefordert. Sie ist auf dem Weg zu deiner Wallet.",
  withdrawSent: "Auszahlung gesendet. Signatur: {signature}",
};
