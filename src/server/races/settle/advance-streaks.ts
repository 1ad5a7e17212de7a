import { sql } from "drizzle-orm";
import { awardBonuses } from "../../../domain/bonus.ts";
import { bonusAwarded } from "../../../domain/postings.ts";
import type { RaceSettings } from "../../../domain/race-settings.ts";
import type { SettledBet } from "../../../domain/settlement.ts";
import { advanceStreak, countsForStreak } from "../../../domain/streak.ts";
import { type Tx, rowsOf } from "../../db/database.ts";
import { lockBalance, post } from "../../books/ledger.ts";
import type { Notice } from "../../notifications/stored-notifications.ts";
import { bonusNotice, streakNotice } from "./notices.ts";

interface PaidRace {
  readonly raceId: string;
  readonly bets: readonly SettledBet[];
  readonly settings: RaceSettings;
}

/**
 * Moves the streak of everyone who bet and pays the superfecta bonus to those who completed one, in the order
 * of their bets, as far as the fund goes (rules MONEY-14, MONEY-15, INV-8). Answers whom to tell what.
 */
export async function advanceStreaks(
  tx: Tx,
  { raceId, bets, settings }: PaidRace,
): Promise<readonly Notice[]> {
  const before = await lockStreaks(tx, bets);
  const steps = bets.flatMap(({ wallet, result, fee }) => {
    const current = before.get(wallet);
    if (current === undefined) return [];
    const counts = countsForStreak({ betFee: fee, ...settings });
    return [{ wallet, current, ...advanceStreak(current, result, counts) }];
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
  const fund = await lockBalance(tx, "bonus");
  const { awards } = awardBonuses(fund, settings.superfectaBonus, winners);
  for (const award of awards) await post(tx, bonusAwarded({ raceId, ...award }));
  return awards.map(({ wallet, amount }) => bonusNotice(wallet, amount));
}

async function lockStreaks(tx: Tx, bets: readonly SettledBet[]): Promise<ReadonlyMap<string, number>> {
  const wallets = bets.map(({ wallet }) => wallet);
  const rows = await rowsOf<{ wallet: string; current_win_streak: number }>(
    tx,
    sql`select wallet, current_win_streak from users
         where wallet = any(${sql.param(wallets)}::text[]) order by wallet for update`,
  );
  return new Map(rows.map((row) => [row.wallet, row.current_win_streak]));
}

async function storeStreaks(tx: Tx, moved: readonly { wallet: string; streak: number }[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.execute(
    sql`update users set current_win_streak = moved.streak
          from unnest(
            ${sql.param(moved.map(({ wallet }) => wallet))}::text[],
            ${sql.param(moved.map(({ streak }) => streak))}::integer[]
          ) as moved (wallet, streak)
         where users.wallet = moved.wallet`,
  );
}
