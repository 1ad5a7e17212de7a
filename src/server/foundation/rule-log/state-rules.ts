import { ruleKeys } from "../../../domain/race-rules.ts";
import { foldRules, type RuleRow } from "../../../domain/rule-log.ts";
import { settingDefinitions } from "../../../domain/settings.ts";
import type { Db, Tx } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { type LogRow, readOpenLog, readRuleRows } from "../public-log/read-log.ts";
import { lockSettings } from "../settings/change-setting.ts";
import { writeRule } from "./write-rule.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Makes the open log state every rule that is in force (rule RULELOG-2): it begins with all of them, and gets an entry
 * for each setting whose value differs from the log, because this version introduced it or somebody at the database
 * changed it. Otherwise does nothing. Call it before races are created.
 */
export const stateRules = ({ db, clock }: Ports): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const log = await readOpenLog(tx);
    const inForce = await readRuleValues(tx);
    if (log === null || log.network !== inForce.get("network")) return;
    const told = foldRules(await readRuleEntries(tx, log));
    for (const [key, to] of inForce) {
      const from = told.get(key) ?? null;
      if (from !== to)
        await writeRule(tx, new Date(clock.now()), { rule: "setting", key, from, to, reason: null });
    }
  });

/** Every entry about more than one race, oldest first. */
async function readRuleEntries(tx: Tx, log: LogRow): Promise<readonly RuleRow[]> {
  const all: RuleRow[] = [];
  for (let before: number | null = log.size + 1; before !== null;) {
    const { rows, next } = await readRuleRows(tx, log, { before, limit: log.size });
    all.push(...rows);
    before = next;
  }
  return all.toReversed();
}

/** The rules in force: stored values, or the defaults until somebody changes them. */
export async function readRuleValues(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return new Map(ruleKeys.map((key) => [key, stored.get(key) ?? settingDefinitions[key].initial]));
}
