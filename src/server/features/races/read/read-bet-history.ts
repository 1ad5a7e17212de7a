import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { ZERO } from "../../../../domain/lamports.ts";
import { type Result, ok } from "../../../../domain/result.ts";
import type { BetResult } from "../../../../domain/settlement.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { isBehind, pageOf, parseTimeCursor } from "../../../foundation/db/time-cursor.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { raceHorses } from "../../../foundation/db/schema/races.ts";
import { readPayoutSignatures } from "./payout-signatures.ts";

type BetList = Reply<Api["getRaceHistory"]>;

interface HistoryQuery {
  readonly wallet: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search?: string | undefined;
  readonly result?: BetResult | undefined;
}

/**
 * A wallet's bets, newest first, with the payments that they led to. The cursor
 * is the time and the id of the last bet shown. A search reads only this wallet's bets.
 */
export async function readBetHistory(
  q: Queryable,
  { wallet, limit, cursor, search, result }: HistoryQuery,
): Promise<Result<BetList, "INVALID_INPUT">> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const rows = await q
    .select({ bet: bets, horse: raceHorses })
    .from(bets)
    .innerJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .where(
      and(
        eq(bets.wallet, wallet),
        eq(bets.status, "confirmed"),
        result === undefined ? undefined : eq(bets.result, result),
        search === undefined ? undefined : isFound(search),
        isBehind(place.value, bets.preparedAt, bets.id),
      ),
    )
    .orderBy(desc(bets.preparedAt), desc(bets.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ bet }) => ({ at: bet.preparedAt, id: bet.id }));
  const paidBy = await readPayoutSignatures(
    q,
    items.map(({ bet }) => bet),
  );
  return ok({
    bets: items.map(({ bet, horse }) => ({
      id: bet.id,
      race_id: bet.raceId,
      created_at: bet.confirmedAt ?? bet.preparedAt,
      horse_id: bet.horseId,
      horse_name: horse.name,
      horse_color: horse.color,
      selected_horse: bet.horseNumber - 1,
      result: bet.result,
      bet_amount: bet.stake,
      payout_amount: bet.payout ?? ZERO,
      testing: bet.ledger === "play",
      bet_signature: bet.signature,
      payout_signature: paidBy.get(bet.id) ?? null,
    })),
    nextCursor,
  });
}

/** Matches text that people copy from a page, where a race is written as `#48 212`. */
function isFound(search: string): SQL | undefined {
  const text = search.trim();
  if (text === "") return undefined;
  const race = text.replaceAll(/[#\s]/g, "").toLowerCase();
  const inName = sql`position(lower(${text}) in lower(${raceHorses.name})) > 0`;
  return race === "" ? inName : or(inName, sql`position(${race} in ${bets.raceId}) > 0`);
}
