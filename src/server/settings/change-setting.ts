import { sql } from "drizzle-orm";
import { writeAudit } from "../audit/write-audit.ts";
import { type Result, ok, refuse } from "../../domain/result.ts";
import {
  type SettingKey,
  parseSetting,
  settingDefinitions,
  settingsConflict,
  settingsFrom,
} from "../../domain/settings.ts";
import type { Db, Tx } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";
import { writeSetting } from "./stored-settings.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Change {
  readonly key: string;
  readonly value: string;
  /** The admin's wallet. */
  readonly by: string;
}

export interface ChangedSetting {
  readonly key: SettingKey;
  readonly value: string;
  readonly description: string;
}

type ChangeRefusal = "SETTING_UNKNOWN" | "SETTING_INVALID" | "SETTING_FIXED";

/** Decided by the environment: what chain the money is on, and which node is believed (rule LIMITS-5). */
const fixed: ReadonlySet<SettingKey> = new Set(["network", "rpc_url_mainnet", "rpc_url_devnet"] as const);

/** What it gives to each race leaves house equity, so that changing it wants a step-up (rule ACCESS-8). */
export const movesHouseMoney = (key: string): boolean => key === "jackpot_pool_amount";

/**
 * Changes one setting and leaves an audit row. Open races keep the settings they were created with (rule
 * RACE-3).
 */
export const changeSetting = (
  { db, clock }: Ports,
  change: Change,
): Promise<Result<ChangedSetting, ChangeRefusal>> =>
  inTransaction(db, async (tx) => {
    await lockSettings(tx);
    return changeLockedSetting(tx, clock, change);
  });

/** Settings are changed one after the other, those too that were never written: what fits together is checked over all. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong settings', 0))`);
}

/** {@link changeSetting} in the caller's transaction, which holds {@link lockSettings}. */
export async function changeLockedSetting(
  tx: Tx,
  clock: Clock,
  { key: name, value, by }: Change,
): Promise<Result<ChangedSetting, ChangeRefusal>> {
  const parsed = parseSetting(name, value);
  if (!parsed.ok) return parsed;
  const { key, text } = parsed.value;
  if (fixed.has(key)) return refuse("SETTING_FIXED", { field: "settingKey" });
  const at = new Date(clock.now());
  const rows = await tx.select({ key: settings.key, value: settings.value }).from(settings);
  const others = rows.filter((row) => row.key !== key);
  const conflict = settingsConflict(settingsFrom([...others, { key, value: text }]));
  if (conflict !== null) return refuse("SETTING_INVALID", { field: "settingValue", message: conflict });
  const before = rows.find((row) => row.key === key)?.value ?? settingDefinitions[key].initial;
  await writeSetting(tx, { key, value: text, by, at });
  await writeAudit(tx, { at, actor: by, action: "setting.change", subject: key, before, after: text });
  return ok({ key, value: text, description: settingDefinitions[key].description });
}
