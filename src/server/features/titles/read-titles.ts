import { and, asc, eq, inArray } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Achievement, achievements, titleIdOf } from "../../../domain/achievements.ts";
import { LAMPORTS_PER_SOL } from "../../../domain/lamports.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { playerTitles, titles } from "../../foundation/db/schema/titles.ts";
import { readRecords } from "./read-records.ts";

/** The title that each of the wallets wears; wallets without one are left out. */
export async function readActiveTitles(
  q: Queryable,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (wallets.length === 0) return new Map();
  const rows = await q
    .select({ wallet: playerTitles.wallet, name: titles.name })
    .from(playerTitles)
    .innerJoin(titles, eq(titles.id, playerTitles.titleId))
    .where(and(eq(playerTitles.isActive, true), inArray(playerTitles.wallet, [...wallets])));
  return new Map(rows.map(({ wallet, name }) => [wallet, name]));
}

/**
 * The titles a player has unlocked, in the order of unlocking, and the progress of the achievements that are not done.
 */
export async function readTitles(q: Queryable, wallet: string): Promise<Reply<Api["getTitles"]>> {
  const unlocked = await q
    .select({ id: titles.id, name: titles.name, slug: titles.slug, is_active: playerTitles.isActive })
    .from(playerTitles)
    .innerJoin(titles, eq(titles.id, playerTitles.titleId))
    .where(eq(playerTitles.wallet, wallet))
    .orderBy(asc(playerTitles.unlockedAt), asc(titles.id));
  const has = new Set(unlocked.map(({ id }) => id));
  const [found] = await readRecords(q, [wallet]);
  const locked = achievements
    .filter((achievement) => !has.has(titleIdOf(achievement)))
    .map((achievement) => ({
      name: achievement.name,
      slug: achievement.slug,
      progress: shownCount(achievement, found?.record[achievement.counts] ?? 0n),
      goal: shownCount(achievement, achievement.goal),
    }));
  return { titles: unlocked, locked };
}

/** Amounts in whole SOL, rounded down; never beyond the goal, which may have been reached a moment ago. */
const shownCount = ({ counts, goal }: Achievement, count: bigint): number => {
  const reached = count > goal ? goal : count;
  return Number(counts === "wagered" ? reached / LAMPORTS_PER_SOL : reached);
};
