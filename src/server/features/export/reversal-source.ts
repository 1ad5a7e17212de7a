import { sql } from "drizzle-orm";
import type { LedgerName } from "../../../domain/ledger.ts";
import { readEntry } from "../../../domain/log/entry.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { readInPages } from "../../foundation/db/in-chunks.ts";
import { readOpenLog, readRuleRows } from "../../foundation/public-log/read-log.ts";
import { lastRecordedRace } from "./race-source.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";
import { ruleCursor } from "./rule-source.ts";

const name = "reversal";

interface Reversal extends Record<string, unknown> {
  /** Id of the audit row. */
  readonly id: bigint;
  readonly race_id: string;
  readonly number: bigint;
  readonly ledger: LedgerName;
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
      sql`select audited.id, race.id as race_id, race.number, race.ledger,
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
    const refund = await findRefundRow(db, found);
    // The log's entry about the refund is recorded first.
    if (refund !== null && refund.row > (await readCursor(db, ruleCursor(refund.log)))) return null;
    return {
      lines: [
        {
          key: `reversal:${id}`,
          line: {
            kind: name,
            race,
            scope: bet === null ? "race" : "bet",
            ledger: found.ledger,
            bets: await readGivenBack(db, found),
            rule: refund?.row ?? null,
          },
        },
      ],
      take: (tx) => moveCursor(tx, name, from, Number(id)),
    };
  },
};

/** The entry of the public log about the refund; null if the open log has none. */
async function findRefundRow(db: Db, { race_id: race, bet_id: bet }: Reversal) {
  const log = await readOpenLog(db);
  if (log === null) return null;
  // It is one of the newest: from the end on, some hundred at a time.
  for (let before: number | null = log.size + 1; before !== null;) {
    const { rows, next } = await readRuleRows(db, log, { before, limit: ROWS_AT_ONCE });
    const found = rows.find(({ entry }) => {
      const read = readEntry(entry);
      if (read?.kind !== "rule" || (read.rule !== "refund-race" && read.rule !== "refund-bet")) return false;
      const ofBet = read.rule === "refund-bet" ? read.bet : null;
      return read.race === race && read.settled && ofBet === bet;
    });
    if (found !== undefined) return { log: log.id, row: found.row };
    before = next;
  }
  return null;
}

const ROWS_AT_ONCE = 256;

interface GivenBack extends Record<string, unknown> {
  readonly id: string;
  readonly stake: bigint;
}

/** The bet, or for a whole race those that lost and had not been given back individually before. */
async function readGivenBack(db: Db, { race_id: race, bet_id: bet }: Reversal) {
  const isMeant =
    bet === null
      ? sql`bet.race_id = ${race}
            and exists (select from ledger_postings as posting
                         where posting.reference = 'refund:' || bet.id and posting.kind = 'loss given back')
            and not exists (select from audit_log as audited
                             where audited.subject = bet.id and audited.action = 'bet.refund')`
      : sql`bet.id = ${bet}`;
  const rows = await readInPages<GivenBack>((last, limit) =>
    rowsOf(
      db,
      sql`select bet.id, bet.stake from bets as bet
           where ${isMeant} and bet.id > ${last?.id ?? ""}
           order by bet.id limit ${limit}`,
    ),
  );
  return rows.map(({ id, stake }) => ({ id, lamports: stake.toString() }));
}
