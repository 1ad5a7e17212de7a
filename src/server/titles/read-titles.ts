import { and, asc, eq, inArray } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { type Deed, deeds, titleIdOf } from "../../domain/deeds.ts";
import { LAMPORTS_PER_SOL } from "../../domain/lamports.ts";
import type { Queryable } from "../db/database.ts";
import { playerTitles, titles } from "../db/schema/titles.ts";
import { readRecords } from "./read-records.ts";

/** The title that each of the wallets wears; wallets without one are left out (rule TITLE-9). */
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
 * The titles a player has unlocked, in the order of unlocking, and the progress of the achievements that are not done
 * (rule TITLE-8).
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
  const locked = deeds
    .filter((deed) => !has.has(titleIdOf(deed)))
    .map((deed) => ({
      name: deed.name,
      slug: deed.slug,
      progress: shownCount(deed, found?.record[deed.counts] ?? 0n),
      goal: shownCount(deed, deed.goal),
    }));
  return { titles: unlocked, locked };
}

/** Amounts in whole SOL, rounded down; never beyond the goal, which may have been reached a moment ago. */
const shownCount = ({ counts, goal }: Deed, count: bigint): number => {
  const reached = count > goal ? goal : count;
  return Number(counts === "wagered" ? reached / LAMPORTS_PER_SOL : reached);
};
