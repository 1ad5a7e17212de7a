import { and, eq, inArray, sql } from "drizzle-orm";
import { type Lamports, lamports, ZERO } from "../../../../domain/lamports.ts";
import { type Queryable, rowsOf } from "../../../foundation/db/database.ts";
import { raceHorses, races } from "../../../foundation/db/schema/races.ts";

export interface RaceTotal {
  readonly bets: number;
  readonly stakes: Lamports;
}

export const noBets: RaceTotal = { bets: 0, stakes: ZERO };

export interface Winner {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly color: string;
}

/** The winning horses of the given races, by race; races without a winner are left out. */
export async function readWinners(
  q: Queryable,
  raceIds: readonly string[],
): Promise<ReadonlyMap<string, Winner>> {
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

/** Live bets and their stakes, by race; a race without bets is left out. */
export async function readRaceTotals(
  q: Queryable,
  raceIds: readonly string[],
): Promise<ReadonlyMap<string, RaceTotal>> {
  const rows = await rowsOf<{ race_id: string; bets: bigint; stakes: bigint }>(
    q,
    sql`select race_id, sum(bets) as bets, sum(stakes)::bigint as stakes from race_totals
         where race_id = any(${sql.param([...raceIds])}::text[]) group by race_id`,
  );
  return new Map(rows.map((row) => [row.race_id, { bets: Number(row.bets), stakes: lamports(row.stakes) }]));
}
