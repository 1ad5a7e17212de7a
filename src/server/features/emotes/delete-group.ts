import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { emoteGroups, emoteGroupWallets, emotes } from "../../foundation/db/schema/emotes.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";

/** The action in the audit log, by which a restarted server knows that its first group was deleted. */
export const GROUP_DELETED = "emotes.delete-group";

interface Deletion {
  readonly id: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Deletes a group with its emotes and what was decided about it for wallets: from then on messages show the emotes'
 * names as text, and the names are free (rule EMOTE-11). Whoever adds to the group meanwhile waits for its row.
 */
export async function deleteEmoteGroup(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { id, by }: Deletion,
): Promise<Result<{ readonly id: string }, "EMOTE_GROUP_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    const [group] = await tx.select().from(emoteGroups).where(eq(emoteGroups.id, id)).for("update");
    if (group === undefined) return refuse("EMOTE_GROUP_NOT_FOUND", { field: "id" });
    const wallets = await tx
      .delete(emoteGroupWallets)
      .where(eq(emoteGroupWallets.groupId, id))
      .returning({ wallet: emoteGroupWallets.wallet });
    const pictures = await tx
      .delete(emotes)
      .where(eq(emotes.groupId, id))
      .returning({ shortcode: emotes.shortcode });
    await tx.delete(emoteGroups).where(eq(emoteGroups.id, id));
    const { name, scope } = group;
    const shortcodes = pictures.map(({ shortcode }) => shortcode).toSorted();
    await writeAudit(tx, {
      at: new Date(clock.now()),
      actor: by,
      action: GROUP_DELETED,
      subject: id,
      before: { name, scope, emotes: shortcodes, wallets: wallets.length },
    });
    return ok({ id });
  });
}
