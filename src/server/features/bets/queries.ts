import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LedgerName } from "../../../domain/ledger.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import type { RaceStatus } from "../../../domain/race-terms.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { hasAcceptedNotice } from "../../foundation/books/age-notices.ts";
import { raceHorses } from "../../foundation/db/schema/races.ts";
import { anchorRootOf } from "../../foundation/public-log/anchors.ts";

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
  | "memo"
  | "depositAddress"
> & {
  /** The horse's name in that race. */
  readonly horseName: string;
};

/** Bets by the values of one of their columns. */
export async function findBetTerms(
  q: Queryable,
  key: "id" | "memo",
  values: readonly string[],
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
      memo: bets.memo,
      depositAddress: bets.depositAddress,
      horseName: sql<string>`coalesce(${raceHorses.name}, '')`,
    })
    .from(bets)
    .leftJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .where(sql`${bets[key]} = any(${sql.param([...values])}::text[])`);
  return new Map(rows.map((bet) => [bet[key] ?? "", bet]));
}

export async function findBet(q: Queryable, betId: string): Promise<BetRow | null> {
  const [bet] = await q.select().from(bets).where(eq(bets.id, betId));
  return bet ?? null;
}

/** What preparing stores for a bet that waits for its payment. */
export type PreparedRow = Required<
  Pick<
    typeof bets.$inferInsert,
    | "id"
    | "raceId"
    | "wallet"
    | "horseNumber"
    | "horseId"
    | "stake"
    | "salt"
    | "message"
    | "memo"
    | "depositAddress"
    | "lastValidBlockHeight"
    | "preparedAt"
  >
>;

/** Stores bets of real money that wait for their payment, in one statement whose text is always the same. */
export async function insertPreparedBets(q: Queryable, rows: readonly PreparedRow[]): Promise<void> {
  const given = rows.map((row) => ({
    id: row.id,
    race_id: row.raceId,
    wallet: row.wallet,
    horse_number: row.horseNumber,
    horse_id: row.horseId,
    stake: String(row.stake),
    salt: row.salt,
    message: row.message,
    memo: row.memo,
    deposit_address: row.depositAddress,
    last_valid_block_height: String(row.lastValidBlockHeight),
    prepared_at: row.preparedAt.toISOString(),
  }));
  await q.execute(
    sql`insert into bets (id, race_id, wallet, horse_number, horse_id, stake, ledger, source, status, salt, message,
                          memo, deposit_address, last_valid_block_height, prepared_at)
        select id, race_id, wallet, horse_number, horse_id, stake, 'real', 'wallet', 'prepared', salt, message,
               memo, deposit_address, last_valid_block_height, prepared_at
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (
            id text, race_id text, wallet text, horse_number smallint, horse_id int, stake bigint, salt text,
            message text, memo text, deposit_address text, last_valid_block_height bigint, prepared_at timestamptz
          )`,
  );
}

export async function readEligibility(
  q: Queryable,
  wallet: string,
  at: Date,
): Promise<{ readonly hasProfile: boolean; readonly isBanned: boolean }> {
  const [row] = await rowsOf<{ has_profile: boolean; is_banned: boolean }>(
    q,
    sql`select ${hasProfile(sql`${wallet}`)} as has_profile, ${isBannedAt(sql`${wallet}`, momentOf(at))} as is_banned`,
  );
  if (!row) throw new Error("a select without a condition returned nothing");
  return { hasProfile: row.has_profile, isBanned: row.is_banned };
}

const hasProfile = (wallet: SQL) => sql`exists (select 1 from users where users.wallet = ${wallet})`;

export const isBannedAt = (wallet: SQL, at: SQL) =>
  sql`exists (
    select 1 from restrictions
     where restrictions.wallet = ${wallet} and kind = 'ban' and lifted_at is null and until > ${at}
  )`;

export const momentOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** What decides whether a wallet may bet on a horse of a race, and what was already prepared for it. */
export interface BettingSituation extends Record<string, unknown> {
  readonly has_profile: boolean;
  readonly is_banned: boolean;
  readonly has_live_bet: boolean;
  readonly has_accepted_notice: boolean;
  readonly is_past_own_limit: boolean;
  /** Null when there is no such race. */
  readonly race_status: RaceStatus | null;
  /** Epoch milliseconds, like the next field. */
  readonly betting_opens_at: number | null;
  readonly closes_at: number | null;
  readonly ledger: LedgerName | null;
  readonly race_settings: unknown;
  /** Null when the horse does not run in the race. */
  readonly horse_number: number | null;
  readonly horse_name: string | null;
  /** Root of the checkpoint that anchored the race's `commit` entry, in base64; null while none has. */
  readonly commit_root: string | null;
  /** The wallet's newest bet in the race that waits for its payment and that it prepared itself. */
  readonly waiting_bet: WaitingBet | null;
}

/** A bet that was prepared and not paid; amounts and heights as text. */
export interface WaitingBet {
  readonly id: string;
  readonly horseId: number;
  readonly stake: string;
  readonly salt: string;
  readonly message: string;
  readonly memo: string;
  readonly depositAddress: string | null;
  readonly lastValidBlockHeight: string | null;
}

interface Asked {
  readonly raceId: string;
  readonly wallet: string;
  readonly horseId: number;
  readonly stake: Lamports;
  readonly at: Date;
}

/** One situation per request, in the same order, with a single statement whose text is always the same. */
export async function readBettingSituations(
  q: Queryable,
  requests: readonly Asked[],
  minimumAge: number,
): Promise<BettingSituation[]> {
  const given = requests.map(({ raceId, wallet, horseId, stake, at }, place) => ({
    place,
    race_id: raceId,
    wallet,
    horse_id: horseId,
    stake: String(stake),
    at: at.toISOString(),
  }));
  const rows = await rowsOf<BettingSituation>(
    q,
    sql`select
          ${hasProfile(sql`asked.wallet`)} as has_profile,
          ${isBannedAt(sql`asked.wallet`, sql`asked.at`)} as is_banned,
          exists (
            select 1 from bets
            where bets.race_id = asked.race_id and bets.wallet = asked.wallet
              and status = 'confirmed' and (result is null or result <> 'refunded')
          ) as has_live_bet,
          ${hasAcceptedNotice(sql`asked.wallet`, minimumAge)} as has_accepted_notice,
          passes_own_limits(asked.wallet, asked.stake, asked.at) as is_past_own_limit,
          races.status as race_status,
          (extract(epoch from races.betting_opens_at) * 1000)::float8 as betting_opens_at,
          (extract(epoch from races.closes_at) * 1000)::float8 as closes_at,
          races.ledger,
          races.settings as race_settings,
          horse.number as horse_number,
          horse.name as horse_name,
          ${anchorRootOf({ log: sql`races.log`, index: sql`races.commit_index` })} as commit_root,
          earlier.waiting as waiting_bet
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
            as asked (place int, race_id text, wallet text, horse_id int, stake bigint, at timestamptz)
          left join races on races.id = asked.race_id
          left join race_horses as horse on horse.race_id = asked.race_id and horse.horse_id = asked.horse_id
          left join lateral (
            select jsonb_build_object(
                'id', id, 'horseId', horse_id, 'stake', stake::text, 'salt', salt, 'message', message,
                'memo', memo, 'depositAddress', deposit_address, 'lastValidBlockHeight', last_valid_block_height::text
              ) as waiting
              from bets
             where bets.race_id = asked.race_id and bets.wallet = asked.wallet and bets.status = 'prepared'
               and bets.message is not null
             order by prepared_at desc limit 1
          ) as earlier on true
        order by asked.place`,
  );
  if (rows.length !== requests.length) throw new Error("not every situation was read");
  return rows;
}
