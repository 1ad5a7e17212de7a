import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { SHOWN_ANNOUNCEMENTS } from "../../../contract/announcements/announcements.ts";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { announcements, announcementViews } from "../../foundation/db/schema/announcements.ts";
import { users } from "../../foundation/db/schema/players.ts";

/**
 * The announcements for this caller now, most important first.
 *
 * @param wallet null for a visitor.
 */
export async function readAnnouncements(
  q: Queryable,
  { wallet, nowMs }: { readonly wallet: string | null; readonly nowMs: number },
): Promise<Reply<Api["getAnnouncements"]>> {
  const mine = await notEnded(q, wallet, new Date(nowMs));
  const begun = mine.filter(({ starts_at: startsAt }) => startsAt === null || startsAt.getTime() <= nowMs);
  // Announcements that an admin forgot to end do not fill the page.
  const page = begun.slice(0, SHOWN_ANNOUNCEMENTS);
  const changes = mine
    .flatMap(({ starts_at: startsAt, ends_at: endsAt }) => [startsAt, endsAt])
    .flatMap((at) => (at !== null && at.getTime() > nowMs ? [at.getTime()] : []));
  return {
    announcements: page,
    nextChangeAt: changes.length === 0 ? null : new Date(Math.min(...changes)),
  };
}

function notEnded(q: Queryable, wallet: string | null, now: Date) {
  const { id, title, body, priority, startsAt, endsAt, createdAt, segment, targetWallets } = announcements;
  const views = announcementViews;
  const seen = sql<boolean>`exists (select from ${views} where ${views.announcementId} = ${id} and ${views.wallet} = ${wallet})`;
  return q
    .select({ id, title, body, priority, starts_at: startsAt, ends_at: endsAt, seen })
    .from(announcements)
    .where(
      and(
        eq(announcements.active, true),
        or(isNull(endsAt), gt(endsAt, now)),
        or(eq(segment, "all"), wallet === null ? undefined : isFor(wallet)),
      ),
    )
    .orderBy(desc(priority), desc(createdAt), desc(id));

  function isFor(caller: string) {
    const is = (flag: typeof users.isStreamer | typeof users.isPartner) =>
      sql`exists (select from ${users} where ${users.wallet} = ${caller} and ${flag})`;
    return or(
      and(eq(segment, "streamers"), is(users.isStreamer)),
      and(eq(segment, "partners"), is(users.isPartner)),
      and(eq(segment, "specific"), sql`${targetWallets} ? ${caller}`),
    );
  }
}
