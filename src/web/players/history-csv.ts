import { signedLamports } from "../../domain/lamports.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import type { TranslatorOf } from "../words/words.ts";
import { horseText } from "./horse-text.ts";
import type { PastBet } from "./history.ts";
import type { playerWords } from "./words.en.ts";

/**
 * The bets as a CSV file: RFC 4180, amounts exact and with a point, times in UTC. A text that a spreadsheet would take for
 * a formula gets an apostrophe (rule DASHBOARD-18).
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
  return [head, ...rows].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
