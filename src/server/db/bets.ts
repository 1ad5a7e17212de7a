import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "./database.ts";
import { bets, raceHorses } from "./schema.ts";

export type BetRow = typeof bets.$inferSelect;

export async function findBets(
  q: Queryable,
  betIds: readonly string[],
): Promise<ReadonlyMap<string, BetRow>> {
  if (betIds.length === 0) return new Map();
  const rows = await q
    .select()
    .from(bets)
    .where(inArray(bets.id, [...betIds]));
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

/** The name of the horse that a bet is on, as it ran in that race. */
export async function horseNameOf(
  q: Queryable,
  bet: Pick<BetRow, "raceId" | "horseNumber">,
): Promise<string> {
  const [horse] = await q
    .select({ name: raceHorses.name })
    .from(raceHorses)
    .where(and(eq(raceHorses.raceId, bet.raceId), eq(raceHorses.number, bet.horseNumber)));
  return horse?.name ?? "";
}

/** What decides whether a wallet may bet on a horse of a race, read in one round trip. */
export interface BettingSituation extends Record<string, unknown> {
  readonly has_profile: boolean;
  readonly is_banned: boolean;
  readonly has_live_bet: boolean;
  /** Null when there is no such race. */
  readonly race_status: string | null;
  readonly betting_is_open: boolean;
  readonly ledger: "real" | "play" | null;
  readonly race_settings: unknown;
  /** Null when the horse does not run in the race. */
  readonly horse_number: number | null;
}

export async function readBettingSituation(
  q: Queryable,
  { raceId, wallet, horseId, at }: { raceId: string; wallet: string; horseId: number; at: Date },
): Promise<BettingSituation> {
  const [row] = await rowsOf<BettingSituation>(
    q,
    sql`select
          exists (select 1 from users where users.wallet = ${wallet}) as has_profile,
          exists (
            select 1 from restrictions
            where restrictions.wallet = ${wallet} and kind = 'ban' and lifted_at is null
              and until > ${at.toISOString()}::timestamptz
          ) as is_banned,
          exists (
            select 1 from bets
            where bets.race_id = ${raceId} and bets.wallet = ${wallet}
              and status = 'confirmed' and result is distinct from 'refunded'
          ) as has_live_bet,
          races.status as race_status,
          coalesce(races.status in ('pending', 'countdown') and races.betting_opens_at is not null, false)
            as betting_is_open,
          races.ledger,
          races.settings as race_settings,
          (select number from race_horses
            where race_horses.race_id = ${raceId} and race_horses.horse_id = ${horseId}) as horse_number
        from (select 1) as always left join races on races.id = ${raceId}`,
  );
  if (!row) throw new Error("a select without a condition returned nothing");
  return row;
}
