import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Lamports, ZERO, lamports } from "../../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { type Queryable, rowsOf } from "../../db/database.ts";
import { type RaceRow, settingsOf } from "../race-rows.ts";
import { raceHorses, races } from "../../db/schema/races.ts";

type RaceList = Reply<Api["listRaces"]>;

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Races that are over, newest first. The cursor is the number of the last race shown. */
export async function listPastRaces(
  q: Queryable,
  { limit, cursor }: Page,
): Promise<Result<RaceList, "INVALID_INPUT">> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return refuse("INVALID_INPUT", { field: "cursor" });
  const isOver = inArray(races.status, ["completed", "refunded"]);
  const rows = await q
    .select()
    .from(races)
    .where(cursor === undefined ? isOver : and(isOver, lt(races.number, Number(cursor))))
    .orderBy(desc(races.number))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const winners = await readWinners(q, ids);
  const totals = await readTotals(q, ids);
  const last = shown.at(-1);
  return ok({
    races: shown.map((row) => listedRace(row, winners.get(row.id) ?? null, totals.get(row.id) ?? noBets)),
    nextCursor: rows.length > limit && last ? String(last.number) : null,
  });
}

interface Totals {
  readonly bets: number;
  readonly stakes: Lamports;
}

const noBets: Totals = { bets: 0, stakes: ZERO };

const listedRace = (row: RaceRow, winner: Winner | null, { bets: betCount, stakes }: Totals) => ({
  id: row.id,
  status: row.status,
  race_type: row.raceType,
  isJackpotRace: row.jackpot > 0n,
  jackpotAmount: row.jackpot,
  totalPool: stakes,
  house_edge: settingsOf(row).houseEdgeBps / 100,
  betCount,
  testing: row.ledger === "play",
  created_at: row.createdAt,
  completed_at: row.completedAt ?? row.refundedAt ?? row.createdAt,
  winning_horse_id: winner?.id ?? null,
  winning_horse: winner,
  server_seed_hash: row.serverSeedHash,
});

interface Winner {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly color: string;
}

async function readWinners(q: Queryable, raceIds: readonly string[]): Promise<ReadonlyMap<string, Winner>> {
  const rows = await q
    .select({
      raceId: races.id,
      horse: {
        id: raceHorses.horseId,
        number: raceHorses.number,
        name: raceHorses.name,
        color: raceHorses.color,
      },
    })
    .from(races)
    .innerJoin(raceHorses, and(eq(raceHorses.raceId, races.id), eq(raceHorses.number, races.winningNumber)))
    .where(inArray(races.id, [...raceIds]));
  return new Map(rows.map(({ raceId, horse }) => [raceId, horse]));
}

async function readTotals(q: Queryable, raceIds: readonly string[]): Promise<ReadonlyMap<string, Totals>> {
  const rows = await rowsOf<{ race_id: string; bets: bigint; stakes: bigint }>(
    q,
    sql`select race_id, sum(bets) as bets, sum(stakes)::bigint as stakes from race_totals
         where race_id = any(${sql.param([...raceIds])}::text[]) group by race_id`,
  );
  return new Map(rows.map((row) => [row.race_id, { bets: Number(row.bets), stakes: lamports(row.stakes) }]));
}
