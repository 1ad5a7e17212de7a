import { sql } from "drizzle-orm";
import { type Tx, rowsOf } from "../../foundation/db/database.ts";

/**
 * Activates the most recently unlocked title of each of these players who has titles and none active (rule TITLE-6).
 * The caller has locked the players' rows in an earlier statement, so that no concurrent change of their titles is
 * missed.
 *
 * @returns the title that each of them wears now; players for whom nothing changed are left out.
 */
export async function activateLatest(
  tx: Tx,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ wallet: string; title_id: string }>(
    tx,
    sql`update player_titles set is_active = true
          from (
            select distinct on (wallet) wallet, title_id
              from player_titles
             where wallet = any(${sql.param(wallets)}::text[])
             order by wallet, is_active desc, unlocked_at desc, title_id desc
          ) as latest
         where player_titles.wallet = latest.wallet and player_titles.title_id = latest.title_id
           and not player_titles.is_active
        returning player_titles.wallet, player_titles.title_id`,
  );
  return new Map(rows.map(({ wallet, title_id: titleId }) => [wallet, titleId]));
}
