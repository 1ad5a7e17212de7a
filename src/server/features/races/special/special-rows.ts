import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Api } from "../../../../contract/api.ts";
import type { pastSpecialOrders, specialRace } from "../../../../contract/races/special-races.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../../domain/result.ts";
import type { Queryable, Tx } from "../../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../../foundation/db/list-order.ts";
import { races, specialRaces } from "../../../foundation/db/schema/races.ts";
import { beginsWith } from "../../../foundation/db/text-prefix.ts";

export type SpecialRaceRow = typeof specialRaces.$inferSelect;

/** Serialises changes of the queue: transactions that request, cancel, order or open a race wait for each other. */
export async function lockQueue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong special races', 0))`);
}

/** The waiting races, in order (rule RACE-4). */
export const readQueue = (q: Queryable): Promise<SpecialRaceRow[]> =>
  q
    .select()
    .from(specialRaces)
    .where(and(isNull(specialRaces.raceId), isNull(specialRaces.cancelledAt)))
    .orderBy(asc(specialRaces.position), asc(specialRaces.id));

/** As admins see it. */
export const asSpecialRace = (row: SpecialRaceRow): z.output<typeof specialRace> => ({
  id: row.id,
  raceType: row.raceType,
  houseEdge: row.houseEdgeBps / 100,
  jackpotAmount: row.jackpot,
  minBets: row.minBets,
  countdownSeconds: row.countdownMs / 1000,
  requestedBy: row.requestedBy,
  requestedAt: row.requestedAt,
  raceId: row.raceId,
});

const selectPast = (q: Queryable) =>
  q
    .select({ special: specialRaces, status: races.status })
    .from(specialRaces)
    .leftJoin(races, eq(races.id, specialRaces.raceId));

type PastRow = Awaited<ReturnType<typeof selectPast>>[number];

const pastSpecials = {
  first: ["requested", "desc"],
  orders: {
    requested: {
      by: specialRaces.requestedAt,
      as: "time",
      keyOf: ({ special }: PastRow) => special.requestedAt,
    },
  },
  id: { by: specialRaces.id, as: "text", keyOf: ({ special }: PastRow) => special.id },
} as const;

// As the index of these has it.
const isPast = sql`(${specialRaces.raceId} is not null or ${specialRaces.cancelledAt} is not null)`;

/**
 * Special races that became a race or were cancelled, the most recently requested first or last
 * (rule RACES-3).
 */
export async function listPast(
  q: Queryable,
  query: ListSearch<(typeof pastSpecialOrders)[number]>,
): Promise<Result<Pick<Reply<Api["listSpecialRaces"]>, "past" | "nextCursor">, "INVALID_INPUT">> {
  const page = pageInOrder(pastSpecials, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const rows = await selectPast(q)
    .where(and(isPast, isBehind, isAbout(query.search)))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  const past = items.map(({ special, status }) => ({
    ...asSpecialRace(special),
    status,
    cancelledAt: special.cancelledAt,
    cancelledBy: special.cancelledBy,
  }));
  return ok({ past, nextCursor });
}

const isAbout = (search = ""): SQL | undefined =>
  search === ""
    ? undefined
    : or(
        eq(specialRaces.id, search),
        eq(specialRaces.raceId, /^\d{1,15}$/.test(search) ? `race-${search}` : search),
        beginsWith(specialRaces.requestedBy, search),
      );
