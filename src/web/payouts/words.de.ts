import type { Translation } from "../words/words.ts";
import type { payoutWords } from "./words.en.ts";

export const german: Translation<typeof payoutWords> = {
  all: "Alles",
  amountToWithdraw: "Betrag zum Abheben in SOL",
  faucetExplained: "Die lokale Chain verschenkt SOL: Sie haben keinen Wert und bleiben auf diesem Rechner.",
  faucetFailed: "Der Faucet antwortet nicht. Bitte versuche es noch einmal.",
  faucetPaid: "{sol} lokale SOL sind in deiner Wallet",
  faucetPending: "Unterwegs…",
  getLocalSol: "Lokale SOL holen",
  toYourWallet: "An deine Wallet, mindestens {amount} SOL.",
  withdraw: "Abheben",
  withdrawFailed: "Die Auszahlung ließ sich nicht anfordern.",
  withdrawRequested: "Auszahlung angefordert. Sie ist auf dem Weg zu deiner Wallet.",
  withdrawSent: "Auszahlung gesendet. Signatur: {signature}",
};
