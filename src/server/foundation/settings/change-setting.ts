import { sql } from "drizzle-orm";
import { writeAudit } from "../audit/write-audit.ts";
import { isRuleKey } from "../../../domain/race-rules.ts";
import { publicReason } from "../../../domain/rule-log.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { shownRpcUrl } from "../../../domain/rpc-url.ts";
import { networkOfKey } from "../chain/node-url.ts";
import {
  type SettingKey,
  parseSetting,
  settingDefinitions,
  settingsConflict,
  settingsFrom,
} from "../../../domain/settings.ts";
import type { Db, Tx } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";
import { writeRule } from "../rule-log/write-rule.ts";
import { writeSetting } from "./stored-settings.ts";
import { inTransactionOnce } from "../db/keyed-transaction.ts";
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
  /** The wallet of the other admin, if the change required approval. */
  readonly approvedBy?: string | null;
  readonly reason?: string | null;
}

export interface ChangedSetting {
  readonly key: SettingKey;
  readonly value: string;
  readonly description: string;
  /** Whether anything was written: another value, or who approved the one that stands (rule EFFECT-1). */
  readonly changed: boolean;
}

export type ChangeRefusal = "SETTING_UNKNOWN" | "SETTING_INVALID" | "SETTING_FIXED";

/**
 * Changes one setting and writes an audit row, and for a rule of the game also a row of the rule log (rule RULELOG-2).
 * Open races keep the settings they were created with (rule RACE-3).
 */
export const changeSetting = (
  { db, clock }: Ports,
  change: Change,
): Promise<Result<ChangedSetting, ChangeRefusal>> =>
  inTransactionOnce(db, async (tx) => {
    await lockSettings(tx);
    return changeLockedSetting(tx, clock, change);
  });

/** Serialises changes of settings, including those never written: consistency is checked across all of them. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong settings', 0))`);
}

interface PlannedChange {
  readonly key: SettingKey;
  /** As stored. */
  readonly before: string;
  readonly after: string;
}

/**
 * What a change results in, or why it is refused; call it under {@link lockSettings}. The network is changed separately
 * (changeNetwork).
 */
export async function planChange(
  tx: Tx,
  { key: name, value }: Pick<Change, "key" | "value">,
): Promise<Result<PlannedChange, ChangeRefusal>> {
  const parsed = parseSetting(name, value);
  if (!parsed.ok) return parsed;
  const { key, text } = parsed.value;
  if (key === "network") return refuse("SETTING_FIXED", { field: "settingKey" });
  const rows = await tx.select({ key: settings.key, value: settings.value }).from(settings);
  const others = rows.filter((row) => row.key !== key);
  const conflict = settingsConflict(settingsFrom([...others, { key, value: text }]));
  if (conflict !== null) return refuse("SETTING_INVALID", { field: "settingValue", message: conflict });
  const before = rows.find((row) => row.key === key)?.value ?? settingDefinitions[key].initial;
  return ok({ key, before, after: text });
}

/** {@link changeSetting} in the caller's transaction, which holds {@link lockSettings}. */
export async function changeLockedSetting(
  tx: Tx,
  clock: Clock,
  { by, approvedBy = null, reason = null, ...change }: Change,
): Promise<Result<ChangedSetting, ChangeRefusal>> {
  const planned = await planChange(tx, change);
  if (!planned.ok) return planned;
  const { key, before, after } = planned.value;
  const { description } = settingDefinitions[key];
  // The value that stands is approved too, since a standing jackpot counts against whoever set it alone.
  if (before === after && approvedBy === null) return ok({ key, value: after, description, changed: false });
  const view = (value: string) => shownValue(key, value);
  const at = new Date(clock.now());
  await writeSetting(tx, { key, value: after, by, approvedBy, at });
  if (isRuleKey(key) && before !== after)
    await writeRule(tx, at, { rule: "setting", key, from: before, to: after, reason: publicReason(reason) });
  await writeAudit(tx, {
    at,
    actor: by,
    action: "setting.change",
    subject: key,
    before: view(before),
    after: view(after),
    ...(approvedBy === null ? {} : { detail: { approvedBy } }),
    reason,
  });
  return ok({ key, value: after, description, changed: true });
}

/** A value that may be shown: in a node's URL the part that may be a key is left out (rule LIMITS-5). */
export const shownValue = (key: SettingKey, value: string): string =>
  networkOfKey(key) === null ? value : shownRpcUrl(value);
