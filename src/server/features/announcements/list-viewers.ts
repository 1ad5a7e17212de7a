import { and, eq, or, sql } from "drizzle-orm";
import type { viewerOrders } from "../../../contract/announcements/admin-announcements.ts";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { announcements, announcementViews } from "../../foundation/db/schema/announcements.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";

interface Search extends ListSearch<(typeof viewerOrders)[number]> {
  readonly announcementId: string;
}

interface Viewer {
  readonly wallet_address: string;
}

const byWallet = {
  by: announcementViews.wallet,
  as: "text",
  keyOf: ({ wallet_address: wallet }: Viewer) => wallet,
} as const;

/** Who has seen an announcement, by wallet, and those who are looked for (rule NEWS-7). */
export async function listViewers(
  q: Queryable,
  { announcementId, ...query }: Search,
): Promise<Result<Reply<Api["listAnnouncementViewers"]>, "INVALID_INPUT" | "ANNOUNCEMENT_NOT_FOUND">> {
  const page = pageInOrder({ first: ["wallet", "asc"], orders: { wallet: byWallet }, id: byWallet }, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const hasName = beginsWith(sql`lower(${users.username})`, search.toLowerCase());
  const isFound = search === "" ? undefined : or(beginsWith(announcementViews.wallet, search), hasName);
  const seen = await q
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.id, announcementId));
  if (seen.length === 0) return refuse("ANNOUNCEMENT_NOT_FOUND", { field: "id" });
  const rows = await q
    .select({ wallet_address: announcementViews.wallet, username: users.username })
    .from(announcementViews)
    .leftJoin(users, eq(users.wallet, announcementViews.wallet))
    .where(and(eq(announcementViews.announcementId, announcementId), isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({ viewers: [...items], nextCursor });
}
