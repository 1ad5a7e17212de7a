import { asc, inArray, sql } from "drizzle-orm";
import { type Achievement, achievementsOf, titleIdOf } from "../../../domain/achievements.ts";
import { type Tx, rowsOf } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { activateLatest } from "./activate-latest.ts";
import { readRecords } from "./read-records.ts";

/** A title that a player has just unlocked. */
interface Award {
  readonly wallet: string;
  readonly achievement: Achievement;
}

/**
 * Unlocks the titles that these players have earned and do not have yet. Repeating it, or doing it concurrently
 * elsewhere, unlocks nothing twice: the table holds a player's title once, and the insert returns only new rows (rules
 * TITLE-2 and TITLE-3). Who had no title wears one from then on (rule TITLE-6).
 */
export async function awardTitles(
  tx: Tx,
  { wallets, at }: { readonly wallets: readonly string[]; readonly at: Date },
): Promise<readonly Award[]> {
  const records = await readRecords(tx, wallets);
  const earned = records.flatMap(({ wallet, record, unlocked }) =>
    achievementsOf(record)
      .filter((achievement) => !unlocked.includes(titleIdOf(achievement)))
      .map((achievement) => ({ wallet, achievement })),
  );
  if (earned.length === 0) return [];
  const earners = [...new Set(earned.map(({ wallet }) => wallet))];
  await lockPlayers(tx, earners);
  const taken = await rowsOf<{ wallet: string; title_id: string }>(
    tx,
    sql`insert into player_titles (wallet, title_id, unlocked_at)
        select wallet, title_id, ${at.toISOString()}::timestamptz
          from unnest(
            ${sql.param(earned.map(({ wallet }) => wallet))}::text[],
            ${sql.param(earned.map(({ achievement }) => titleIdOf(achievement)))}::text[]
          ) as earned (wallet, title_id)
         order by wallet, title_id
        on conflict do nothing
        returning wallet, title_id`,
  );
  await activateLatest(tx, earners);
  const isTaken = new Set(taken.map(({ wallet, title_id: id }) => `${wallet} ${id}`));
  return earned.filter(({ wallet, achievement }) => isTaken.has(`${wallet} ${titleIdOf(achievement)}`));
}

/**
 * In one order, so that two awards never wait for each other in a ring. A bet or a payment of the player, which refers
 * to the row, does not wait for it.
 */
const lockPlayers = (tx: Tx, wallets: readonly string[]) =>
  tx
    .select({ wallet: users.wallet })
    .from(users)
    .where(inArray(users.wallet, [...wallets]))
    .orderBy(asc(users.wallet))
    .for("no key update");
