import { and, eq, sql } from "drizzle-orm";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { emoteScopes } from "../../../contract/emotes/emotes.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { isTaken } from "../../../domain/typed-text.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { lockNames } from "../../foundation/db/lock-names.ts";
import { emoteGroups, emoteGroupWallets } from "../../foundation/db/schema/emotes.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import type { Dates } from "./dates.ts";
import { newEmoteId } from "./emote-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type Group = typeof emoteGroups.$inferSelect;

interface NewGroup {
  readonly name: string;
  readonly scope: (typeof emoteScopes)[number];
  readonly dates: Dates;
  /** The admin's wallet. */
  readonly by: string;
}

/** Creates an empty group. It is active at once, a holiday group between its dates (rule FORMS-3). */
export async function createEmoteGroup(
  { db, clock, entropy }: Ports & { readonly entropy: Entropy },
  { name, scope, dates, by }: NewGroup,
): Promise<Result<Group, "EMOTE_GROUP_EXISTS" | "INVALID_INPUT">> {
  const wrong = refuseDates(scope, dates);
  if (wrong !== null) return wrong;
  const at = new Date(clock.now());
  const group = { id: newEmoteId(entropy), name, scope, version: 1, isActive: true, ...dates, createdAt: at };
  return inTransaction(db, async (tx) => {
    await lockNames(tx, "emote groups");
    if (isTaken(name, await tx.select({ name: emoteGroups.name }).from(emoteGroups)))
      return refuse("EMOTE_GROUP_EXISTS", { field: "name" });
    await tx.insert(emoteGroups).values(group);
    const detail = { name, scope, ...(scope === "holiday" && dates) };
    await writeAudit(tx, { at, actor: by, action: "emotes.create-group", subject: group.id, detail });
    return ok(group);
  });
}

interface Change {
  readonly id: string;
  /** Undefined fields stay unchanged. */
  readonly active: boolean | undefined;
  readonly startsAt: Date | null | undefined;
  readonly endsAt: Date | null | undefined;
  readonly by: string;
}

type ChangeRefusal = "EMOTE_GROUP_NOT_FOUND" | "INVALID_INPUT";

/** Switches a group on or off for everybody, or sets the dates of a holiday group. */
export async function changeEmoteGroup(
  { db, clock }: Ports,
  { id, active, startsAt, endsAt, by }: Change,
): Promise<Result<{ readonly group: Group; readonly changed: boolean }, ChangeRefusal>> {
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const [before] = await tx.select().from(emoteGroups).where(eq(emoteGroups.id, id)).for("update");
    if (before === undefined) return refuse("EMOTE_GROUP_NOT_FOUND", { field: "id" });
    const after = {
      ...before,
      isActive: active ?? before.isActive,
      startsAt: startsAt === undefined ? before.startsAt : startsAt,
      endsAt: endsAt === undefined ? before.endsAt : endsAt,
      version: before.version + 1,
    };
    const wrong = refuseDates(before.scope, after);
    if (wrong !== null) return wrong;
    const isSwitched = after.isActive !== before.isActive;
    const isMoved = !isSame(after.startsAt, before.startsAt) || !isSame(after.endsAt, before.endsAt);
    if (!isSwitched && !isMoved) return ok({ group: before, changed: false });
    await tx.update(emoteGroups).set(after).where(eq(emoteGroups.id, id));
    const common = { at, actor: by, subject: id };
    if (isSwitched)
      await writeAudit(tx, {
        ...common,
        action: "emotes.switch-group",
        before: before.isActive,
        after: after.isActive,
      });
    if (isMoved)
      await writeAudit(tx, {
        ...common,
        action: "emotes.date-group",
        before: { startsAt: before.startsAt, endsAt: before.endsAt },
        after: { startsAt: after.startsAt, endsAt: after.endsAt },
      });
    return ok({ group: after, changed: true });
  });
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** The refusal if a group of this scope cannot have these dates; null when it can. */
function refuseDates(scope: Group["scope"], { startsAt, endsAt }: Dates) {
  if (scope !== "holiday" && startsAt !== null)
    return refuse("INVALID_INPUT", { field: "starts_at", message: "starts_at is for the scope holiday" });
  if (scope !== "holiday" && endsAt !== null)
    return refuse("INVALID_INPUT", { field: "ends_at", message: "ends_at is for the scope holiday" });
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    return refuse("INVALID_INPUT", { field: "ends_at", message: "ends_at must be after the start" });
  return null;
}

interface Assignment {
  readonly groupId: string;
  readonly wallet: string;
  /** Whether the wallet may use the group; null leaves it to the group's scope. */
  readonly isEnabled: boolean | null;
  readonly by: string;
}

/**
 * Allows or denies a group to one wallet, or undoes that; whether that made a difference (rules EMOTE-6 and EFFECT-1).
 */
export async function assignEmoteGroup(
  { db, clock }: Ports,
  { groupId, wallet, isEnabled, by }: Assignment,
): Promise<Result<boolean, "EMOTE_GROUP_NOT_FOUND" | "USER_NOT_FOUND">> {
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const group = await tx
      .select({ id: emoteGroups.id })
      .from(emoteGroups)
      .where(eq(emoteGroups.id, groupId))
      .for("update");
    if (group.length === 0) return refuse("EMOTE_GROUP_NOT_FOUND", { field: "groupId" });
    const [user] = await tx.select({ wallet: users.wallet }).from(users).where(eq(users.wallet, wallet));
    if (user === undefined) return refuse("USER_NOT_FOUND", { field: "walletAddress" });
    const its = and(eq(emoteGroupWallets.groupId, groupId), eq(emoteGroupWallets.wallet, wallet));
    const [before] = await tx.select().from(emoteGroupWallets).where(its);
    if ((before?.isEnabled ?? null) === isEnabled) return ok(false);
    await growVersion(tx, groupId);
    await tx.delete(emoteGroupWallets).where(its);
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
    return ok(true);
  });
}

/** Increments the group's version and locks the group; false when there is none. */
export async function growVersion(tx: Tx, groupId: string): Promise<boolean> {
  const grown = await tx
    .update(emoteGroups)
    .set({ version: sql`${emoteGroups.version} + 1` })
    .where(eq(emoteGroups.id, groupId))
    .returning({ id: emoteGroups.id });
  return grown.length > 0;
}
