import { and, desc, or, sql } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../domain/result.ts";
import { users } from "../db/schema/players.ts";
import { beginsWith } from "../db/text-prefix.ts";
import { isBehind, pageOf, parseTimeCursor } from "../db/time-cursor.ts";
import { type AdminUserPorts, asAdminUsers, selectPlayers } from "./admin-users.ts";

type PlayerList = Reply<Api["listUsers"]>;

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The beginning of a username or a wallet. */
  readonly search?: string | undefined;
}

/**
 * Players as admins see them, newest first, with roles and restrictions (rule ACCESS-7). The cursor is the time and the
 * wallet of the last player shown.
 */
export async function listPlayers(
  ports: Omit<AdminUserPorts, "chain">,
  { limit, cursor, search = "" }: Page,
): Promise<Result<PlayerList, "INVALID_INPUT">> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const isFound =
    search === ""
      ? undefined
      : or(beginsWith(sql`lower(${users.username})`, search.toLowerCase()), beginsWith(users.wallet, search));
  const rows = await selectPlayers(ports.db)
    .where(and(isBehind(place.value, users.createdAt, users.wallet), isFound))
    .orderBy(desc(users.createdAt), desc(users.wallet))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit, ({ user }) => ({ at: user.createdAt, id: user.wallet }));
  return ok({ users: [...(await asAdminUsers(ports, shown))], nextCursor });
}
