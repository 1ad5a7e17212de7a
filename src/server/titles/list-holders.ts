import { and, desc, eq } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Queryable } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import { playerTitles, titles } from "../db/schema/titles.ts";
import { isBehind, pageOf, parseTimeCursor } from "../db/time-cursor.ts";

interface Page {
  readonly titleId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Who holds a title, latest first (rule TITLE-12). The cursor is the time and the wallet of the last one shown. */
export async function listHolders(
  q: Queryable,
  { titleId, limit, cursor }: Page,
): Promise<Result<Reply<Api["listTitleHolders"]>, "INVALID_INPUT" | "TITLE_NOT_FOUND">> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const title = await q.select({ id: titles.id }).from(titles).where(eq(titles.id, titleId));
  if (title.length === 0) return refuse("TITLE_NOT_FOUND", { field: "id" });
  const rows = await q
    .select({
      wallet_address: playerTitles.wallet,
      username: users.username,
      unlocked_at: playerTitles.unlockedAt,
      is_active: playerTitles.isActive,
    })
    .from(playerTitles)
    .leftJoin(users, eq(users.wallet, playerTitles.wallet))
    .where(
      and(
        eq(playerTitles.titleId, titleId),
        isBehind(place.value, playerTitles.unlockedAt, playerTitles.wallet),
      ),
    )
    .orderBy(desc(playerTitles.unlockedAt), desc(playerTitles.wallet))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit, (row) => ({
    at: row.unlocked_at,
    id: row.wallet_address,
  }));
  return ok({ holders: [...shown], nextCursor });
}
