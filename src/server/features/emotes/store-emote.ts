import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { emotes } from "../../foundation/db/schema/emotes.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { growVersion } from "./change-groups.ts";
import { encodeEmote, type EmoteFormat } from "./encode-emote.ts";
import { type EmoteRow, newEmoteId } from "./emote-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

interface Upload {
  readonly groupId: string;
  readonly shortcode: string;
  readonly file: Uint8Array;
  /** The format it claims to be. */
  readonly format: EmoteFormat;
  /** The admin's wallet. */
  readonly by: string;
}

export type StoreEmoteRefusal = "EMOTE_GROUP_NOT_FOUND" | "EMOTE_EXISTS" | "EMOTE_IMAGE_INVALID";

/**
 * Adds an emote to a group. The picture is encoded again and named by the server, whatever the file was called
 * (rule LIMITS-6).
 */
export async function storeEmote(
  { db, clock, entropy }: Ports,
  { groupId, shortcode, file, format, by }: Upload,
): Promise<Result<EmoteRow, StoreEmoteRefusal>> {
  const encoded = await encodeEmote(file, format);
  if (!encoded.ok) return encoded;
  const emote = { id: newEmoteId(entropy), groupId, shortcode, version: 1 };
  const at = new Date(clock.now());
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await growVersion(tx, groupId))) return refuse("EMOTE_GROUP_NOT_FOUND", { field: "groupId" });
      await tx.insert(emotes).values({ ...emote, ...encoded.value, createdAt: at });
      await writeAudit(tx, {
        at,
        actor: by,
        action: "emotes.upload",
        subject: emote.id,
        detail: { shortcode, groupId },
      });
      return ok({ ...emote, isMoving: encoded.value.still !== null });
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("EMOTE_EXISTS", { field: "shortcode" });
    throw error;
  }
}
