import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { raceBetOrders, raceOrders } from "../../../../contract/races/admin-races.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { hidesAmounts } from "../../../../domain/betting-window.ts";
import { finalNonce } from "../../../../domain/fairness.ts";
import { ZERO } from "../../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../../domain/result.ts";
import { readPayoutSeconds } from "../../../foundation/books/payout-seconds.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../../foundation/db/list-order.ts";
import { beginsWith } from "../../../foundation/db/text-prefix.ts";
import { meaningsOf } from "../../../foundation/db/whole-wallet.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { raceHorses, races } from "../../../foundation/db/schema/races.ts";
import { bettingWindowOf, findRace, type RaceRow, settingsOf } from "../race-rows.ts";
import { readPayoutSignatures } from "./payout-signatures.ts";
import { readRaceFacts } from "./race-facts.ts";
import { noBets, type RaceTotal, readRaceTotals, readWinners, type Winner } from "./race-summaries.ts";

type AdminRace = Reply<Api["listAllRaces"]>["races"][number];
type RaceDetails = Reply<Api["getRaceDetails"]>;

type RaceOrder = (typeof raceOrders)[number];
type BetOrder = (typeof raceBetOrders)[number];

/** All races including open ones, newest first or oldest first, and those that are looked for. */
export async function listAllRaces(
  q: Queryable,
  query: ListSearch<RaceOrder>,
): Promise<Result<Reply<Api["listAllRaces"]>, "INVALID_INPUT">> {
  const page = pageInOrder(allRaces, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const rows = await q
    .select()
    .from(races)
    .where(and(isBehind, or(...(await meaningsOf(q, query.search ?? "")).map(isRace))))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({ races: [...(await asAdminRaces(q, items))], nextCursor });
}

const allRaces = {
  first: ["created", "desc"],
  orders: { created: { by: races.number, as: "number", keyOf: (row: RaceRow) => row.number } },
  id: { by: races.number, as: "number", keyOf: (row: RaceRow) => String(row.number) },
} as const;

/**
 * The race of this id or number, or the races in which this wallet has bet: looked for one by one in the order of the
 * page, or from the wallet's bets, whichever the planner expects to be less.
 */
function isRace(search: string): SQL | undefined {
  if (search === "") return undefined;
  if (/^\d{1,15}$/.test(search)) return eq(races.number, Number(search));
  const isOfWallet = and(eq(bets.raceId, races.id), eq(bets.wallet, search), eq(bets.status, "confirmed"));
  return search.startsWith("race-")
    ? eq(races.id, search)
    : sql`exists (select from ${bets} where ${isOfWallet})`;
}

/**
 * One race with a page of its bets, newest first and including refunded ones, and the totals on each horse (rule
 * RACES-2). Shortly before the close, horse and amount of a bet are hidden from admins as well: they may bet too (rule
 * RACE-6).
 */
export async function readRaceDetails(
  q: Queryable,
  { id, nowMs, ...page }: ListSearch<BetOrder> & { readonly id: string; readonly nowMs: number },
): Promise<Result<RaceDetails, "RACE_NOT_FOUND" | "INVALID_INPUT">> {
  const facts = await readRaceFacts(q, id);
  if (facts === null) return refuse("RACE_NOT_FOUND");
  const isHidden = hidesAmounts(bettingWindowOf(facts.row), nowMs);
  const listed = await listBets(q, { raceId: id, isHidden, ...page });
  if (!listed.ok) return listed;
  const [race] = await asAdminRaces(q, [facts.row]);
  if (race === undefined) return refuse("RACE_NOT_FOUND");
  return ok({
    race,
    ...listed.value,
    horses: facts.horses.map(({ id: horseId, number, name, color }) => {
      const on = facts.onHorses.get(number) ?? noBets;
      return {
        id: horseId,
        number,
        name,
        color,
        betCount: isHidden ? null : on.bets,
        totalBetAmount: isHidden ? null : on.stakes,
        isWinner: number === facts.row.winningNumber,
      };
    }),
    winningHorse: race.winningHorse,
  });
}

async function asAdminRaces(q: Queryable, rows: readonly RaceRow[]): Promise<readonly AdminRace[]> {
  const ids = rows.map(({ id }) => id);
  const winners = await readWinners(q, ids);
  const totals = await readRaceTotals(q, ids);
  const paidAfter = await readPayoutSeconds(q, ids);
  return rows.map((row) => ({
    ...asAdminRace(row, winners.get(row.id) ?? null, totals.get(row.id) ?? noBets),
    payout_seconds: paidAfter.get(row.id) ?? null,
  }));
}

const asAdminRace = (row: RaceRow, winner: Winner | null, { bets: count, stakes }: RaceTotal) => ({
  id: row.id,
  status: row.status,
  race_type: row.raceType,
  total_pool: stakes,
  jackpot_amount: row.jackpot,
  house_edge: settingsOf(row).houseEdgeBps / 100,
  bet_count: count,
  testing: row.ledger === "play",
  isSpecial: row.isSpecial,
  created_at: row.createdAt,
  completed_at: row.completedAt ?? row.refundedAt,
  refund_reason: row.refundReason,
  winning_horse_id: winner?.id ?? null,
  winningHorse: winner,
  server_seed_hash: row.serverSeedHash,
  nonce: finalNonce(row.nonce, row.beaconBlockhash),
  server_seed: row.serverSeed,
});

type AdminBet = RaceDetails["bets"][number];

/** One bet as `readRaceDetails` lists it. */
export async function readAdminBet(q: Queryable, betId: string, nowMs: number): Promise<AdminBet> {
  const rows = await selectBets(q).where(eq(bets.id, betId));
  const facts = rows[0] === undefined ? null : await readRaceFacts(q, rows[0].bet.raceId);
  const isHidden = facts !== null && hidesAmounts(bettingWindowOf(facts.row), nowMs);
  const [bet] = await asAdminBets(q, rows, isHidden);
  if (facts === null || bet === undefined) throw new Error(`bet ${betId} is not in the database`);
  return bet;
}

/** One race as `listAllRaces` lists it. */
export async function readAdminRace(q: Queryable, raceId: string): Promise<AdminRace> {
  const row = await findRace(q, raceId);
  const [race] = row === null ? [] : await asAdminRaces(q, [row]);
  if (race === undefined) throw new Error(`race ${raceId} is not in the database`);
  return race;
}

const selectBets = (q: Queryable) =>
  q
    .select({ bet: bets, username: users.username, horse: raceHorses })
    .from(bets)
    .leftJoin(users, eq(users.wallet, bets.wallet))
    .leftJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .$dynamic();

type FoundBet = Awaited<ReturnType<typeof selectBets>>[number];

async function asAdminBets(
  q: Queryable,
  found: readonly FoundBet[],
  isHidden: boolean,
): Promise<readonly AdminBet[]> {
  const paidBy = await readPayoutSignatures(
    q,
    found.map(({ bet }) => bet),
  );
  return found.map(({ bet, username, horse }) => ({
    id: bet.id,
    username,
    user_wallet: bet.wallet,
    horse_id: isHidden ? null : bet.horseId,
    horse_name: isHidden ? null : (horse?.name ?? null),
    horse_color: isHidden ? null : (horse?.color ?? null),
    bet_amount: isHidden ? null : bet.stake,
    payout_amount: bet.payout ?? ZERO,
    result: bet.result,
    // The commitment in its memo does not reveal the horse.
    bet_signature: bet.signature,
    payout_signature: paidBy.get(bet.id) ?? null,
  }));
}

interface BetSearch extends ListSearch<BetOrder> {
  readonly raceId: string;
  readonly isHidden: boolean;
}

const betPaid = sql`coalesce(${bets.payout}, 0)`;

const betsOfRace = {
  first: ["placed", "desc"],
  orders: {
    placed: { by: bets.confirmedAt, as: "time", keyOf: ({ bet }: FoundBet) => confirmedAtOf(bet) },
    stake: { by: bets.stake, as: "number", keyOf: ({ bet }: FoundBet) => bet.stake },
    payout: { by: betPaid, as: "number", keyOf: ({ bet }: FoundBet) => bet.payout ?? ZERO },
  },
  id: { by: bets.id, as: "text", keyOf: ({ bet }: FoundBet) => bet.id },
} as const;

/** The bets of a race in one of its orders: those of one race are few enough to be sorted for a page. */
async function listBets(
  q: Queryable,
  { raceId, isHidden, ...query }: BetSearch,
): Promise<Result<Pick<RaceDetails, "bets" | "nextCursor">, "INVALID_INPUT">> {
  // Neither the order nor a cursor may tell the amounts while they are hidden.
  const { sort, ...unsorted } = query;
  const page = pageInOrder(betsOfRace, isHidden && sort === "stake" ? unsorted : query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const isFound =
    search === ""
      ? undefined
      : or(
          eq(bets.id, search),
          beginsWith(bets.wallet, search),
          beginsWith(sql`lower(${users.username})`, search.toLowerCase()),
        );
  const rows = await selectBets(q)
    .where(and(eq(bets.raceId, raceId), eq(bets.status, "confirmed"), isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({
    bets: [...(await asAdminBets(q, items, isHidden))],
    nextCursor,
  });
}

function confirmedAtOf({ id, confirmedAt }: typeof bets.$inferSelect): Date {
  if (confirmedAt === null) throw new Error(`the confirmed bet ${id} has no time`);
  return confirmedAt;
}
