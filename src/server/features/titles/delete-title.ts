import { asc, eq, sql } from "drizzle-orm";
import { achievements, titleIdOf } from "../../../domain/achievements.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { playerTitles, titles } from "../../foundation/db/schema/titles.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { activateLatest } from "./activate-latest.ts";

interface Deletion {
  readonly id: string;
  /** The admin's wallet. */
  readonly by: string;
}

const earned: ReadonlySet<string> = new Set(achievements.map(titleIdOf));

/**
 * Deletes one of the house's own titles and takes it from its holders; who wore it then wears the latest of the others
 * (rules TITLE-6 and TITLE-9). One that is earned would be given again and stays: `TITLE_EARNED`.
 *
 * @returns how many players held it.
 */
export async function deleteTitle(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { id, by }: Deletion,
): Promise<Result<{ readonly id: string; readonly holders: number }, "TITLE_NOT_FOUND" | "TITLE_EARNED">> {
  return inTransaction(db, async (tx) => {
    // Nobody is given a title while it is locked.
    const [title] = await tx.select().from(titles).where(eq(titles.id, id)).for("update");
    if (title === undefined) return refuse("TITLE_NOT_FOUND", { field: "id" });
    if (earned.has(id)) return refuse("TITLE_EARNED", { field: "id" });
    const its = eq(playerTitles.titleId, id);
    // In the order in which awards lock players, so that neither waits for the other in a ring.
    await tx
      .select({ wallet: users.wallet })
      .from(users)
      .where(sql`${users.wallet} in (select ${playerTitles.wallet} from ${playerTitles} where ${its})`)
      .orderBy(asc(users.wallet))
      .for("no key update");
    const taken = await tx.delete(playerTitles).where(its).returning({ wallet: playerTitles.wallet });
    await activateLatest(
      tx,
      taken.map(({ wallet }) => wallet),
    );
    await tx.delete(titles).where(eq(titles.id, id));
    const { name, slug } = title;
    const before = { id, name, slug, holders: taken.length };
    await writeAudit(tx, {
      at: new Date(clock.now()),
      actor: by,
      action: "title.delete",
      subject: id,
      before,
    });
    return ok({ id, holders: taken.length });
  });
}
