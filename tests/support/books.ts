import { sql } from "drizzle-orm";
import { raceOutcome, seedHash } from "../../src/domain/fairness.ts";
import { type Db, rowsOf } from "../../src/server/foundation/db/database.ts";

/**
 * Searches for anything that the books must never show, whatever happened (rules INV-1, INV-3, INV-4, INV-5, INV-10,
 * INV-11). Returns what it found, in plain words.
 */
export async function checkBooks(db: Db): Promise<string[]> {
  const found = async (problem: string, query: ReturnType<typeof sql>) =>
    (await rowsOf<{ about: string }>(db, query)).map(({ about }) => `${problem}: ${about}`);
  return [
    ...(await found(
      "INV-1 a posting does not sum to zero",
      sql`select posting_id::text as about from ledger_entries group by posting_id having sum(lamports) <> 0`,
    )),
    ...(await found(
      "INV-3 an account is negative",
      sql`select account || ' ' || sum(lamports) as about from ledger_entries
           where account ~ '^(play:)?(user|pool|jackpot|referral):' or account in ('bonus', 'outgoing')
           group by account having sum(lamports) < 0`,
    )),
    ...(await found(
      "INV-4 a settled race has money left",
      sql`select account as about from ledger_entries
            join races on account in ('pool:' || races.id, 'jackpot:' || races.id, 'play:pool:' || races.id)
           where settled_at is not null group by account having sum(lamports) <> 0`,
    )),
    ...(await found(
      "INV-4 stakes and jackpot are not fee, payouts and remainder",
      sql`select races.id as about from races join bets on bets.race_id = races.id
           where bets.settled_at = races.settled_at and (races.status = 'completed' or races.is_refunded_late)
             and bets.status = 'confirmed'
           group by races.id
          having sum(bets.stake) + races.jackpot
              <> races.fee + coalesce(sum(bets.payout) filter (where bets.result = 'win'), 0) + races.remainder`,
    )),
    ...(await found(
      "INV-5 a bet of a refunded race is not refunded in full",
      sql`select bets.id as about from bets join races on races.id = bets.race_id
           where races.settled_at = bets.settled_at and races.status = 'refunded' and bets.status = 'confirmed'
             and (bets.result <> 'refunded' or bets.payout <> bets.stake)
             and not (races.is_refunded_late and bets.result = 'win')`,
    )),
    ...(await found(
      "INV-7 a payout pays a bet that did not win",
      sql`select payments.id as about from payments join bets on bets.id = payments.bet_id
           where payments.kind = 'payout' and bets.result <> 'win'`,
    )),
    ...(await found(
      "INV-5 a bet of a settled race has no end",
      sql`select bets.id as about from bets join races on races.id = bets.race_id
           where races.settled_at is not null and bets.status = 'confirmed' and bets.result is null`,
    )),
    ...(await found(
      "INV-5 a player has two live bets",
      sql`select race_id || ' ' || wallet as about from bets
           where status = 'confirmed' and result is distinct from 'refunded'
           group by race_id, wallet having count(*) > 1`,
    )),
    ...(await found(
      "INV-11 more than one race is open",
      sql`select count(*)::text as about from races where status in ('pending', 'countdown', 'active')
          having count(*) > 1`,
    )),
    ...(await wrongOutcomes(db)),
  ];
}

/** Throws if `checkBooks` finds anything; for the end of each test. */
export async function mustBeSound(db: Db): Promise<void> {
  const problems = await checkBooks(db);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

async function wrongOutcomes(db: Db): Promise<string[]> {
  const over = await rowsOf<{
    id: string;
    server_seed: string;
    server_seed_hash: string;
    nonce: string;
    beacon_blockhash: string | null;
    winning_number: number | null;
    places: unknown;
  }>(
    db,
    sql`select id, server_seed, server_seed_hash, nonce, beacon_blockhash, winning_number, places
          from races where server_seed is not null`,
  );
  return over.flatMap((race) => {
    const problems: string[] = [];
    if (seedHash(race.server_seed) !== race.server_seed_hash)
      problems.push(`INV-10 wrong seed of ${race.id}`);
    if (race.winning_number === null) return problems;
    const nonce = race.beacon_blockhash === null ? race.nonce : `${race.nonce}.${race.beacon_blockhash}`;
    const { winner, places } = raceOutcome(race.server_seed, race.id, nonce);
    if (winner !== race.winning_number) problems.push(`INV-10 wrong winner of ${race.id}`);
    if (JSON.stringify(places) !== JSON.stringify(race.places))
      problems.push(`RACE-7 wrong places of ${race.id}`);
    return problems;
  });
}
