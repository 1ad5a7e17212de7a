import { and, asc, eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { isTaken } from "../../../domain/typed-text.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db, Queryable, Tx } from "../../foundation/db/database.ts";
import { lockNames } from "../../foundation/db/lock-names.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { playerTitles, titles } from "../../foundation/db/schema/titles.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../../foundation/db/transaction.ts";
import {
  type NotificationRow,
  notificationView,
  notify,
} from "../../foundation/notifications/stored-notifications.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { activateLatest } from "./activate-latest.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type Title = Reply<Api["createTitle"]>["title"];

/**
 * Every title, including those for achievements, in the order of their creation, with its number of holders.
 */
export const listTitles = (q: Queryable) =>
  q
    .select({ id: titles.id, name: titles.name, slug: titles.slug, holders: titles.holders })
    .from(titles)
    .orderBy(asc(titles.createdAt), asc(titles.id));

/** Creates one of the house's own titles, which are assigned manually (rule FORMS-3). */
export async function createTitle(
  { db, clock, entropy }: Ports & { readonly entropy: Entropy },
  { name, slug, by }: { readonly name: string; readonly slug: string; readonly by: string },
): Promise<Result<{ readonly title: Title }, "TITLE_EXISTS">> {
  const at = new Date(clock.now());
  const title = { id: `t${Buffer.from(entropy.bytes(12)).toString("hex")}`, name, slug };
  try {
    return await inTransaction(db, async (tx) => {
      await lockNames(tx, "titles");
      if (isTaken(name, await tx.select({ name: titles.name }).from(titles)))
        return refuse("TITLE_EXISTS", { field: "name" });
      await tx.insert(titles).values({ ...title, createdAt: at });
      await writeAudit(tx, { at, actor: by, action: "title.create", subject: title.id, after: title });
      return ok({ title });
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("TITLE_EXISTS", { field: "slug" });
    throw error;
  }
}

interface AssignPorts extends Ports {
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

interface Assignment {
  readonly wallet: string;
  readonly titleId: string;
  /** The admin's wallet. */
  readonly by: string;
}

type Assigned = Result<
  { readonly titleId: string; readonly walletAddress: string; readonly changed: boolean },
  "TITLE_NOT_FOUND" | "USER_NOT_FOUND"
>;

/**
 * Unlocks a title for a player, who wears it if it is the only one; a player who has it keeps it unchanged
 * (rule TITLE-6). The player is notified as of an earned one (rule TITLE-8).
 */
export async function assignTitle(ports: AssignPorts, assignment: Assignment): Promise<Assigned> {
  let notice: NotificationRow | null = null;
  const assigned = await inTransaction(ports.db, async (tx) => {
    notice = null;
    const { wallet, titleId, by } = assignment;
    const found = await findBoth(tx, assignment);
    if (!found.ok) return found;
    const at = new Date(ports.clock.now());
    const given = await tx
      .insert(playerTitles)
      .values({ wallet, titleId, unlockedAt: at })
      .onConflictDoNothing()
      .returning({ titleId: playerTitles.titleId });
    if (given.length > 0) {
      const isActive = (await activateLatest(tx, [wallet])).has(wallet);
      const after = { titleId, isActive };
      await writeAudit(tx, { at, actor: by, action: "title.assign", subject: wallet, after });
      const params = { titleId, title: found.value.name };
      notice = await notify(tx, ports, { wallet, kind: "title_unlocked", params });
    }
    return ok({ titleId, walletAddress: wallet, changed: given.length > 0 });
  });
  if (notice !== null)
    ports.broadcast.toWallet(assignment.wallet, "user-notification", {
      notification: notificationView(notice),
    });
  return assigned;
}

/** Takes a title from a player, who then wears the latest of the others if it was the active one (rule TITLE-6). */
export const unassignTitle = ({ db, clock }: Ports, { wallet, titleId, by }: Assignment): Promise<Assigned> =>
  inTransaction(db, async (tx) => {
    const found = await findBoth(tx, { wallet, titleId });
    if (!found.ok) return found;
    const taken = await tx
      .delete(playerTitles)
      .where(and(eq(playerTitles.wallet, wallet), eq(playerTitles.titleId, titleId)))
      .returning({ isActive: playerTitles.isActive });
    const [before] = taken;
    const at = new Date(clock.now());
    if (before !== undefined) {
      const activated = (await activateLatest(tx, [wallet])).get(wallet);
      await writeAudit(tx, {
        at,
        actor: by,
        action: "title.unassign",
        subject: wallet,
        before: { titleId, ...before },
        ...(activated !== undefined && { after: { titleId: activated, isActive: true } }),
      });
    }
    return ok({ titleId, walletAddress: wallet, changed: before !== undefined });
  });

/** The title. Locks the player, so that their titles change one at a time. */
async function findBoth(
  tx: Tx,
  { wallet, titleId }: Omit<Assignment, "by">,
): Promise<Result<{ readonly name: string }, "TITLE_NOT_FOUND" | "USER_NOT_FOUND">> {
  const player = await tx
    .select({ wallet: users.wallet })
    .from(users)
    .where(eq(users.wallet, wallet))
    .for("no key update");
  if (player.length === 0) return refuse("USER_NOT_FOUND", { field: "walletAddress" });
  // It is not deleted while it is given.
  const [title] = await tx
    .select({ name: titles.name })
    .from(titles)
    .where(eq(titles.id, titleId))
    .for("key share");
  return title === undefined ? refuse("TITLE_NOT_FOUND", { field: "titleId" }) : ok(title);
}
