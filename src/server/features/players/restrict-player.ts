import { and, eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db, Queryable, Tx } from "../../foundation/db/database.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { lockPlayer, lockWallet } from "./lock-player.ts";
import { holdsAt, readRestrictedUntil } from "./read-restrictions.ts";

const HOUR_MS = 3_600_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

/** Who is restricted, or is no longer, and why. */
interface Decision {
  readonly wallet: string;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string | null;
}

type Imposed = Decision & { readonly hours: number };
type Kind = (typeof restrictions.$inferSelect)["kind"];

/** How the audit log names the end of each. */
const liftings = { mute: "player.unmute", ban: "player.unban", chat_ban: "player.chat-unban" } as const;

/** Whether the change made a difference (rule EFFECT-1). */
type Changed = boolean;

/** Mutes a player in the chat for some hours (rule USERS-5); no admin is muted (rule ACCESS-9). */
export const mutePlayer = (
  ports: Ports,
  mute: Imposed,
): Promise<Result<Changed, "USER_NOT_FOUND" | "TARGET_PROTECTED">> =>
  inTransaction(ports.db, async (tx) => {
    if (mute.wallet === mute.by) return refuse("TARGET_PROTECTED");
    if ((await lockPlayer(tx, mute.wallet)) === null) return refuse("USER_NOT_FOUND");
    if ((await ports.listAdmins(tx)).includes(mute.wallet)) return refuse("TARGET_PROTECTED");
    return ok(await impose(tx, ports, "mute", mute));
  });

/** Bans a wallet from everything for some hours (rule USERS-5), whether or not it has a profile (rule USERS-9). */
export const banWallet = (
  ports: Omit<Ports, "listAdmins">,
  ban: Imposed,
): Promise<Result<Changed, "TARGET_PROTECTED">> =>
  inTransaction(ports.db, async (tx) => {
    if (ban.wallet === ban.by) return refuse("TARGET_PROTECTED");
    await lockWallet(tx, ban.wallet);
    return ok(await impose(tx, ports, "ban", ban));
  });

/** Restricts the wallet; next to a restriction that ends no earlier it changes nothing. */
async function impose(
  tx: Tx,
  { clock, entropy }: Pick<Ports, "clock" | "entropy">,
  kind: "mute" | "ban",
  { wallet, by, reason, hours }: Imposed,
): Promise<Changed> {
  const at = new Date(clock.now());
  const until = new Date(at.getTime() + hours * HOUR_MS);
  const before = await readRestrictedUntil(tx, { kind, wallet }, at);
  if (before !== null && before >= until) return false;
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
  return true;
}

/** Ends every mute, or every ban from the chat, of a player at once (rule USERS-5). */
export const liftInChat = (
  { db, clock }: Pick<Ports, "db" | "clock">,
  kind: "mute" | "chat_ban",
  decision: Decision,
): Promise<Result<Changed, "USER_NOT_FOUND">> =>
  inTransaction(db, async (tx) => {
    if ((await lockPlayer(tx, decision.wallet)) === null) return refuse("USER_NOT_FOUND");
    return ok(await lift(tx, clock, kind, decision));
  });

/** Ends every ban of a wallet at once (rules USERS-5 and USERS-9). */
export const unbanWallet = (
  { db, clock }: Pick<Ports, "db" | "clock">,
  decision: Decision,
): Promise<Result<Changed, never>> =>
  inTransaction(db, async (tx) => {
    await lockWallet(tx, decision.wallet);
    return ok(await lift(tx, clock, "ban", decision));
  });

async function lift(tx: Tx, clock: Clock, kind: Kind, { wallet, by, reason }: Decision): Promise<Changed> {
  const at = new Date(clock.now());
  const before = await readRestrictedUntil(tx, { kind, wallet }, at);
  if (before === null) return false;
  const isInForce = and(eq(restrictions.wallet, wallet), eq(restrictions.kind, kind), holdsAt(at));
  await tx.update(restrictions).set({ liftedAt: at }).where(isInForce);
  await writeAudit(tx, {
    at,
    actor: by,
    action: liftings[kind],
    subject: wallet,
    before,
    after: null,
    reason,
  });
  return true;
}
