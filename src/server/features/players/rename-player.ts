import { ok, refuse, type Result } from "../../../domain/result.ts";
import { NAME_FIXED_MS } from "../../../domain/username-change.ts";
import type { UsernameRefusal } from "../../../domain/username.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { findRename, storeName } from "./change-username.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** Whether the change made a difference (rule EFFECT-1). */
type Changed = boolean;

interface Whom {
  readonly wallet: string;
  /** The admin's wallet. */
  readonly by: string;
  /** For the audit log. */
  readonly reason: string | null;
}

/**
 * Gives a player another name under the same rules as for a player's own change, but at any time; the player can change
 * it again after seven days (rules USERS-3 and USERNAME-4).
 */
export function renamePlayer(
  { db, clock }: Ports,
  { wallet, username, by, reason }: Whom & { readonly username: string },
): Promise<Result<Changed, UsernameRefusal | "USERNAME_TAKEN" | "USER_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    const named = await findRename(tx, { wallet, username });
    if (!named.ok)
      return named.code === "PROFILE_NOT_FOUND"
        ? refuse("USER_NOT_FOUND")
        : { ...named, code: named.code, field: "newUsername" };
    const { player, name } = named.value;
    if (name.username === player.username) return ok(false);
    const nowMs = clock.now();
    const stored = await storeName(tx, { wallet, name, nowMs, changeableAtMs: nowMs + NAME_FIXED_MS });
    if (!stored.ok) return { ...stored, field: "newUsername" };
    const [before, after] = [player.username, name.username];
    const at = new Date(nowMs);
    await writeAudit(tx, { at, actor: by, action: "player.rename", subject: wallet, before, after, reason });
    return ok(true);
  });
}
