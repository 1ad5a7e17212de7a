import { and, eq, gt, sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { ACTS_COUNT_FOR_MS } from "../../../domain/second-admin.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { houseActs } from "../db/schema/house-acts.ts";
import { readSettings } from "../settings/stored-settings.ts";

type HouseAct = Omit<typeof houseActs.$inferInsert, "id">;

/**
 * Serialises what admins do with house money until the transaction ends, so that two acts at once do not both fit below
 * the limit (rule IDENTITY-5). Take it before any other lock.
 */
export async function lockHouseActs(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong house acts', 0))`);
}

/** Records an act that no other admin approved. */
export async function recordHouseAct(tx: Tx, act: HouseAct): Promise<void> {
  await tx.insert(houseActs).values(act);
}

/** What an admin has moved alone in the 24 hours before `at`. */
export async function sumHouseActs(q: Queryable, wallet: string, at: Date): Promise<Lamports> {
  const [found] = await q
    .select({
      moved: sql<bigint>`coalesce(sum(${houseActs.lamports}), 0)::bigint`.mapWith(houseActs.lamports),
    })
    .from(houseActs)
    .where(and(eq(houseActs.wallet, wallet), isRecent(at)));
  return lamports(found?.moved ?? 0n);
}

/** How many acts of a kind were done without another admin in the 24 hours before `at`: by one admin, or by all. */
export async function countHouseActs(
  q: Queryable,
  { kind, wallet, at }: Pick<HouseAct, "kind" | "at"> & { readonly wallet?: string },
): Promise<number> {
  const ofOne = wallet === undefined ? undefined : eq(houseActs.wallet, wallet);
  const [found] = await q
    .select({ acts: sql<number>`count(*)::int` })
    .from(houseActs)
    .where(and(eq(houseActs.kind, kind), ofOne, isRecent(at)));
  return found?.acts ?? 0;
}

/** The most that an admin moves alone in 24 hours: the environment's value, otherwise the setting's. */
export const readActsLimit = async (q: Queryable, ofEnvironment: Lamports | null): Promise<Lamports> =>
  ofEnvironment ?? (await readSettings(q)).secondAdminAbove;

const isRecent = (at: Date) => gt(houseActs.at, new Date(at.getTime() - ACTS_COUNT_FOR_MS));
