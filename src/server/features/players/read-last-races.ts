import { and, desc, eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import { LAST_RACES } from "../../../contract/players/player-stats.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { raceHorses } from "../../foundation/db/schema/races.ts";

/** How many of the newest bets are looked at: some are not settled, or were given back. */
const LOOKED_AT = 20;

/**
 * The races that a player last won or lost. A bet whose race is not settled is not among them: its horse may have to
 * stay hidden (rule RACE-6). Null where a streamer hides figures: a race would lead to the stake (rule PRIVACY-7).
 *
 * @param seesAll whether the caller is the player or an admin: privacy hides nothing from them
 */
export async function readLastRaces(
  db: Db,
  { wallet, seesAll }: { readonly wallet: string; readonly seesAll: boolean },
): Promise<Result<Reply<Api["getLastRaces"]>, "PROFILE_NOT_FOUND">> {
  const [user] = await db
    .select({ hidesFigures: users.hidesFigures })
    .from(users)
    .where(eq(users.wallet, wallet));
  if (user === undefined) return refuse("PROFILE_NOT_FOUND");
  if (user.hidesFigures && !seesAll) return ok({ races: null });
  const newest = await db
    .select({ bet: bets, horse: raceHorses })
    .from(bets)
    .innerJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .where(and(eq(bets.wallet, wallet), eq(bets.status, "confirmed")))
    .orderBy(desc(bets.confirmedAt))
    .limit(LOOKED_AT);
  const settled = newest.flatMap(({ bet, horse }) => {
    const { result, settledAt } = bet;
    if ((result !== "win" && result !== "loss") || settledAt === null) return [];
    return {
      race_id: bet.raceId,
      settled_at: settledAt,
      horse_number: bet.horseNumber,
      horse_name: horse.name,
      horse_color: horse.color,
      result,
      bet_amount: bet.stake,
      payout_amount: bet.payout ?? ZERO,
      testing: bet.ledger === "play",
    };
  });
  return ok({ races: settled.slice(0, LAST_RACES) });
}
