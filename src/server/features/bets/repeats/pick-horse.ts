import { and, desc, eq, sql } from "drizzle-orm";
import { hidesAmounts } from "../../../../domain/betting-window.ts";
import { lamports } from "../../../../domain/lamports.ts";
import type { RaceSettings } from "../../../../domain/race-settings.ts";
import type { RaceStatus } from "../../../../domain/race-terms.ts";
import { favouriteOf } from "../../../../domain/repeat.ts";
import { type Queryable, rowsOf } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { raceHorses } from "../../../foundation/db/schema/races.ts";
import type { RepeatRow } from "./repeat-rows.ts";

/** An open race as a repeat sees it. */
export interface BettableRace {
  readonly id: string;
  readonly status: RaceStatus;
  readonly bettingOpensAt: number;
  readonly closesAt: number | null;
  readonly settings: RaceSettings;
}

/** How long a repeat on the favourite waits for someone to bet before it takes the first of equal horses. */
const FAVOURITE_AFTER_MS = 5_000;

/**
 * The id of the horse that a repeat bets on in a race; null while there is none (rule BET-15). No favourite is
 * determined while amounts are hidden; otherwise a repeat would reveal what nobody may see then (rule RACE-6).
 */
export async function pickHorse(
  q: Queryable,
  { horse, horseId, wallet }: RepeatRow,
  race: BettableRace,
  nowMs: number,
): Promise<number | null> {
  switch (horse) {
    case "chosen":
      return horseId;
    case "same": {
      const number = await lastNumberOf(q, wallet);
      return number === null ? null : horseAt(q, race.id, number);
    }
    case "favourite": {
      if (hidesAmounts(race, nowMs)) return null;
      const backed = await rowsOf<{ number: number; stakes: bigint }>(
        q,
        sql`select race_horses.number, coalesce(race_totals.stakes, 0)::bigint as stakes
              from race_horses
                left join race_totals on race_totals.race_id = race_horses.race_id
                  and race_totals.horse_number = race_horses.number
             where race_horses.race_id = ${race.id}`,
      );
      const isBacked = backed.some(({ stakes }) => stakes > 0n);
      if (!isBacked && nowMs < race.bettingOpensAt + FAVOURITE_AFTER_MS) return null;
      const number = favouriteOf(
        backed.map(({ number: lane, stakes }) => ({ number: lane, stakes: lamports(stakes) })),
      );
      return number === null ? null : horseAt(q, race.id, number);
    }
  }
}

/** The horse number of the wallet's last real-money bet; null when it never placed one. */
export async function lastNumberOf(q: Queryable, wallet: string): Promise<number | null> {
  const [last] = await q
    .select({ number: bets.horseNumber })
    .from(bets)
    .where(and(eq(bets.wallet, wallet), eq(bets.status, "confirmed"), eq(bets.ledger, "real")))
    .orderBy(desc(bets.preparedAt))
    .limit(1);
  return last?.number ?? null;
}

async function horseAt(q: Queryable, raceId: string, number: number): Promise<number | null> {
  const [horse] = await q
    .select({ horseId: raceHorses.horseId })
    .from(raceHorses)
    .where(and(eq(raceHorses.raceId, raceId), eq(raceHorses.number, number)));
  return horse?.horseId ?? null;
}
