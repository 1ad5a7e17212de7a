import { asc, inArray } from "drizzle-orm";
import { ruleKeys } from "../../domain/race-rules.ts";
import { foldRules } from "../../domain/rule-log.ts";
import { settingDefinitions } from "../../domain/settings.ts";
import type { Db, Tx } from "../db/database.ts";
import { ruleLog } from "../db/schema/rule-log.ts";
import { settings } from "../db/schema/settings.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { lockSettings } from "../settings/change-setting.ts";
import { writeRule } from "./write-rule.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Makes the rule log state every rule that is in force (rule RULELOG-2): with its first row on data without a log, and
 * later with a row for each setting whose value differs from the log, because this version introduced it, or because
 * another version or somebody at the database changed it. Otherwise does nothing. Call it at a server's start, before
 * it creates races.
 */
export const startRuleLog = ({ db, clock }: Ports): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const at = new Date(clock.now());
    const inForce = await readRuleValues(tx);
    const told = await readToldValues(tx);
    if (told.size === 0) {
      await writeRule(tx, at, { kind: "start", settings: Object.fromEntries(inForce) });
      return;
    }
    for (const [key, to] of inForce) {
      const from = told.get(key) ?? null;
      if (from !== to) await writeRule(tx, at, { kind: "setting", key, from, to, reason: null });
    }
  });

/** Stored values, or the defaults until somebody changes them. */
async function readRuleValues(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return new Map(ruleKeys.map((key) => [key, stored.get(key) ?? settingDefinitions[key].initial]));
}

async function readToldValues(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ entry: ruleLog.entry })
    .from(ruleLog)
    .where(inArray(ruleLog.kind, ["start", "setting", "network"]))
    .orderBy(asc(ruleLog.row));
  return foldRules(rows);
}
