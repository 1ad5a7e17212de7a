import { pagePaths } from "../../../contract/pages.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { readRule, type RuleLogEntry } from "../../../domain/rule-log.ts";
import type { RefundCause } from "../../../domain/race-terms.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { listRules } from "./list-rules.ts";

const NEWEST = 50;

/** The newest rows of the rule log as an Atom feed, in English (rule RULELOG-5). `origin` is the site's. */
export async function readRuleFeed(q: Queryable, origin: string): Promise<string> {
  const listed = await listRules(q, { limit: NEWEST });
  if (!listed.ok) throw new Error(listed.code);
  const { rows } = listed.value;
  const page = `${origin}${pagePaths.rules}`;
  const entries = rows.map(({ row, entry }) => {
    const read = readRule(entry);
    return [
      "  <entry>",
      `    <id>${escaped(`${page}#row-${row}`)}</id>`,
      `    <title>${escaped(read === null ? `Row ${row}` : titleOf(read))}</title>`,
      `    <updated>${(read?.at ?? new Date(0)).toISOString()}</updated>`,
      `    <link href="${escaped(`${page}#row-${row}`)}"/>`,
      `    <content type="text">${escaped(entry)}</content>`,
      "  </entry>",
    ].join("\n");
  });
  const newest = rows[0] && readRule(rows[0].entry);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escaped(page)}</id>`,
    "  <title>Furlong: rule log</title>",
    `  <updated>${(newest?.at ?? new Date(0)).toISOString()}</updated>`,
    "  <author><name>Furlong</name></author>",
    `  <link rel="self" href="${escaped(`${page}.atom`)}"/>`,
    `  <link href="${escaped(page)}"/>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}

const causes: Readonly<Record<RefundCause, string>> = {
  no_beacon: "no beacon block arrived in time",
  no_winning_bet: "nobody had bet on the winner",
  log_ended: "the public log with its commitment ended before betting opened",
  by_admin: "an admin decided so",
};

function titleOf(entry: RuleLogEntry): string {
  switch (entry.kind) {
    case "open":
      return "The log begins with the rules in force";
    case "close":
      return "The log ends";
    case "wallet":
      return `A house wallet (${entry.role}) ${entry.change}`;
    case "rule":
      return titleOfRule(entry);
  }
}

function titleOfRule(rule: Extract<RuleLogEntry, { readonly kind: "rule" }>): string {
  switch (rule.rule) {
    case "setting":
      return rule.from === null
        ? `${rule.key} is ${rule.to}`
        : `${rule.key} is ${rule.to} instead of ${rule.from}`;
    case "refund-race":
      return `Race ${raceLabel(rule.race)} was refunded, ${formatSol(rule.lamports)} SOL: ${causes[rule.cause]}`;
    case "refund-bet":
      return `A bet of ${formatSol(rule.lamports)} SOL in race ${raceLabel(rule.race)} was refunded`;
    case "halt":
      return "Outgoing payments are halted";
    case "resume":
      return "Outgoing payments go out again";
    case "transfer":
      return `The house transferred ${formatSol(rule.lamports)} SOL by hand`;
    case "balance":
      return `A balance was changed by ${formatSol(rule.lamports)} SOL`;
    case "special-race":
      return "A special race comes next";
    case "jackpot-not-covered":
      return `A jackpot of ${formatSol(rule.lamports)} SOL was not covered`;
  }
}

const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text that XML can hold: it has no way to write most control characters. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => names[sign] ?? sign)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "�");
