import { and, eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { playerTitles, titles } from "../../foundation/db/schema/titles.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";

interface Request {
  readonly wallet: string;
  readonly titleId: string;
}

/** Activates one of the player's own titles and deactivates the previous one (rules TITLE-6 and TITLE-7). */
export function setActiveTitle(
  { db }: { readonly db: Db },
  { wallet, titleId }: Request,
): Promise<Result<undefined, "TITLE_NOT_FOUND" | "TITLE_LOCKED">> {
  return inTransaction(db, async (tx) => {
    // Serialised per player: otherwise the index that allows one active title would make a concurrent change fail.
    await tx
      .select({ wallet: users.wallet })
      .from(users)
      .where(eq(users.wallet, wallet))
      .for("no key update");
    const [known] = await tx.select({ id: titles.id }).from(titles).where(eq(titles.id, titleId));
    if (known === undefined) return refuse("TITLE_NOT_FOUND");
    const chosen = and(eq(playerTitles.wallet, wallet), eq(playerTitles.titleId, titleId));
    const [unlocked] = await tx.select({ id: playerTitles.titleId }).from(playerTitles).where(chosen);
    if (unlocked === undefined) return refuse("TITLE_LOCKED");
    await tx
      .update(playerTitles)
      .set({ isActive: false })
      .where(and(eq(playerTitles.wallet, wallet), eq(playerTitles.isActive, true)));
    await tx.update(playerTitles).set({ isActive: true }).where(chosen);
    return ok();
  });
}
