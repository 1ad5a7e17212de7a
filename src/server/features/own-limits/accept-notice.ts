import { NOTICE_VERSION } from "../../../domain/age-notice.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { isNoticeDue } from "../../foundation/books/age-notices.ts";
import { refuseWithoutProfile } from "../../foundation/books/require-profile.ts";
import type { Db } from "../../foundation/db/database.ts";
import { ageNotices } from "../../foundation/db/schema/own-limits.ts";
import type { Clock } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

export interface Notice {
  readonly isDue: boolean;
  readonly version: number;
  readonly minimumAge: number;
}

export async function readNotice(db: Db, wallet: string): Promise<Notice> {
  const { minimumAge } = await readSettings(db);
  return { isDue: await isNoticeDue(db, wallet), version: NOTICE_VERSION, minimumAge };
}

/**
 * Stores that a player confirmed the notice of age and place, which must be the one that is shown now (rules BET-17
 * and GROWTH-1).
 */
export async function acceptNotice(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wallet: string,
  notice: Pick<Notice, "version" | "minimumAge">,
): Promise<Result<Notice, "NOTICE_CHANGED" | "PROFILE_REQUIRED">> {
  const refused = await refuseWithoutProfile(db, wallet);
  if (refused !== null) return refused;
  const { minimumAge } = await readSettings(db);
  if (notice.version !== NOTICE_VERSION || notice.minimumAge !== minimumAge) return refuse("NOTICE_CHANGED");
  await db
    .insert(ageNotices)
    .values({ wallet, version: notice.version, age: minimumAge, acceptedAt: new Date(clock.now()) })
    .onConflictDoNothing();
  return ok(await readNotice(db, wallet));
}
