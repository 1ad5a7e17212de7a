import { ok, refuse, type Result } from "../../../domain/result.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Clock } from "../../foundation/ports.ts";
import { changeLockedSetting, lockSettings } from "../../foundation/settings/change-setting.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Change {
  readonly wallet: string;
  readonly isModerator: boolean;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string | null;
}

/**
 * Adds a wallet to the one list of chat moderators, or removes it; whether that made a difference
 * (rules ACCESS-5 and EFFECT-1).
 */
export function setModerator(
  { db, clock }: Ports,
  { wallet, isModerator, by, reason }: Change,
): Promise<Result<boolean, "SETTING_INVALID">> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const { chatModerators } = await readSettings(tx);
    const others = chatModerators.filter((one) => one !== wallet);
    if (isModerator === others.length < chatModerators.length) return ok(false);
    const value = JSON.stringify(isModerator ? [...others, wallet] : others);
    const changed = await changeLockedSetting(tx, clock, { key: "chat_moderators", value, by, reason });
    return changed.ok ? ok(true) : refuse("SETTING_INVALID", { field: "isModerator" });
  });
}
