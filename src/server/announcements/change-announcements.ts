import { and, eq, or, sql } from "drizzle-orm";
import type { announcementOrders } from "../../contract/announcements/admin-announcements.ts";
import type { Api } from "../../contract/api.ts";
import type { Input, Reply } from "../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db, Queryable } from "../db/database.ts";
import { announcements } from "../db/schema/announcements.ts";
import { type ListSearch, pageInOrder } from "../db/list-order.ts";
import { beginsWith } from "../db/text-prefix.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";

type Announcement = Reply<Api["createAnnouncement"]>["announcement"];

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

interface Which {
  readonly id: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * A page of announcements, newest first or in another order, including those that have ended or are switched off, each
 * with how many have seen it (rules NEWS-6, NEWS-7 and ADMIN-83).
 */
export async function listAnnouncements(
  q: Queryable,
  asked: ListSearch<(typeof announcementOrders)[number]>,
): Promise<Result<Reply<Api["listAnnouncements"]>, "INVALID_INPUT">> {
  const page = pageInOrder(allAnnouncements, asked);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = asked;
  const hasTitle = beginsWith(sql`lower(${announcements.title})`, search.toLowerCase());
  const isFound = search === "" ? undefined : or(eq(announcements.id, search), hasTitle);
  const rows = await q
    .select()
    .from(announcements)
    .where(and(isBehind, isFound))
    .orderBy(...orderBy)
    .limit(asked.limit + 1);
  const { shown, nextCursor } = pageOf(rows);
  return ok({
    announcements: shown.map((row) => ({ ...asAnnouncement(row), seen_by: row.seenBy })),
    nextCursor,
  });
}

type AnnouncementRow = typeof announcements.$inferSelect;

const { createdAt, seenBy, priority: urgency, id: ownId } = announcements;
const allAnnouncements = {
  first: ["created", "desc"],
  orders: {
    created: { by: createdAt, as: "time", keyOf: (row: AnnouncementRow) => row.createdAt },
    seen: { by: seenBy, as: "number", keyOf: (row: AnnouncementRow) => row.seenBy },
    priority: { by: urgency, as: "number", keyOf: (row: AnnouncementRow) => row.priority },
  },
  id: { by: ownId, as: "text", keyOf: (row: AnnouncementRow) => row.id },
} as const;

/** Without times it is shown from now until it is switched off (rules NEWS-2 and NEWS-6). */
export async function createAnnouncement(
  { db, clock, entropy }: Ports,
  wanted: Input<Api["createAnnouncement"]>["body"],
): Promise<Result<{ readonly announcement: Announcement }, "INVALID_INPUT">> {
  const {
    adminWallet: by,
    title,
    body,
    segment,
    starts_at,
    ends_at,
    priority,
    active,
    target_wallets,
  } = wanted;
  const at = new Date(clock.now());
  const row = {
    id: `n${Buffer.from(entropy.bytes(12)).toString("hex")}`,
    title,
    body: body ?? null,
    segment,
    // For any other segment they would sit there unused until the segment changes.
    targetWallets: segment === "specific" ? [...new Set(target_wallets ?? [])] : [],
    startsAt: starts_at ?? null,
    endsAt: ends_at ?? null,
    priority: priority ?? 0,
    active: active ?? true,
    createdAt: at,
  };
  if (segment === "specific" && row.targetWallets.length === 0) {
    return refuse("INVALID_INPUT", { field: "target_wallets", message: "target_wallets must name a wallet" });
  }
  if (row.endsAt !== null && row.endsAt <= (row.startsAt ?? at)) {
    return refuse("INVALID_INPUT", { field: "ends_at", message: "ends_at must be after the start" });
  }
  return inTransaction(db, async (tx) => {
    await tx.insert(announcements).values(row);
    await writeAudit(tx, {
      at,
      actor: by,
      action: "announcement.create",
      subject: row.id,
      after: asAnnouncement(row),
    });
    return ok({ announcement: asAnnouncement(row) });
  });
}

/** Switches an announcement on or off (rule NEWS-6). */
export function switchAnnouncement(
  { db, clock }: Ports,
  { id, by, active }: Which & { readonly active: boolean },
): Promise<Result<{ readonly announcement: Announcement }, "ANNOUNCEMENT_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for("update");
    if (row === undefined) return refuse("ANNOUNCEMENT_NOT_FOUND");
    if (row.active !== active) {
      await tx.update(announcements).set({ active }).where(eq(announcements.id, id));
      const at = new Date(clock.now());
      const change = { before: { active: row.active }, after: { active } };
      await writeAudit(tx, { at, actor: by, action: "announcement.switch", subject: id, ...change });
    }
    return ok({ announcement: asAnnouncement({ ...row, active }) });
  });
}

/** Deletes permanently; the audit log keeps what it said (rule NEWS-6). */
export function deleteAnnouncement(
  { db, clock }: Ports,
  { id, by }: Which,
): Promise<Result<{ readonly id: string }, "ANNOUNCEMENT_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.delete(announcements).where(eq(announcements.id, id)).returning();
    if (row === undefined) return refuse("ANNOUNCEMENT_NOT_FOUND");
    const at = new Date(clock.now());
    await writeAudit(tx, {
      at,
      actor: by,
      action: "announcement.delete",
      subject: id,
      before: asAnnouncement(row),
    });
    return ok({ id });
  });
}

const asAnnouncement = (row: Omit<typeof announcements.$inferSelect, "seenBy">): Announcement => ({
  id: row.id,
  title: row.title,
  body: row.body,
  segment: row.segment,
  starts_at: row.startsAt,
  ends_at: row.endsAt,
  priority: row.priority,
  active: row.active,
  target_wallets: [...row.targetWallets],
});
