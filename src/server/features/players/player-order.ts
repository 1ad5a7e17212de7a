import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Input } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { ledgerAccounts } from "../../foundation/db/schema/ledger.ts";
import { playerTotals } from "../../foundation/db/schema/player-days.ts";
import { cursorTag, refuseCursor } from "../../foundation/db/list-order.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { AdminUser } from "./admin-users.ts";

type Query = Input<Api["listUsers"]>["query"];
export type PlayerOrder = NonNullable<Query["sort"]>;
export type Direction = NonNullable<Query["direction"]>;

interface Order {
  /** The key that players are ordered by, and the wallet as tie-breaker: both as in an index. */
  readonly by: readonly [key: SQLWrapper, wallet: SQLWrapper];
  /** A player's key in the form used in a cursor. */
  readonly keyOf: (user: AdminUser) => string;
  /** A cursor's key as an SQL value; null if invalid. */
  readonly valueOf: (key: string) => SQL | null;
}

const MAX_BIGINT = 2n ** 63n - 1n;
const wallet = sql`${users.wallet} collate "C"`;
const lamportsOf = (key: string): SQL | null =>
  /^\d{1,19}$/.test(key) && BigInt(key) <= MAX_BIGINT ? sql`${key}::bigint` : null;

/** Lower-cased by the database, as in the index: JavaScript's idea of lower case may differ. */
function nameOf(key: string): SQL | null {
  const name = Buffer.from(key, "base64url").toString();
  return /^[\p{L}\p{N}_.-]+$/u.test(name) ? sql`lower(${name}::text)` : null;
}

const orders: Readonly<Record<PlayerOrder, Order>> = {
  joined: {
    by: [users.createdAt, users.wallet],
    keyOf: ({ created_at: at }) => String(at.getTime()),
    valueOf: (key) =>
      /^\d{1,13}$/.test(key) ? sql`${new Date(Number(key)).toISOString()}::timestamptz` : null,
  },
  username: {
    by: [sql`lower(${users.username}) collate "C"`, wallet],
    keyOf: ({ username }) => Buffer.from(username).toString("base64url"),
    valueOf: nameOf,
  },
  wallet: {
    by: [wallet, wallet],
    keyOf: (user) => user.wallet_address,
    valueOf: (key) => (/^[0-9A-Za-z]+$/.test(key) ? sql`${key}::text` : null),
  },
  balance: {
    by: [ledgerAccounts.balance, sql`substr(${ledgerAccounts.account}, 6) collate "C"`],
    keyOf: ({ balance }) => String(balance),
    valueOf: lamportsOf,
  },
  wagered: {
    by: [playerTotals.wagered, sql`${playerTotals.wallet} collate "C"`],
    keyOf: (user) => String(user.total_wagered),
    valueOf: lamportsOf,
  },
  won: {
    by: [playerTotals.won, sql`${playerTotals.wallet} collate "C"`],
    keyOf: (user) => String(user.total_won),
    valueOf: lamportsOf,
  },
};

/** The page's parts of a query, each of them answered by an index. */
interface OrderedPage {
  /** Undefined on the first page. */
  readonly isBehind: SQL | undefined;
  readonly orderBy: readonly SQL[];
  readonly cursorOf: (last: AdminUser) => string;
}

/**
 * The page of players after a cursor, which holds the key and the wallet of the last one shown and belongs to one order
 * and one search.
 */
export function orderedPage(
  sort: PlayerOrder,
  direction: Direction,
  { cursor, search }: { readonly cursor: string | undefined; readonly search: string },
): Result<OrderedPage, "INVALID_INPUT"> {
  const { by, keyOf, valueOf } = orders[sort];
  const behind = { asc: sql`>`, desc: sql`<` }[direction];
  const turned = { asc: sql`asc`, desc: sql`desc` }[direction];
  const isFirst = sort === "joined" && direction === "desc" && search === "";
  const tag = isFirst ? "" : cursorTag({ sort, direction, search });
  let isBehind: SQL | undefined;
  if (cursor !== undefined) {
    const [, key = "", last = "", of = ""] =
      /^([0-9A-Za-z_-]+)\.([0-9A-Za-z]+)(_[0-9a-f]{8})?$/.exec(cursor) ?? [];
    const value = valueOf(key);
    if (value === null || of !== tag) return refuseCursor();
    isBehind = sql`(${by[0]}, ${by[1]}) ${behind} (${value}, ${last}::text)`;
  }
  return ok({
    isBehind,
    orderBy: by.map((column) => sql`${column} ${turned}`),
    cursorOf: (user) => `${keyOf(user)}.${user.wallet_address}${tag}`,
  });
}
