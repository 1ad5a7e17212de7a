import { eq, inArray, sql } from "drizzle-orm";
import { MAX_RACE_BETS } from "../../../../contract/races/race-shape.ts";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { type Account, playerOf } from "../../../../domain/ledger.ts";
import { balanceOf } from "../../../foundation/books/ledger.ts";
import { type Queryable, rowsOf } from "../../../foundation/db/database.ts";
import { type RaceRow, findNewestRace, findRace } from "../race-rows.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { horses, raceHorses } from "../../../foundation/db/schema/races.ts";
import { readAnchorOf } from "../../../foundation/public-log/anchors.ts";
import { lockPaymentId } from "../engine/lock-bets.ts";
import { type BetFacts, readRaceBets } from "./race-bets.ts";
import { type HorseRecord, recordColumns, recordOf } from "../settle/horse-records.ts";

export interface HorseFacts {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly color: string;
  readonly description: string;
  readonly record: HorseRecord;
}

export interface AwardFacts {
  readonly wallet: string;
  readonly username: string | null;
  readonly amount: Lamports;
  /** Whether its winner is a streamer who hides figures. */
  readonly hidesFigures: boolean;
}

/** A race as it is stored, with everything its page shows. Contains no secrets: those are not stored in the open. */
export interface RaceFacts {
  readonly row: RaceRow;
  readonly horses: readonly HorseFacts[];
  /** Live bets and their stakes by the horse's number. */
  readonly onHorses: ReadonlyMap<number, { readonly bets: number; readonly stakes: Lamports }>;
  /** The newest bets, at most `MAX_RACE_BETS`. */
  readonly newestBets: readonly BetFacts[];
  readonly commitSignature: string | null;
  readonly lockSignature: string | null;
  readonly resultSignature: string | null;
  readonly awards: readonly AwardFacts[];
  readonly bonusFund: Lamports;
}

export async function readRaceFacts(q: Queryable, raceId: string): Promise<RaceFacts | null> {
  const row = await findRace(q, raceId);
  return row === null ? null : factsOf(q, row);
}

export async function readNewestRaceFacts(q: Queryable): Promise<RaceFacts | null> {
  const row = await findNewestRace(q);
  return row === null ? null : factsOf(q, row);
}

async function factsOf(q: Queryable, row: RaceRow): Promise<RaceFacts> {
  return {
    row,
    horses: await readHorses(q, row.id),
    onHorses: await readTotals(q, row),
    newestBets: await readRaceBets(q, row, { limit: MAX_RACE_BETS }),
    commitSignature: await readCommitSignature(q, row),
    lockSignature: row.lockedAt === null ? null : await signatureOf(q, lockPaymentId(row.id)),
    resultSignature: await signatureOf(q, row.resultPaymentId),
    bonusFund: await balanceOf(q, "bonus"),
    awards: row.settledAt === null ? [] : await readAwards(q, row.id),
  };
}

/** That of the memo by which betting opened; null before. */
async function readCommitSignature(
  q: Queryable,
  { log, commitIndex: index, bettingOpensAt }: RaceRow,
): Promise<string | null> {
  if (bettingOpensAt === null) return null;
  return (await readAnchorOf(q, { log, index }))?.signature ?? null;
}

async function readHorses(q: Queryable, raceId: string): Promise<HorseFacts[]> {
  const rows = await q
    .select({
      id: raceHorses.horseId,
      number: raceHorses.number,
      name: raceHorses.name,
      color: raceHorses.color,
      description: horses.description,
      ...recordColumns,
    })
    .from(raceHorses)
    .innerJoin(horses, eq(horses.id, raceHorses.horseId))
    .where(eq(raceHorses.raceId, raceId))
    .orderBy(raceHorses.number);
  return rows.map(({ id, number, name, color, description, ...stored }) => ({
    id,
    number,
    name,
    color,
    description,
    record: recordOf(stored),
  }));
}

async function readTotals(q: Queryable, row: RaceRow) {
  const totals = await rowsOf<{ horse_number: number; bets: number; stakes: bigint }>(
    q,
    sql`select horse_number, bets, stakes from race_totals where race_id = ${row.id} and bets > 0`,
  );
  return new Map(
    totals.map(({ horse_number, bets: count, stakes }) => [
      horse_number,
      { bets: count, stakes: lamports(stakes) },
    ]),
  );
}

export async function signatureOf(q: Queryable, paymentId: string | null): Promise<string | null> {
  if (paymentId === null) return null;
  const [payment] = await q
    .select({ signature: payments.signature })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return payment?.signature ?? null;
}

async function readAwards(q: Queryable, raceId: string): Promise<AwardFacts[]> {
  const rows = await rowsOf<{ account: Account; lamports: bigint }>(
    q,
    // The kind is written into the SQL: as a parameter, it would keep the planner from using the index of bonuses.
    sql`select entry.account, entry.lamports
          from ledger_postings as posting join ledger_entries as entry on entry.posting_id = posting.id
         where posting.kind = 'superfecta bonus' and posting.race_id = ${raceId}
         order by posting.id`,
  );
  const awards = rows.flatMap(({ account, lamports: amount }) => {
    const wallet = playerOf(account);
    return wallet === null ? [] : [{ wallet, amount: lamports(amount) }];
  });
  if (awards.length === 0) return [];
  const wallets = awards.map(({ wallet }) => wallet);
  const named = await q
    .select({ wallet: users.wallet, username: users.username, hidesFigures: users.hidesFigures })
    .from(users)
    .where(inArray(users.wallet, wallets));
  const profiles = new Map(named.map((profile) => [profile.wallet, profile]));
  return awards.map(({ wallet, amount }) => {
    const { username = null, hidesFigures = false } = profiles.get(wallet) ?? {};
    return { wallet, username, amount, hidesFigures };
  });
}
