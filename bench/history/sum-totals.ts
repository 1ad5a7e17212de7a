import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { settingsFrom } from "../../src/domain/settings.ts";
import type { Tx } from "../../src/server/db/database.ts";
import { migrationsFolder } from "../../src/server/db/migrate.ts";

/** Migrations that introduced stored totals. Each of them sums what was there before. */
const KEPT_SINCE = /_(keep_balances|race_totals|player_days|revenue|admin_scale|panel_scale)\.sql$/;

/** The statements with which these migrations filled their totals from bets and postings. */
const fillings = (): readonly string[] =>
  readdirSync(migrationsFolder)
    .filter((name) => KEPT_SINCE.test(name))
    .toSorted()
    .flatMap((name) =>
      readFileSync(join(migrationsFolder, name), "utf8")
        .split("--> statement-breakpoint")
        .map((statement) => statement.replaceAll(/^\s*--.*$/gm, "").trim())
        .filter((statement) => /^(insert into|update|do \$\$)/.test(statement)),
    );

/** Sums once what the triggers maintain, for rows that were written without them. */
export async function sumTotals(tx: Tx): Promise<void> {
  // Removes the zero rows of the profiles: the migrations expect the table to be empty.
  await tx.execute(sql`delete from player_totals`);
  for (const statement of fillings()) await tx.execute(sql.raw(statement));
  const { referralRateBps } = settingsFrom([]);
  await tx.execute(
    sql`insert into referral_totals (referrer, wallet, wagered, earned)
        select referrer, wallet, sum(stake), sum(fee * ${referralRateBps}::int / 10000)
          from bets where referrer is not null group by referrer, wallet`,
  );
}
