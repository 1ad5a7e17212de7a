import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { UsernameRefusal } from "../../domain/username.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db } from "../db/database.ts";
import { admins } from "../db/schema/admins.ts";
import { users } from "../db/schema/players.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { rename } from "./change-username.ts";
import { findReferrer } from "./find-referrer.ts";
import { lockPlayer } from "./lock-player.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Whom {
  readonly wallet: string;
  /** The admin's wallet. */
  readonly by: string;
  /** For the audit log (rule ADMIN-33). */
  readonly reason: string | null;
}

/** Renames a player, under the rules of a player's own change (rules USERS-3 and USERNAME-3). */
export function renamePlayer(
  { db, clock }: Ports,
  { wallet, username, by, reason }: Whom & { readonly username: string },
): Promise<Result<undefined, UsernameRefusal | "USERNAME_TAKEN" | "USER_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    const at = new Date(clock.now());
    const renamed = await rename(tx, { wallet, username, at });
    if (!renamed.ok) {
      const { code } = renamed;
      return code === "PROFILE_NOT_FOUND" ? refuse("USER_NOT_FOUND") : refuse(code, { field: "newUsername" });
    }
    const { before, after } = renamed.value;
    await writeAudit(tx, { at, actor: by, action: "player.rename", subject: wallet, before, after, reason });
    return ok();
  });
}

/**
 * Gives a player another referrer, who is paid from the next settled bet on (rules USERS-4 and MONEY-13). Commission
 * already earned stays with the previous one.
 */
export function changeReferrer(
  { db, clock }: Ports,
  { wallet, referrer: code, by, reason }: Whom & { readonly referrer: string },
): Promise<Result<undefined, "USER_NOT_FOUND" | "REFERRER_UNKNOWN" | "REFERRER_SELF">> {
  return inTransaction(db, async (tx) => {
    const player = await lockPlayer(tx, wallet);
    if (player === null) return refuse("USER_NOT_FOUND");
    const found = await findReferrer(tx, code, wallet);
    if (found === null) {
      const isSelf = code.trim() === wallet || code.trim() === player.username;
      return refuse(isSelf ? "REFERRER_SELF" : "REFERRER_UNKNOWN", { field: "referrer" });
    }
    const at = new Date(clock.now());
    await tx.update(users).set({ referrer: found }).where(eq(users.wallet, wallet));
    await writeAudit(tx, {
      at,
      actor: by,
      action: "player.referrer",
      subject: wallet,
      before: player.referrer,
      after: found,
      reason,
    });
    return ok();
  });
}

interface Roles {
  readonly isStreamer?: boolean | undefined;
  readonly isPartner?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
}

interface RolePorts extends Ports {
  /** The admins from the environment, who are admins whatever the database says. */
  readonly adminWallets: readonly string[];
}

/** Sets a wallet's flags; omitted ones stay as they are (rules USERS-6 and ACCESS-6). */
export function changeRoles(
  { db, clock, adminWallets }: RolePorts,
  { wallet, by, reason, isAdmin, isStreamer: streamer, isPartner: partner }: Whom & Roles,
): Promise<Result<undefined, "USER_NOT_FOUND" | "LAST_ADMIN" | "ADMIN_FIXED">> {
  return inTransaction(db, async (tx) => {
    const player = await lockPlayer(tx, wallet);
    // Without a profile a wallet can be an admin, but none of what a profile holds (rule ACCESS-3).
    const isOfProfile = isAdmin === undefined || streamer !== undefined || partner !== undefined;
    if (player === null && isOfProfile) return refuse("USER_NOT_FOUND");
    const at = new Date(clock.now());
    // Locks all admins: two who remove each other must not both succeed.
    const appointed = (await tx.select().from(admins).for("update")).map((admin) => admin.wallet);
    const isConfigured = adminWallets.includes(wallet);
    const wasAdmin = isConfigured || appointed.includes(wallet);
    const before = {
      isStreamer: player?.isStreamer ?? false,
      isPartner: player?.isPartner ?? false,
      isAdmin: wasAdmin,
    };
    const after = { ...before, ...defined({ isStreamer: streamer, isPartner: partner, isAdmin }) };
    if (wasAdmin && !after.isAdmin) {
      if (isConfigured) return refuse("ADMIN_FIXED", { field: "isAdmin" });
      if (adminWallets.length === 0 && appointed.length === 1)
        return refuse("LAST_ADMIN", { field: "isAdmin" });
      await tx.delete(admins).where(eq(admins.wallet, wallet));
    }
    if (!wasAdmin && after.isAdmin)
      await tx.insert(admins).values({ wallet, appointedBy: by, appointedAt: at });
    const { isStreamer, isPartner } = after;
    await tx.update(users).set({ isStreamer, isPartner }).where(eq(users.wallet, wallet));
    await writeAudit(tx, { at, actor: by, action: "player.roles", subject: wallet, before, after, reason });
    return ok();
  });
}

/** Drops undefined fields. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
