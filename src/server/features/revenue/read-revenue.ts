import { sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type SignedLamports, signedLamports } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { type HouseSum, percentOf, statementOf } from "../../../domain/statement.ts";
import type { UtcDay } from "../../../domain/utc-day.ts";
import { type Db, type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { playerCount } from "../../foundation/db/schema/players.ts";
import { type DayRange, checkRange } from "./day-range.ts";
import { readAdjustments } from "./read-adjustments.ts";

type Revenue = Reply<Api["getRevenue"]>;

/**
 * What the house earned, from daily sums that are updated with every posting: it reads as many rows as there are days,
 * however many bets there were (rules MONEY-25, REVENUE-1 and REVENUE-2).
 */
export async function readRevenue(
  { db }: { readonly db: Db },
  range: DayRange,
): Promise<Result<Revenue, "INVALID_INPUT">> {
  const checked = checkRange(range);
  if (!checked.ok) return checked;
  return db.transaction(
    async (tx) => {
      const races = await readRaceSums(tx);
      const adjustments = await readAdjustments(tx);
      return ok({
        statistics: statisticsOf({
          ...races,
          gifted: adjustments.gifted,
          totalUsers: await countPlayers(tx),
          totalAdjustments: adjustments.count,
        }),
        statement: await readStatement(tx, range),
        recentAdjustments: adjustments.recent,
        adminGifts: adjustments.byAdmin,
      });
    },
    // Both sums are read at one moment, since otherwise they would not add up.
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

interface Figures {
  readonly totalUsers: number;
  readonly wagered: SignedLamports;
  readonly won: SignedLamports;
  readonly gifted: SignedLamports;
  readonly totalAdjustments: number;
}

function statisticsOf({
  totalUsers,
  wagered,
  won,
  gifted,
  totalAdjustments,
}: Figures): Revenue["statistics"] {
  const houseProfit = signedLamports(wagered - won);
  const netProfit = signedLamports(houseProfit - gifted);
  return {
    totalUsers,
    totalWagered: wagered,
    totalWon: won,
    payoutRate: wagered === 0n ? 0 : Number(won) / Number(wagered),
    houseProfit,
    profitPercentage: percentOf(houseProfit, wagered),
    totalGifted: gifted,
    totalAdjustments,
    netProfit,
    netProfitPercentage: percentOf(netProfit, wagered),
  };
}

async function countPlayers(tx: Tx): Promise<number> {
  const [row] = await tx.select({ players: playerCount.players }).from(playerCount);
  return row?.players ?? 0;
}

/** Without a bound, every day is within the range. */
const isWithin = ({ from, to }: DayRange) =>
  sql`day >= ${from ?? "-infinity"}::date and day <= ${to ?? "infinity"}::date`;

/** The sums of all time. */
async function readRaceSums(tx: Tx) {
  const [sums] = await rowsOf<{ wagered: bigint; won: bigint }>(
    tx,
    sql`select coalesce(sum(wagered), 0)::bigint as wagered, coalesce(sum(won), 0)::bigint as won
          from race_hours`,
  );
  const { wagered = 0n, won = 0n } = sums ?? {};
  return { wagered: signedLamports(wagered), won: signedLamports(won) };
}

async function readStatement(tx: Tx, range: DayRange): Promise<Revenue["statement"]> {
  const { from, to } = range;
  const opening = from === undefined ? 0n : await readEquityBefore(tx, from);
  const rows = await rowsOf<{ kind: HouseSum["kind"]; account: HouseSum["account"]; lamports: bigint }>(
    tx,
    sql`select kind, account, sum(lamports)::bigint as lamports from house_days
         where ${isWithin(range)} group by kind, account`,
  );
  const sums = rows.map((row) => ({ ...row, lamports: signedLamports(row.lamports) }));
  const lines = Array.from(statementOf(sums), ([key, amount]) => ({ key, amount }));
  const change = sums
    .filter(({ account }) => account === "equity")
    .reduce((total, { lamports }) => total + lamports, 0n);
  return {
    from: from ?? null,
    to: to ?? null,
    openingEquity: signedLamports(opening),
    lines,
    closingEquity: signedLamports(opening + change),
  };
}

async function readEquityBefore(q: Queryable, day: UtcDay): Promise<bigint> {
  const [row] = await rowsOf<{ equity: bigint }>(
    q,
    sql`select coalesce(sum(lamports), 0)::bigint as equity from house_days
         where account = 'equity' and day < ${day}::date`,
  );
  return row?.equity ?? 0n;
}
