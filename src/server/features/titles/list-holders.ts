import { and, eq, or, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { playerTitles, titles } from "../../foundation/db/schema/titles.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";

interface Search extends ListSearch<"unlocked"> {
  readonly titleId: string;
}

interface Holder {
  readonly wallet_address: string;
  readonly unlocked_at: Date;
}

const holdersOfTitle = {
  first: ["unlocked", "desc"],
  orders: { unlocked: { by: playerTitles.unlockedAt, as: "time", keyOf: (row: Holder) => row.unlocked_at } },
  id: { by: playerTitles.wallet, as: "text", keyOf: (row: Holder) => row.wallet_address },
} as const;

/** Who holds a title, latest first or earliest first, and those who are looked for. */
export async function listHolders(
  q: Queryable,
  { titleId, ...query }: Search,
): Promise<Result<Reply<Api["listTitleHolders"]>, "INVALID_INPUT" | "TITLE_NOT_FOUND">> {
  const page = pageInOrder(holdersOfTitle, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const hasName = beginsWith(sql`lower(${users.username})`, search.toLowerCase());
  const isFound = search === "" ? undefined : or(beginsWith(playerTitles.wallet, search), hasName);
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
    .where(and(eq(playerTitles.titleId, titleId), isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({ holders: [...items], nextCursor });
}
