import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { readAnnouncements } from "./read-announcements.ts";

interface Sight {
  /** The player in front of the page. */
  readonly wallet: string;
  /** The announcements that the page showed. */
  readonly ids: readonly string[];
  readonly nowMs: number;
}

/**
 * Records once that a player has seen announcements, of those that are addressed to the player now (rule NEWS-7).
 * Returns how many were new. Wallets without a profile are not counted: anybody can create any number of them.
 */
export async function markSeen(db: Db, { wallet, ids, nowMs }: Sight): Promise<number> {
  const { announcements } = await readAnnouncements(db, { wallet, nowMs });
  const seen = announcements.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
  if (seen.length === 0) return 0;
  // Locks the announcements, so that none is deleted meanwhile.
  const noted = await rowsOf(
    db,
    sql`insert into announcement_views (announcement_id, wallet)
        select announcements.id, users.wallet
          from announcements join users on users.wallet = ${wallet}
         where announcements.id in (${sql.join(
           seen.map((id): SQL => sql`${id}`),
           sql`, `,
         )})
           for key share of announcements
        on conflict do nothing
        returning announcement_id`,
  );
  return noted.length;
}
