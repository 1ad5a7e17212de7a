import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { achievements, titleIdOf } from "../../../domain/achievements.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { inChunks, readInPages } from "../../foundation/db/in-chunks.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { achievementsDue, titles } from "../../foundation/db/schema/titles.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import {
  type NotificationRow,
  notificationView,
  notifyAll,
} from "../../foundation/notifications/stored-notifications.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { awardTitles } from "./award-titles.ts";

export interface AchievementPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

/**
 * Stores the achievement titles that this version adds, and schedules a check of everybody if there is a new one:
 * players who achieved it earlier get the title too.
 */
export function storeAchievementTitles({ db, clock }: Pick<AchievementPorts, "db" | "clock">): Promise<void> {
  const createdAt = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const added = await tx
      .insert(titles)
      .values(achievements.map(({ slug, name }) => ({ id: titleIdOf({ slug }), name, slug, createdAt })))
      .onConflictDoNothing()
      .returning({ id: titles.id });
    if (added.length > 0) await tx.insert(achievementsDue).values({});
  });
}

/**
 * Checks the achievements of all players who are due. It runs outside the settlement, which only records that its race
 * is due, so that a settlement takes as long with titles as without. A few hundred players are handled per transaction,
 * the notification together with the title. An interrupted check is repeated from its start, and skips what is already
 * unlocked (rule TITLE-3).
 */
export async function checkAchievements(ports: AchievementPorts): Promise<void> {
  const due = await ports.db.select().from(achievementsDue).orderBy(asc(achievementsDue.id)).limit(100);
  for (const { id, raceId, wallet } of due) {
    const wallets = await walletsOf(ports.db, { raceId, wallet });
    const isTold = raceId !== null || wallet !== null;
    await inChunks(wallets, (chunk) => awardAndTell(ports, chunk, isTold));
    await ports.db.delete(achievementsDue).where(eq(achievementsDue.id, id));
  }
}

type Due = Pick<typeof achievementsDue.$inferSelect, "raceId" | "wallet">;

async function walletsOf(db: Db, { raceId, wallet }: Due): Promise<readonly string[]> {
  if (wallet !== null) return [wallet];
  const rows = raceId === null ? await everybody(db) : await playersOf(db, raceId);
  return rows.map((row) => row.wallet);
}

const everybody = (db: Db) =>
  readInPages<{ wallet: string }>((last, rows) =>
    db
      .select({ wallet: users.wallet })
      .from(users)
      .where(last === null ? undefined : gt(users.wallet, last.wallet))
      .orderBy(asc(users.wallet))
      .limit(rows),
  );

/** In the order of their bets, which is indexed. */
const playersOf = (db: Db, raceId: string) =>
  readInPages<{ wallet: string; id: string; confirmedAt: string }>((last, rows) =>
    db
      .select({ wallet: bets.wallet, id: bets.id, confirmedAt: sql<string>`${bets.confirmedAt}::text` })
      .from(bets)
      .where(
        and(
          eq(bets.raceId, raceId),
          eq(bets.status, "confirmed"),
          isNotNull(bets.result),
          last === null
            ? undefined
            : sql`(${bets.confirmedAt}, ${bets.id}) > (${last.confirmedAt}::timestamptz, ${last.id})`,
        ),
      )
      .orderBy(asc(bets.confirmedAt), asc(bets.id))
      .limit(rows),
  );

async function awardAndTell(
  ports: AchievementPorts,
  wallets: readonly string[],
  isTold: boolean,
): Promise<void> {
  const rows = await inTransaction(ports.db, (tx) => award(tx, ports, wallets, isTold));
  for (const row of rows) {
    ports.broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  }
}

/** Titles that were earned long ago are not announced. */
async function award(
  tx: Tx,
  ports: AchievementPorts,
  wallets: readonly string[],
  isTold: boolean,
): Promise<readonly NotificationRow[]> {
  const awards = await awardTitles(tx, { wallets, at: new Date(ports.clock.now()) });
  if (!isTold) return [];
  return notifyAll(
    tx,
    ports,
    awards.map(({ wallet, achievement }) => ({
      wallet,
      kind: "title_unlocked",
      params: { titleId: titleIdOf(achievement), title: achievement.name },
    })),
  );
}
