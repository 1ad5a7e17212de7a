import { and, eq, sql } from "drizzle-orm";
import { writeAudit } from "../audit/write-audit.ts";
import type { emoteScopes } from "../../contract/emotes/emotes.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Db, Tx } from "../db/database.ts";
import { emoteGroups, emoteGroupWallets } from "../db/schema/emotes.ts";
import { users } from "../db/schema/players.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import { newEmoteId } from "./emote-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type Group = typeof emoteGroups.$inferSelect;

interface NewGroup {
  readonly name: string;
  readonly scope: (typeof emoteScopes)[number];
  /** The admin's wallet. */
  readonly by: string;
}

/** An empty group, which is active at once (rule EMOTE-13). */
export async function createEmoteGroup(
  { db, clock, entropy }: Ports & { readonly entropy: Entropy },
  { name, scope, by }: NewGroup,
): Promise<Result<Group, "EMOTE_GROUP_EXISTS">> {
  const at = new Date(clock.now());
  const group = { id: newEmoteId(entropy), name, scope, version: 1, isActive: true, createdAt: at };
  try {
    await inTransaction(db, async (tx) => {
      await tx.insert(emoteGroups).values(group);
      const detail = { name, scope };
      await writeAudit(tx, { at, actor: by, action: "emotes.create-group", subject: group.id, detail });
    });
    return ok(group);
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("EMOTE_GROUP_EXISTS", { field: "name" });
    throw error;
  }
}

/** Switches a group on or off, for everybody (rule EMOTE-13). */
export async function switchEmoteGroup(
  { db, clock }: Ports,
  { id, active, by }: { readonly id: string; readonly active: boolean; readonly by: string },
): Promise<Result<Group, "EMOTE_GROUP_NOT_FOUND">> {
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const [before] = await tx.select().from(emoteGroups).where(eq(emoteGroups.id, id)).for("update");
    if (before === undefined) return refuse("EMOTE_GROUP_NOT_FOUND", { field: "id" });
    if (before.isActive === active) return ok(before);
    const after = { ...before, isActive: active, version: before.version + 1 };
    await tx.update(emoteGroups).set(after).where(eq(emoteGroups.id, id));
    await writeAudit(tx, {
      at,
      actor: by,
      action: "emotes.switch-group",
      subject: id,
      before: before.isActive,
      after: active,
    });
    return ok(after);
  });
}

interface Assignment {
  readonly groupId: string;
  readonly wallet: string;
  /** Whether the wallet may use the group; null leaves it to the group's scope. */
  readonly isEnabled: boolean | null;
  readonly by: string;
}

/** Allows or denies a group to one wallet, or takes that back (rule EMOTE-6). */
export async function assignEmoteGroup(
  { db, clock }: Ports,
  { groupId, wallet, isEnabled, by }: Assignment,
): Promise<Result<undefined, "EMOTE_GROUP_NOT_FOUND" | "USER_NOT_FOUND">> {
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    if (!(await growVersion(tx, groupId))) return refuse("EMOTE_GROUP_NOT_FOUND", { field: "groupId" });
    const [user] = await tx.select({ wallet: users.wallet }).from(users).where(eq(users.wallet, wallet));
    if (user === undefined) return refuse("USER_NOT_FOUND", { field: "walletAddress" });
    const its = and(eq(emoteGroupWallets.groupId, groupId), eq(emoteGroupWallets.wallet, wallet));
    const [before] = await tx.delete(emoteGroupWallets).where(its).returning();
    if (isEnabled !== null)
      await tx.insert(emoteGroupWallets).values({ groupId, wallet, isEnabled, assignedAt: at });
    await writeAudit(tx, {
      at,
      actor: by,
      action: "emotes.assign",
      subject: groupId,
      detail: { wallet },
      before: before?.isEnabled ?? null,
      after: isEnabled,
    });
    return ok();
  });
}

/** Locks the group as well; false when there is none. */
export async function growVersion(tx: Tx, groupId: string): Promise<boolean> {
  const grown = await tx
    .update(emoteGroups)
    .set({ version: sql`${emoteGroups.version} + 1` })
    .where(eq(emoteGroups.id, groupId))
    .returning({ id: emoteGroups.id });
  return grown.length > 0;
}
