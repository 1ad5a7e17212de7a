import type { Repeat } from "../../../../contract/bets/repeat.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { agreedTerms, betsOfRepeat, findNewestRepeat, tallyOf } from "./repeat-rows.ts";

/** The player's running repeat, otherwise the last one, with what it did; null when there was none (rule BET-15). */
export async function readRepeat(db: Db, wallet: string): Promise<Repeat | null> {
  const repeat = await findNewestRepeat(db, wallet);
  if (repeat === null) return null;
  const placed = await betsOfRepeat(db, repeat.id);
  const { racesBet, open, net } = tallyOf(placed);
  const { houseEdgeBps } = await agreedTerms(db, repeat);
  const { id, horse, horseId, stake, races, stopAtLoss, startedAt, endedAt, endReason, pauseReason } = repeat;
  return {
    id,
    horse: horse === "chosen" ? { id: horseId ?? 0 } : horse,
    amount: stake,
    races,
    stopAtLoss,
    status: endedAt !== null ? "ended" : pauseReason === null ? "running" : "paused",
    pauseReason: endedAt === null ? pauseReason : null,
    house_edge: houseEdgeBps / 100,
    endReason,
    racesDone: racesBet,
    racesLeft: endedAt === null ? races - racesBet : 0,
    openAmount: open,
    net,
    startedAt,
    endedAt,
    bets: placed.map((bet) => ({
      id: bet.id,
      race_id: bet.raceId,
      horse_number: bet.horseNumber,
      horse_name: bet.horseName,
      bet_amount: bet.stake,
      payout_amount: bet.payout,
      result: bet.result,
      placed_at: bet.placedAt,
    })),
  };
}
