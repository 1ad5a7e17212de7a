import { and, eq, inArray, isNotNull, lt, notExists, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { Db } from "../../foundation/db/database.ts";
import { betRepeats, bets } from "../../foundation/db/schema/bets.ts";
import { races } from "../../foundation/db/schema/races.ts";
import type { Clock } from "../../foundation/ports.ts";

const UNPAID_KEPT_MS = DAY_MS;
const IDLE_REPEATS_KEPT_MS = 30 * DAY_MS;
/** Rows per statement, so that each stays short. */
const ROWS = 500;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Housekeeping: deletes bets that were prepared a day ago and never paid, once their race is over, and orders to repeat
 * that ended a month ago without a bet (rule GROWTH-2). A payment for such a bet would be late and is credited all the
 * same.
 */
export async function forgetUnpaidBets({ db, clock }: Ports): Promise<void> {
  const preparedBefore = new Date(clock.now() - UNPAID_KEPT_MS);
  const unpaid = db
    .select({ id: bets.id })
    .from(bets)
    .innerJoin(races, eq(races.id, bets.raceId))
    .where(
      and(sql`${bets.status} = 'expired'`, lt(bets.preparedAt, preparedBefore), isNotNull(races.settledAt)),
    )
    .limit(ROWS);
  await untilNone(() => db.delete(bets).where(inArray(bets.id, unpaid)).returning({ id: bets.id }));

  const endedBefore = new Date(clock.now() - IDLE_REPEATS_KEPT_MS);
  const placed = db.select({ id: bets.id }).from(bets).where(eq(bets.repeatId, betRepeats.id));
  const idle = db
    .select({ id: betRepeats.id })
    .from(betRepeats)
    .where(and(lt(betRepeats.endedAt, endedBefore), notExists(placed)))
    .limit(ROWS);
  await untilNone(() =>
    db.delete(betRepeats).where(inArray(betRepeats.id, idle)).returning({ id: betRepeats.id }),
  );
}

async function untilNone(deleteSome: () => Promise<readonly unknown[]>): Promise<void> {
  for (let deleted = ROWS; deleted === ROWS;) deleted = (await deleteSome()).length;
}
