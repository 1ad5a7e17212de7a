import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { UtcDay } from "../../../domain/utc-day.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";

/**
 * Postings that the embedded database, which runs on the event loop, reads and sums within some tens of milliseconds.
 */
const POSTINGS_A_SLICE = 1_000;

/** The figures of a day: each figure's name, as text, and its value. */
type DayFigures = Map<string, bigint>;

/**
 * The first day whose totals are not the sums of its postings; null if there is none. The postings up to a fixed one
 * are summed slice by slice, between which the rest of the process gets its turn; those after it are summed in one
 * statement with the totals. A posting that was committed late, after its slice was read, makes the day suspect; such a
 * day is then summed in one statement (rule REVENUE-1).
 */
export async function findWrongDay(db: Db, slice = POSTINGS_A_SLICE): Promise<UtcDay | null> {
  const [newest] = await rowsOf<{ id: bigint | null }>(db, sql`select max(id) as id from ledger_postings`);
  const last = newest?.id ?? 0n;
  for (const day of await daysWithFigures(db)) {
    const summed = await sumSlices(db, day, { last, size: slice });
    if (!isSame(summed, await keptUntil(db, day, last)) && (await isWrongAtOnce(db, day))) return day;
  }
  return null;
}

async function daysWithFigures(db: Db): Promise<readonly UtcDay[]> {
  const rows = await rowsOf<{ day: UtcDay }>(
    db,
    sql`select generate_series(min(day), max(day), interval '1 day')::date::text as day
          from (
            select (min(created_at) at time zone 'UTC')::date as day from ledger_postings
            union all select (max(created_at) at time zone 'UTC')::date from ledger_postings
            union all select day from house_days
            union all select day from race_hours
          ) as days`,
  );
  return rows.map(({ day }) => day);
}

interface Figure extends Record<string, unknown> {
  readonly name: string;
  readonly amount: bigint;
}

/** Both kinds of sums of the same postings, as one list of figures. */
const figuresOf = (ids: ReturnType<typeof sql>) => sql`
  select 'house ' || kind || ' ' || account as name, lamports as amount from house_sums(${ids})
  union all
  select 'race ' || hour || ' ' || race_type || ' ' || figure, amount
    from race_sums(${ids}),
         lateral (values ('wagered', wagered), ('won', won), ('races', races::bigint)) as named (figure, amount)`;

const isOfDay = (day: UtcDay) => sql`
  created_at >= ${day}::date::timestamp at time zone 'UTC'
  and created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`;

async function sumSlices(
  db: Db,
  day: UtcDay,
  { last, size }: { readonly last: bigint; readonly size: number },
): Promise<DayFigures> {
  const sums: DayFigures = new Map();
  for (let after: { at: string; id: bigint } | null = { at: "-infinity", id: 0n }; after !== null;) {
    await setImmediate();
    const slice: { id: bigint; at: string }[] = await rowsOf(
      db,
      sql`select id, created_at::text as at from ledger_postings
           where ${isOfDay(day)} and id <= ${last} and (created_at, id) > (${after.at}::timestamptz, ${after.id})
           order by created_at, id limit ${size}`,
    );
    const ids = sql`${sql.param(slice.map(({ id }) => id))}::bigint[]`;
    for (const figure of await rowsOf<Figure>(db, figuresOf(ids))) add(sums, figure);
    after = slice.length === size ? (slice.at(-1) ?? null) : null;
  }
  return sums;
}

/** The totals without the postings after `last`. */
async function keptUntil(db: Db, day: UtcDay, last: bigint): Promise<DayFigures> {
  const figures: DayFigures = new Map();
  const rows = await rowsOf<Figure>(
    db,
    sql`with later as materialized (
          select coalesce(array_agg(id), '{}') as ids from ledger_postings where id > ${last} and ${isOfDay(day)}
        )
        select 'house ' || kind || ' ' || account as name, lamports as amount from house_days where day = ${day}::date
        union all
        select 'race ' || hour || ' ' || race_type || ' ' || figure, amount
          from race_hours,
               lateral (values ('wagered', wagered), ('won', won), ('races', races::bigint)) as named (figure, amount)
         where day = ${day}::date
        union all
        select name, -amount from (${figuresOf(sql`(select ids from later)`)}) as posted`,
  );
  for (const figure of rows) add(figures, figure);
  return figures;
}

const add = (figures: DayFigures, { name, amount }: Figure): void =>
  void figures.set(name, (figures.get(name) ?? 0n) + amount);

const isSame = (some: DayFigures, others: DayFigures): boolean =>
  [...some.keys(), ...others.keys()].every((name) => (some.get(name) ?? 0n) === (others.get(name) ?? 0n));

async function isWrongAtOnce(db: Db, day: UtcDay): Promise<boolean> {
  const [row] = await rowsOf<{ wrong: boolean }>(
    db,
    sql`with posted as materialized (select postings_of_day(${day}::date) as ids)
        select exists (
          select from (select sums.* from posted, house_sums(ids) as sums) as summed
            full join (select * from house_days where day = ${day}::date) as kept using (day, kind, account)
           where coalesce(summed.lamports, 0) <> coalesce(kept.lamports, 0)
        ) or exists (
          select from (select sums.* from posted, race_sums(ids) as sums) as summed
            full join (select * from race_hours where day = ${day}::date) as kept using (day, hour, race_type)
           where (coalesce(summed.wagered, 0), coalesce(summed.won, 0), coalesce(summed.races, 0))
              <> (coalesce(kept.wagered, 0), coalesce(kept.won, 0), coalesce(kept.races, 0))
        ) as wrong`,
  );
  return row?.wrong ?? false;
}
