import { and, desc, eq, sql } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { hidesAmounts } from "../../../../domain/betting-window.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../../../domain/result.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { isBehind, pageOf, parseTimeCursor, type TimeCursor } from "../../../foundation/db/time-cursor.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { raceHorses } from "../../../foundation/db/schema/races.ts";
import { type RaceRow, bettingWindowOf, confirmedBetOf, findRace } from "../race-rows.ts";

type BetPage = Reply<Api["getRaceBets"]>;

export interface BetFacts {
  readonly id: string;
  readonly wallet: string;
  readonly username: string | null;
  readonly horseId: number;
  readonly horseName: string;
  readonly stake: Lamports;
  /** Null until the race is settled. */
  readonly payout: Lamports | null;
  readonly confirmedAt: Date;
  /** Whether its player is a streamer who hides figures. */
  readonly hidesFigures: boolean;
}

/** Bets of a race, newest first, at most `limit`; if `before` is given, those after it in that order. */
export async function readRaceBets(
  q: Queryable,
  race: Pick<RaceRow, "id" | "settledAt">,
  { limit, before = null }: { readonly limit: number; readonly before?: TimeCursor | null },
): Promise<BetFacts[]> {
  const rows = await q
    .select({
      id: bets.id,
      wallet: bets.wallet,
      username: users.username,
      horseId: bets.horseId,
      horseName: raceHorses.name,
      stake: bets.stake,
      payout: bets.payout,
      confirmedAt: sql<Date>`${bets.confirmedAt}`.mapWith(bets.confirmedAt),
      hidesFigures: users.hidesFigures,
    })
    .from(bets)
    .innerJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .leftJoin(users, eq(users.wallet, bets.wallet))
    .where(and(confirmedBetOf(race), isBehind(before, bets.confirmedAt, bets.id)))
    .orderBy(desc(bets.confirmedAt), desc(bets.id))
    .limit(limit);
  return rows.map(({ hidesFigures, ...bet }) => ({ ...bet, hidesFigures: hidesFigures ?? false }));
}

/**
 * Bets as everyone sees them; shortly before the close without horse and amount (rule RACE-6). If the player hides
 * figures, the bet shows neither amounts nor player: the id would lead to its stake in the race's books (rule
 * PRIVACY-2).
 */
export const publicBets = (found: readonly BetFacts[], isHidden: boolean): BetPage["bets"] =>
  found.map(({ id, wallet, username, horseId, horseName, stake, payout, hidesFigures }) => ({
    id,
    user_wallet: hidesFigures ? null : wallet,
    username: hidesFigures ? null : username,
    horse_id: isHidden ? null : horseId,
    horse_name: isHidden ? null : horseName,
    bet_amount: isHidden || hidesFigures ? null : stake,
    payout_amount: hidesFigures ? null : payout,
  }));

interface Page {
  readonly raceId: string;
  readonly nowMs: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a race's bets. The cursor is the time and the id of the last bet shown. */
export async function listRaceBets(
  q: Queryable,
  { raceId, nowMs, limit, cursor }: Page,
): Promise<Result<BetPage, "RACE_NOT_FOUND" | "INVALID_INPUT">> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const row = await findRace(q, raceId);
  if (row === null) return refuse("RACE_NOT_FOUND");
  const found = await readRaceBets(q, row, { limit: limit + 1, before: place.value });
  const { items, nextCursor } = pageOf(found, limit, ({ confirmedAt, id }) => ({ at: confirmedAt, id }));
  return ok({ bets: publicBets(items, hidesAmounts(bettingWindowOf(row), nowMs)), nextCursor });
}
