import { createHash } from "node:crypto";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Direction } from "../../../contract/wire/admin-list.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";

/** What an admin asks of a list that grows. */
export interface ListSearch<Sort extends string> {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly direction?: Direction | undefined;
  readonly search?: string | undefined;
}

/** One order of a list: its key, by which rows may tie. */
interface Order<Row> {
  readonly by: SQLWrapper;
  readonly as: "time" | "number" | "text";
  readonly keyOf: (row: Row) => Date | bigint | number | string;
}

interface ListOrders<Row, Sort extends string> {
  /** The order without `sort` and `direction`. */
  readonly first: readonly [sort: Sort, direction: Direction];
  readonly orders: Readonly<Record<Sort, Order<Row>>>;
  /** What tells rows apart that tie; an order whose key is this one has no ties. */
  readonly id: Pick<Order<Row>, "by" | "as"> & { readonly keyOf: (row: Row) => string };
}

interface PageInOrder<Row> {
  /** Undefined on the first page. */
  readonly isBehind: SQL | undefined;
  readonly orderBy: readonly SQL[];
  /** A page of the rows that were read with one more than `limit`. */
  readonly pageOf: <Shown extends Row>(
    rows: readonly Shown[],
  ) => {
    readonly items: readonly Shown[];
    readonly nextCursor: string | null;
  };
}

const MAX_BIGINT = 2n ** 63n - 1n;

/** A cursor's part as an SQL value; null if it cannot be one. */
const values: Readonly<Record<Order<never>["as"], (text: string) => SQL | null>> = {
  time: (text) =>
    /^\d{1,13}$/.test(text) ? sql`${new Date(Number(text)).toISOString()}::timestamptz` : null,
  number: (text) => {
    if (!/^-?\d{1,19}$/.test(text)) return null;
    const value = BigInt(text);
    return value <= MAX_BIGINT && value >= -MAX_BIGINT ? sql`${text}::bigint` : null;
  },
  text: (text) => (/^[0-9A-Za-z:-]+$/.test(text) ? sql`${text}::text` : null),
};

/**
 * The page of a list after a cursor, in one of its orders and either direction, as a comparison that an index on key
 * and id can serve. The cursor holds the key and the id of the last row shown, and belongs to one order and one search:
 * in another it would skip rows or repeat them, and is refused.
 */
export function pageInOrder<Row, Sort extends string>(
  { first, orders, id }: ListOrders<Row, Sort>,
  {
    limit,
    cursor,
    sort = first[0],
    direction = defaultDirection(first, sort),
    search = "",
  }: ListSearch<Sort>,
): Result<PageInOrder<Row>, "INVALID_INPUT"> {
  const { by, as, keyOf } = orders[sort];
  const isUnique = by === id.by;
  const isFirst = sort === first[0] && direction === first[1] && search === "";
  // The cursor of the list as it comes is the plain one that it always had.
  const tag = isFirst ? "" : cursorTag({ sort, direction, search });
  let isBehind: SQL | undefined;
  if (cursor !== undefined) {
    const place = cursor.endsWith(tag) ? cursor.slice(0, cursor.length - tag.length) : "";
    const [key = "", last = key, ...rest] = place.split(".");
    const [value, lastValue] = [values[as](key), values[id.as](last)];
    if (value === null || lastValue === null || rest.length > 0 || isUnique === place.includes("."))
      return refuseCursor();
    const behind = direction === "asc" ? sql`>` : sql`<`;
    isBehind = isUnique
      ? sql`${by} ${behind} ${value}`
      : sql`(${by}, ${id.by}) ${behind} (${value}, ${lastValue})`;
  }
  const turned = direction === "asc" ? sql`asc` : sql`desc`;
  return ok({
    isBehind,
    orderBy: (isUnique ? [by] : [by, id.by]).map((column) => sql`${column} ${turned}`),
    pageOf: (rows) => {
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      if (last === undefined) return { items, nextCursor: null };
      const key = keyOf(last);
      const place = key instanceof Date ? key.getTime() : key;
      return { items, nextCursor: `${place}${isUnique ? "" : `.${id.keyOf(last)}`}${tag}` };
    },
  });
}

/** Without `direction` an order other than the first begins with the largest or newest. */
const defaultDirection = <Sort extends string>(
  first: readonly [sort: Sort, direction: Direction],
  sort: Sort,
): Direction => (sort === first[0] ? first[1] : "desc");

/** Marks a cursor with the order and the search that it is of. */
export const cursorTag = (of: { sort: string; direction: Direction; search: string }): string =>
  `_${createHash("sha256").update(`${of.sort}\n${of.direction}\n${of.search}`).digest("hex").slice(0, 8)}`;

export const refuseCursor = () =>
  refuse("INVALID_INPUT", {
    field: "cursor",
    message: "cursor must be one of the same sort, direction and search",
  });
