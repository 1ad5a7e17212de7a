import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { settingsFrom } from "../../src/domain/settings.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import { statementsOf } from "../../src/server/foundation/db/routines.ts";

const totals = readFileSync(new URL("./sum-totals.sql", import.meta.url), "utf8");

/** Sums once what the triggers maintain, for rows that were written without them. */
export async function sumTotals(tx: Tx): Promise<void> {
  // Removes the zero rows of the profiles, which the statements insert anew.
  await tx.execute(sql`delete from player_totals`);
  for (const statement of statementsOf(totals)) await tx.execute(sql.raw(statement));
  const { referralRateBps } = settingsFrom([]);
  await tx.execute(
    sql`insert into referral_totals (referrer, wallet, wagered, earned)
        select users.referrer, wallet, sum(stake), sum(fee * ${referralRateBps}::int / 10000)
          from bets join users using (wallet)
          where users.referrer is not null and bets.result in ('win', 'loss') group by users.referrer, wallet`,
  );
}
