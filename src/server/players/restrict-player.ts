import { and, eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db } from "../db/database.ts";
import { restrictions } from "../db/schema/players.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import { lockPlayer } from "./lock-player.ts";
import { holdsAt, readRestrictedUntil } from "./read-restrictions.ts";

const HOUR_MS = 3_600_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

interface Restriction {
  /** A mute applies to the chat, a ban to everything. */
  readonly kind: "mute" | "ban";
  readonly wallet: string;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string | null;
}

/** Mutes or bans a player for some hours (rule USERS-5). Alongside a longer one it does not change the one in force. */
export function restrictPlayer(
  { db, clock, entropy }: Ports,
  { kind, wallet, by, reason, hours }: Restriction & { readonly hours: number },
): Promise<Result<undefined, "USER_NOT_FOUND" | "TARGET_PROTECTED">> {
  return inTransaction(db, async (tx) => {
    if (wallet === by) return refuse("TARGET_PROTECTED");
    if ((await lockPlayer(tx, wallet)) === null) return refuse("USER_NOT_FOUND");
    const at = new Date(clock.now());
    const until = new Date(at.getTime() + hours * HOUR_MS);
    const before = await readRestrictedUntil(tx, { kind, wallet }, at);
    await tx.insert(restrictions).values({
      id: `a${Buffer.from(entropy.bytes(12)).toString("hex")}`,
      wallet,
      kind,
      until,
      reason,
      imposedBy: by,
      imposedAt: at,
    });
    await writeAudit(tx, {
      at,
      actor: by,
      action: `player.${kind}`,
      subject: wallet,
      before,
      after: until,
      reason,
    });
    return ok();
  });
}

/** Ends every mute, or every ban, of a player at once (rule USERS-5). */
export function liftRestriction(
  { db, clock }: Ports,
  { kind, wallet, by, reason }: Restriction,
): Promise<Result<undefined, "USER_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    if ((await lockPlayer(tx, wallet)) === null) return refuse("USER_NOT_FOUND");
    const at = new Date(clock.now());
    const before = await readRestrictedUntil(tx, { kind, wallet }, at);
    if (before === null) return ok();
    const held = and(eq(restrictions.wallet, wallet), eq(restrictions.kind, kind), holdsAt(at));
    await tx.update(restrictions).set({ liftedAt: at }).where(held);
    await writeAudit(tx, {
      at,
      actor: by,
      action: `player.un${kind}`,
      subject: wallet,
      before,
      after: null,
      reason,
    });
    return ok();
  });
}
