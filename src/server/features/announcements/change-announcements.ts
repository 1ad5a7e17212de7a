import { isDeepStrictEqual } from "node:util";
import { and, eq, or, sql } from "drizzle-orm";
import type { announcementOrders } from "../../../contract/announcements/admin-announcements.ts";
import type { Api } from "../../../contract/api.ts";
import type { Input, Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { announcements } from "../../foundation/db/schema/announcements.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";

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
 * with how many have seen it (rule NEWS-7).
 */
export async function listAnnouncements(
  q: Queryable,
  query: ListSearch<(typeof announcementOrders)[number]>,
): Promise<Result<Reply<Api["listAnnouncements"]>, "INVALID_INPUT">> {
  const page = pageInOrder(allAnnouncements, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const hasTitle = beginsWith(sql`lower(${announcements.title})`, search.toLowerCase());
  const isFound = search === "" ? undefined : or(eq(announcements.id, search), hasTitle);
  const rows = await q
    .select()
    .from(announcements)
    .where(and(isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({
    announcements: items.map((row) => ({ ...asAnnouncement(row), seen_by: row.seenBy })),
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

/** Without times it is shown from now until it is switched off. */
export async function createAnnouncement(
  { db, clock, entropy }: Ports,
  { adminWallet: by, ...content }: Input<Api["createAnnouncement"]>["body"],
): Promise<Result<{ readonly announcement: Announcement }, "INVALID_INPUT">> {
  const at = new Date(clock.now());
  const row = {
    id: `n${Buffer.from(entropy.bytes(12)).toString("hex")}`,
    createdAt: at,
    ...withChanges(blank, content),
  };
  const wrong = refuseRow(row, at);
  if (wrong !== null) return wrong;
  return inTransaction(db, async (tx) => {
    await tx.insert(announcements).values(row);
    const announcement = asAnnouncement(row);
    await writeAudit(tx, {
      at,
      actor: by,
      action: "announcement.create",
      subject: row.id,
      after: announcement,
    });
    return ok({ announcement });
  });
}

/**
 * Switches an announcement on or off, or edits it: what is left out stays as it is, and who has seen it still counts
 * (rules NEWS-7 and NEWS-8).
 */
export function changeAnnouncement(
  { db, clock }: Ports,
  { id, by, changes }: Which & { readonly changes: Changes },
): Promise<
  Result<
    { readonly announcement: Announcement; readonly changed: boolean },
    "ANNOUNCEMENT_NOT_FOUND" | "INVALID_INPUT"
  >
> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for("update");
    if (row === undefined) return refuse("ANNOUNCEMENT_NOT_FOUND");
    const at = new Date(clock.now());
    const changed = withChanges(row, changes);
    const [before, after] = [asAnnouncement(row), asAnnouncement({ ...row, ...changed })];
    const fields = (Object.keys(after) as (keyof Announcement)[]).filter(
      (field) => !isDeepStrictEqual(before[field], after[field]),
    );
    if (fields.length === 0) return ok({ announcement: before, changed: false });
    const isMoved = fields.includes("starts_at") || fields.includes("ends_at");
    const wrong = refuseRow({ ...row, ...changed }, isMoved ? at : null);
    if (wrong !== null) return wrong;
    await tx.update(announcements).set(changed).where(eq(announcements.id, id));
    await writeAudit(tx, {
      at,
      actor: by,
      action: fields.every((field) => field === "active") ? "announcement.switch" : "announcement.edit",
      subject: id,
      before: Object.fromEntries(fields.map((field) => [field, before[field]])),
      after: Object.fromEntries(fields.map((field) => [field, after[field]])),
    });
    return ok({ announcement: after, changed: true });
  });
}

type Written = Omit<typeof announcements.$inferInsert, "id" | "createdAt" | "seenBy"> &
  Pick<AnnouncementRow, "body" | "targetWallets" | "startsAt" | "endsAt" | "priority" | "active">;

const blank = {
  title: "",
  body: null,
  segment: "all",
  targetWallets: [],
  startsAt: null,
  endsAt: null,
  priority: 0,
  active: true,
} as const satisfies Written;

type Changes = Omit<Input<Api["changeAnnouncement"]>["body"], "adminWallet">;

/** What an announcement says once it is changed as wanted. */
function withChanges(before: Written, changes: Changes): Written {
  const { title, body, segment = before.segment, starts_at, ends_at, priority, active } = changes;
  const wallets =
    changes.target_wallets === undefined ? before.targetWallets : [...new Set(changes.target_wallets ?? [])];
  return {
    title: title ?? before.title,
    body: body === undefined ? before.body : body,
    segment,
    // For any other segment they would sit there unused until the segment changes.
    targetWallets: segment === "specific" ? wallets : [],
    startsAt: starts_at === undefined ? before.startsAt : starts_at,
    endsAt: ends_at === undefined ? before.endsAt : ends_at,
    priority: priority ?? before.priority,
    active: active ?? before.active,
  };
}

/**
 * Why there cannot be such an announcement; null if there can.
 *
 * @param at the time before which it must not end; null where its times stay as they were.
 */
function refuseRow({ segment, targetWallets, startsAt, endsAt }: Written, at: Date | null) {
  if (segment === "specific" && targetWallets.length === 0)
    return refuse("INVALID_INPUT", { field: "target_wallets", message: "target_wallets must name a wallet" });
  if (at !== null && endsAt !== null && endsAt <= (startsAt ?? at))
    return refuse("INVALID_INPUT", { field: "ends_at", message: "ends_at must be after the start" });
  return null;
}

/** Deletes permanently; the audit log keeps what it said. */
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
