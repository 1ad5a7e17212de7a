import { and, or, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { ledgerAccounts } from "../../foundation/db/schema/ledger.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { type AdminUserPorts, asAdminUsers, selectPlayers } from "./admin-users.ts";
import { hasFlag, type PlayerFlag } from "./player-flag.ts";
import { type Direction, orderedPage, type PlayerOrder } from "./player-order.ts";

type PlayerList = Reply<Api["listUsers"]>;

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** A prefix of a username or a wallet. */
  readonly search?: string | undefined;
  readonly sort?: PlayerOrder | undefined;
  readonly direction?: Direction | undefined;
  /** Only players with this flag. */
  readonly flag?: PlayerFlag | undefined;
}

/**
 * Players as admins see them, with roles and restrictions (rule ACCESS-7): newest first, or in another order, all of
 * them or those with one flag. A player whose figure changes between two pages may be
 * in both or in neither.
 */
export async function listPlayers(
  ports: Omit<AdminUserPorts, "chain">,
  { limit, cursor, search = "", sort = "joined", direction = "desc", flag }: Page,
): Promise<Result<PlayerList, "INVALID_INPUT">> {
  const page = orderedPage(sort, direction, { cursor, search });
  if (!page.ok) return page;
  const { isBehind, orderBy, cursorOf } = page.value;
  const isFound =
    search === ""
      ? undefined
      : or(beginsWith(sql`lower(${users.username})`, search.toLowerCase()), beginsWith(users.wallet, search));
  const isFlagged = flag && (await hasFlag(ports.db, flag, new Date(ports.clock.now())));
  const players = selectPlayers(ports.db).$dynamic();
  const { account } = ledgerAccounts;
  if (sort === "balance")
    void players.innerJoin(
      ledgerAccounts,
      sql`${account} like 'user:%' and substr(${account}, 6) = ${users.wallet}`,
    );
  const rows = await players
    .where(and(isBehind, isFound, isFlagged))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const list = await asAdminUsers(ports, rows.slice(0, limit));
  const last = rows.length > limit ? list.at(-1) : undefined;
  return ok({ users: [...list], nextCursor: last === undefined ? null : cursorOf(last) });
}
