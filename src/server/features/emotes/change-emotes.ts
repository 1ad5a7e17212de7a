import { eq, sql } from "drizzle-orm";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { emotes } from "../../foundation/db/schema/emotes.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { growVersion } from "./change-groups.ts";
import { emoteColumns, type EmoteRow } from "./emote-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Which {
  readonly id: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Increments an emote's version, and with it the paths of its files, so that every cache fetches them again.
 */
export async function bumpEmote(
  { db, clock }: Ports,
  { id, by }: Which,
): Promise<Result<EmoteRow, "EMOTE_NOT_FOUND">> {
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const [emote] = await tx
      .update(emotes)
      .set({ version: sql`${emotes.version} + 1` })
      .where(eq(emotes.id, id))
      .returning(emoteColumns);
    if (emote === undefined) return refuse("EMOTE_NOT_FOUND", { field: "id" });
    await growVersion(tx, emote.groupId);
    const { version } = emote;
    await writeAudit(tx, { at, actor: by, action: "emotes.bump", subject: id, detail: { version } });
    return ok(emote);
  });
}

/** Deletes an emote with its pictures: from then on messages show its name as text. */
export async function deleteEmote(
  { db, clock }: Ports,
  { id, by }: Which,
): Promise<Result<undefined, "EMOTE_NOT_FOUND">> {
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const [emote] = await tx.delete(emotes).where(eq(emotes.id, id)).returning(emoteColumns);
    if (emote === undefined) return refuse("EMOTE_NOT_FOUND", { field: "id" });
    await growVersion(tx, emote.groupId);
    const { shortcode, groupId } = emote;
    await writeAudit(tx, {
      at,
      actor: by,
      action: "emotes.delete",
      subject: id,
      detail: { shortcode, groupId },
    });
    return ok();
  });
}
