import { type SettingKey, type Settings, settingsFrom } from "../../../domain/settings.ts";
import type { FeePolicy } from "../chain/fee-bidder.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";

/** Every setting, typed; a key that was never written has its default. */
export async function readSettings(q: Queryable): Promise<Settings> {
  return settingsFrom(await q.select({ key: settings.key, value: settings.value }).from(settings));
}

/** How the house bids for places in blocks (rule MONEY-34). */
export async function readFeePolicy(q: Queryable): Promise<FeePolicy> {
  const { priorityFeePercentileBps, priorityFeeCap } = await readSettings(q);
  return { percentile: priorityFeePercentileBps / 100, cap: priorityFeeCap };
}

interface SettingChange {
  readonly key: SettingKey;
  /** As text, already accepted by the domain's `parseSetting`. */
  readonly value: string;
  /** The admin's wallet, or null if the server itself writes. */
  readonly by: string | null;
  /** The admin who approved it, if it required approval. */
  readonly approvedBy?: string | null;
  readonly at: Date;
}

export async function writeSetting(
  tx: Tx,
  { key, value, by, approvedBy = null, at }: SettingChange,
): Promise<void> {
  const written = { value, updatedAt: at, updatedBy: by, approvedBy };
  await tx
    .insert(settings)
    .values({ key, ...written })
    .onConflictDoUpdate({ target: settings.key, set: written });
}
