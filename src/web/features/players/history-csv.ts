import { csvOf } from "../../../domain/csv.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import { horseText } from "./horse-text.ts";
import type { PastBet } from "./history.ts";
import type { playerWords } from "./words.en.ts";

/**
 * The bets as a CSV file: exact amounts with a decimal point, times in UTC.
 */
export function historyCsv(bets: readonly PastBet[], inWords: TranslatorOf<typeof playerWords>): string {
  const { t } = inWords;
  const head = [
    t("date"),
    t("raceId"),
    t("horse"),
    t("result"),
    t("wagerSol"),
    t("payoutSol"),
    t("netSol"),
    t("betTransaction"),
    t("payoutTransaction"),
  ];
  const rows = bets.map((bet) => [
    bet.created_at.toISOString(),
    bet.race_id,
    horseText(bet, inWords),
    bet.testing ? `${t(bet.result ?? "pending")} (${t("playMoney")})` : t(bet.result ?? "pending"),
    formatSol(bet.bet_amount),
    formatSol(bet.payout_amount),
    bet.result === null ? "" : formatSol(signedLamports(bet.payout_amount - bet.bet_amount)),
    bet.bet_signature ?? "",
    bet.payout_signature ?? "",
  ]);
  return csvOf([head, ...rows]);
}
