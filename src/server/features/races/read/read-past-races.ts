import { and, desc, inArray, lt } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { type Result, ok, refuse } from "../../../../domain/result.ts";
import { readPayoutSeconds } from "../../../foundation/books/payout-seconds.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { type RaceRow, settingsOf } from "../race-rows.ts";
import { races } from "../../../foundation/db/schema/races.ts";
import { noBets, type RaceTotal, readRaceTotals, readWinners, type Winner } from "./race-summaries.ts";

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
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const winners = await readWinners(q, ids);
  const totals = await readRaceTotals(q, ids);
  const paidAfter = await readPayoutSeconds(q, ids);
  const last = page.at(-1);
  return ok({
    races: page.map((row) => ({
      ...listedRace(row, winners.get(row.id) ?? null, totals.get(row.id) ?? noBets),
      payout_seconds: paidAfter.get(row.id) ?? null,
    })),
    nextCursor: rows.length > limit && last ? String(last.number) : null,
  });
}

const listedRace = (row: RaceRow, winner: Winner | null, { bets: betCount, stakes }: RaceTotal) => ({
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
