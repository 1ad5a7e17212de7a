import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Lamports } from "../../domain/lamports.ts";
import type { RaceStatus } from "../../domain/race-terms.ts";
import { type Queryable, rowsOf } from "../db/database.ts";
import { bets } from "../db/schema/bets.ts";
import { hasAcceptedNotice } from "../books/age-notices.ts";
import { raceHorses } from "../db/schema/races.ts";

export type BetRow = typeof bets.$inferSelect;

/** What was prepared for a bet: the part of its row that never changes. */
export type BetTerms = Pick<
  BetRow,
  | "id"
  | "raceId"
  | "wallet"
  | "horseNumber"
  | "horseId"
  | "stake"
  | "ledger"
  | "source"
  | "salt"
  | "message"
  | "depositAddress"
> & {
  /** The horse's name as it ran in that race. */
  readonly horseName: string;
};

export async function findBetTerms(
  q: Queryable,
  betIds: readonly string[],
): Promise<ReadonlyMap<string, BetTerms>> {
  const rows = await q
    .select({
      id: bets.id,
      raceId: bets.raceId,
      wallet: bets.wallet,
      horseNumber: bets.horseNumber,
      horseId: bets.horseId,
      stake: bets.stake,
      ledger: bets.ledger,
      source: bets.source,
      salt: bets.salt,
      message: bets.message,
      depositAddress: bets.depositAddress,
      horseName: sql<string>`coalesce(${raceHorses.name}, '')`,
    })
    .from(bets)
    .leftJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .where(sql`${bets.id} = any(${sql.param([...betIds])}::text[])`);
  return new Map(rows.map((bet) => [bet.id, bet]));
}

export async function findBet(q: Queryable, betId: string): Promise<BetRow | null> {
  const [bet] = await q.select().from(bets).where(eq(bets.id, betId));
  return bet ?? null;
}

/** The wallet's newest bet of a race that waits for its payment, if there is one. */
export async function findPreparedBet(q: Queryable, raceId: string, wallet: string): Promise<BetRow | null> {
  const [bet] = await q
    .select()
    .from(bets)
    .where(and(eq(bets.raceId, raceId), eq(bets.wallet, wallet), eq(bets.status, "prepared")))
    .orderBy(desc(bets.preparedAt))
    .limit(1);
  return bet ?? null;
}

export async function readPlayerStanding(
  q: Queryable,
  wallet: string,
  at: Date,
): Promise<{ readonly hasProfile: boolean; readonly isBanned: boolean }> {
  const [row] = await rowsOf<{ has_profile: boolean; is_banned: boolean }>(
    q,
    sql`select ${hasProfile(sql`${wallet}`)} as has_profile, ${isBannedAt(sql`${wallet}`, at)} as is_banned`,
  );
  if (!row) throw new Error("a select without a condition returned nothing");
  return { hasProfile: row.has_profile, isBanned: row.is_banned };
}

const hasProfile = (wallet: SQL) => sql`exists (select 1 from users where users.wallet = ${wallet})`;

export const isBannedAt = (wallet: SQL, at: Date) =>
  sql`exists (
    select 1 from restrictions
     where restrictions.wallet = ${wallet} and kind = 'ban' and lifted_at is null
       and until > ${at.toISOString()}::timestamptz
  )`;

/** What decides whether a wallet may bet on a horse of a race, read in one round trip. */
export interface BettingSituation extends Record<string, unknown> {
  readonly has_profile: boolean;
  readonly is_banned: boolean;
  readonly has_live_bet: boolean;
  readonly has_accepted_notice: boolean;
  readonly is_past_own_limit: boolean;
  /** Null when there is no such race. */
  readonly race_status: RaceStatus | null;
  /** Epoch milliseconds, as is the next. */
  readonly betting_opens_at: number | null;
  readonly closes_at: number | null;
  readonly ledger: "real" | "play" | null;
  readonly race_settings: unknown;
  /** Null when the horse does not run in the race. */
  readonly horse_number: number | null;
  readonly horse_name: string | null;
}

interface Asked {
  readonly raceId: string;
  readonly wallet: string;
  readonly horseId: number;
  readonly stake: Lamports;
  readonly at: Date;
}

export async function readBettingSituation(
  q: Queryable,
  { raceId, wallet, horseId, stake, at }: Asked,
  minimumAge: number,
): Promise<BettingSituation> {
  const [row] = await rowsOf<BettingSituation>(
    q,
    sql`select
          ${hasProfile(sql`${wallet}`)} as has_profile,
          ${isBannedAt(sql`${wallet}`, at)} as is_banned,
          exists (
            select 1 from bets
            where bets.race_id = ${raceId} and bets.wallet = ${wallet}
              and status = 'confirmed' and (result is null or result <> 'refunded')
          ) as has_live_bet,
          ${hasAcceptedNotice(sql`${wallet}`, minimumAge)} as has_accepted_notice,
          passes_own_limits(${wallet}, ${stake}::bigint, ${at.toISOString()}::timestamptz) as is_past_own_limit,
          races.status as race_status,
          (extract(epoch from races.betting_opens_at) * 1000)::float8 as betting_opens_at,
          (extract(epoch from races.closes_at) * 1000)::float8 as closes_at,
          races.ledger,
          races.settings as race_settings,
          horse.number as horse_number,
          horse.name as horse_name
        from (select 1) as always
          left join races on races.id = ${raceId}
          left join race_horses as horse on horse.race_id = ${raceId} and horse.horse_id = ${horseId}`,
  );
  if (!row) throw new Error("a select without a condition returned nothing");
  return row;
}
