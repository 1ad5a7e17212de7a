import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "../db/database.ts";
import { readInPages } from "../db/in-chunks.ts";
import { lastRecordedRace } from "./race-source.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "reversal";

interface Reversal extends Record<string, unknown> {
  /** Id of the audit row. */
  readonly id: bigint;
  readonly race_id: string;
  readonly number: bigint;
  /** Null if the whole race was refunded. */
  readonly bet_id: string | null;
}

/**
 * Each refund of a race or a bet that was settled, in the order in which they were made, after the record of the race
 * (rule EXPORT-3). The audit log has them all, numbered in the order of their commits, each written together with the
 * refund it describes.
 */
export const reversalSource: RecordSource = {
  name,
  async readNext(db) {
    const from = await readCursor(db, name);
    const [found] = await rowsOf<Reversal>(
      db,
      sql`select audited.id, race.id as race_id, race.number,
                 case when audited.action = 'bet.refund' then audited.subject end as bet_id
            from audit_log as audited
            join races as race
              on race.id = case when audited.action = 'bet.refund' then audited.detail ->> 'raceId' else audited.subject end
           where audited.action collate "C" in ('race.refund', 'bet.refund') and audited.id > ${from}
             and (audited.before ->> 'isSettled' = 'true' or audited.detail ->> 'isAtHouseCost' = 'true')
           order by audited.id
           limit 1`,
    );
    if (found === undefined || Number(found.number) > (await lastRecordedRace(db))) return null;
    const { id, race_id: race, bet_id: bet } = found;
    const rule = await readRuleRow(db, found);
    // The rule log's row about the refund is recorded first.
    if (rule !== null && rule > (await readCursor(db, "rule"))) return null;
    return {
      lines: [
        {
          key: `reversal:${id}`,
          line: {
            kind: name,
            race,
            scope: bet === null ? "race" : "bet",
            bets: await readGivenBack(db, found),
            rule,
          },
        },
      ],
      take: (tx) => moveCursor(tx, name, from, Number(id)),
    };
  },
};

/** The row of the rule log about the refund; null for one from before the log existed. */
async function readRuleRow(db: Db, { race_id: race, bet_id: bet }: Reversal): Promise<number | null> {
  const [found] = await rowsOf<{ row: bigint }>(
    db,
    sql`select "row" from rule_log
         where kind = ${bet === null ? "refund-race" : "refund-bet"}
           and entry::jsonb ->> 'race' = ${race}
           and (${bet}::text is null or entry::jsonb ->> 'bet' = ${bet})
           and (entry::jsonb ->> 'settled')::boolean
         order by "row" desc
         limit 1`,
  );
  return found === undefined ? null : Number(found.row);
}

interface GivenBack extends Record<string, unknown> {
  readonly id: string;
  readonly stake: bigint;
}

/** The bet, or for a whole race those bets that had not been refunded individually before. */
async function readGivenBack(db: Db, { race_id: race, bet_id: bet }: Reversal) {
  const isMeant =
    bet === null
      ? sql`bet.race_id = ${race} and bet.status = 'confirmed' and bet.settled_at = race.settled_at
            and not exists (select from ledger_postings as posting
                             where posting.reference = 'refund:' || bet.id and posting.kind = 'loss given back')`
      : sql`bet.id = ${bet}`;
  const rows = await readInPages<GivenBack>((last, limit) =>
    rowsOf(
      db,
      sql`select bet.id, bet.stake from bets as bet join races as race on race.id = bet.race_id
           where ${isMeant} and bet.id > ${last?.id ?? ""}
           order by bet.id limit ${limit}`,
    ),
  );
  return rows.map(({ id, stake }) => ({ id, lamports: stake.toString() }));
}
