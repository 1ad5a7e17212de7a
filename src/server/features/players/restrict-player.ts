import { and, eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { lockPlayer } from "./lock-player.ts";
import { holdsAt, readRestrictedUntil } from "./read-restrictions.ts";

const HOUR_MS = 3_600_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

/** How the audit log names the end of each. */
const liftings = { mute: "player.unmute", ban: "player.unban", chat_ban: "player.chat-unban" } as const;

interface Restriction {
  /** A mute applies to the chat, a ban to everything. */
  readonly kind: "mute" | "ban";
  readonly wallet: string;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string | null;
}

/** Whether the change made a difference (rule EFFECT-1). */
type Changed = boolean;

/**
 * Mutes or bans a player for some hours (rule USERS-5), or bans a wallet without a profile (rule USERS-9); no admin is
 * muted (rule ACCESS-9). Next to one that ends no earlier it changes nothing.
 */
export function restrictPlayer(
  { db, clock, entropy, listAdmins }: Ports,
  { kind, wallet, by, reason, hours }: Restriction & { readonly hours: number },
): Promise<Result<Changed, "USER_NOT_FOUND" | "TARGET_PROTECTED">> {
  return inTransaction(db, async (tx) => {
    if (wallet === by) return refuse("TARGET_PROTECTED");
    if ((await lockPlayer(tx, wallet)) === null && kind !== "ban") return refuse("USER_NOT_FOUND");
    if (kind === "mute" && (await listAdmins(tx)).includes(wallet)) return refuse("TARGET_PROTECTED");
    const at = new Date(clock.now());
    const until = new Date(at.getTime() + hours * HOUR_MS);
    const before = await readRestrictedUntil(tx, { kind, wallet }, at);
    if (before !== null && before >= until) return ok(false);
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
    return ok(true);
  });
}

/** Ends every mute, every ban, or every ban from the chat, of a player at once (rule USERS-5). */
export function liftRestriction(
  { db, clock }: Pick<Ports, "db" | "clock">,
  { kind, wallet, by, reason }: Omit<Restriction, "kind"> & { readonly kind: keyof typeof liftings },
): Promise<Result<Changed, "USER_NOT_FOUND">> {
  return inTransaction(db, async (tx) => {
    if ((await lockPlayer(tx, wallet)) === null && kind !== "ban") return refuse("USER_NOT_FOUND");
    const at = new Date(clock.now());
    const before = await readRestrictedUntil(tx, { kind, wallet }, at);
    if (before === null) return ok(false);
    const held = and(eq(restrictions.wallet, wallet), eq(restrictions.kind, kind), holdsAt(at));
    await tx.update(restrictions).set({ liftedAt: at }).where(held);
    await writeAudit(tx, {
      at,
      actor: by,
      action: liftings[kind],
      subject: wallet,
      before,
      after: null,
      reason,
    });
    return ok(true);
  });
}
