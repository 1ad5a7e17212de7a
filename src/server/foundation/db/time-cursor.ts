import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";

/** A position in a list ordered by time and then by id. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

interface Page<Row> {
  readonly items: readonly Row[];
  /** The position of the last row shown; null when no row comes after it. */
  readonly nextCursor: string | null;
}

/** The position after which a page begins; null without a cursor. */
export function parseTimeCursor(cursor: string | undefined): Result<TimeCursor | null, "INVALID_INPUT"> {
  if (cursor === undefined) return ok(null);
  const [, ms = "", id = ""] = /^(\d{1,13})\.([0-9A-Za-z-]+)$/.exec(cursor) ?? [];
  return id === "" ? refuse("INVALID_INPUT", { field: "cursor" }) : ok({ at: new Date(Number(ms)), id });
}

/**
 * The rows after a position in a list that begins with the newest, as a comparison that an index on both columns can
 * serve; no condition without a position.
 */
export const isBehind = (place: TimeCursor | null, at: SQLWrapper, id: SQLWrapper): SQL | undefined =>
  place === null ? undefined : sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id})`;

/** One page of rows that were read with one more than `limit`. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => TimeCursor,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  if (last === undefined) return { items, nextCursor: null };
  const { at, id } = placeOf(last);
  return { items, nextCursor: `${at.getTime()}.${id}` };
}
