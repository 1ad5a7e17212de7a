import { sql } from "drizzle-orm";
import { awardBonuses } from "../../../../domain/bonus.ts";
import { bonusAwarded } from "../../../../domain/postings.ts";
import type { RaceSettings } from "../../../../domain/race-settings.ts";
import type { SettledBet } from "../../../../domain/settlement.ts";
import { advanceStreak, countsForStreak } from "../../../../domain/streak.ts";
import { lockBalance, postAll } from "../../../foundation/books/ledger.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { inChunks } from "../../../foundation/db/in-chunks.ts";
import type { Players } from "./lock-players.ts";
import type { Notice } from "../../../foundation/notifications/stored-notifications.ts";
import { bonusNotice, refillingNotice, streakNotice } from "./notices.ts";

interface DecidedRace {
  readonly raceId: string;
  readonly bets: readonly SettledBet[];
  /** Number of the winning horse. */
  readonly winner: number;
  readonly players: Players;
  readonly settings: RaceSettings;
}

/**
 * Moves the streak of everyone who bet, and pays the superfecta bonus to those who completed one, in the order of their
 * bets, as far as the fund goes (rules MONEY-14, MONEY-15, INV-8). Answers the notices to send.
 */
export async function advanceStreaks(
  tx: Tx,
  { raceId, bets, winner, players, settings }: DecidedRace,
): Promise<readonly Notice[]> {
  const steps = bets.flatMap(({ wallet, horseNumber, stake }) => {
    const current = players.get(wallet)?.streak;
    if (current === undefined) return [];
    const pick = { pickedWinner: horseNumber === winner, counts: countsForStreak(stake, settings) };
    return [{ wallet, current, ...advanceStreak(current, pick) }];
  });
  const moved = steps.filter(({ current, streak }) => current !== streak);
  await storeStreaks(tx, moved);
  const winners = steps.filter(({ award }) => award).map(({ wallet }) => wallet);
  const awarded = winners.length === 0 ? [] : await payBonuses(tx, { raceId, winners, settings });
  return [...moved.map(({ wallet, streak }) => streakNotice(wallet, streak)), ...awarded];
}

async function payBonuses(
  tx: Tx,
  { raceId, winners, settings }: { raceId: string; winners: readonly string[]; settings: RaceSettings },
): Promise<readonly Notice[]> {
  const before = await lockBalance(tx, "bonus");
  const { awards, uncovered, fund } = awardBonuses(before, settings.superfectaBonus, winners);
  await postAll(
    tx,
    awards.map((award) => bonusAwarded({ raceId, ...award })),
  );
  return [
    ...awards.map(({ wallet, amount }) => bonusNotice(wallet, amount)),
    ...uncovered.map((wallet) => refillingNotice(wallet, fund)),
  ];
}

function storeStreaks(tx: Tx, moved: readonly { wallet: string; streak: number }[]): Promise<void> {
  return inChunks(moved, async (chunk) => {
    await tx.execute(
      sql`update users
             set current_win_streak = moved.streak, best_win_streak = greatest(users.best_win_streak, moved.streak)
            from unnest(
              ${sql.param(chunk.map(({ wallet }) => wallet))}::text[],
              ${sql.param(chunk.map(({ streak }) => streak))}::integer[]
            ) as moved (wallet, streak)
           where users.wallet = moved.wallet`,
    );
  });
}
