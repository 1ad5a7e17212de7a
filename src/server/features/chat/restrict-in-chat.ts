import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { moderationLimits } from "../../../contract/chat/chat.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import { notificationView, notify } from "../../foundation/notifications/stored-notifications.ts";
import { lockInChat } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { readRestrictions, slowModeFor } from "./chat-rights.ts";
import { isModerator, refuseTarget, refuseUnknown } from "./protect-target.ts";

const MINUTE_MS = 60_000;

interface Moderation {
  readonly moderator: SignedInCaller;
  readonly target: string;
}

type RestrictRefusal = "USER_NOT_FOUND" | "TARGET_PROTECTED";

/** Mutes a player in chat, for at most ten minutes (rule CHAT-6). */
export const muteInChat = (ports: ChatPorts, { minutes, ...about }: Moderation & { minutes: number }) =>
  restrict(ports, {
    ...about,
    kind: "mute",
    lastsMs: Math.min(minutes, moderationLimits.muteMinutes) * MINUTE_MS,
  });

/** Bans a player from the chat, for at most a day; the game is not affected (rule CHAT-7). */
export const banFromChat = (ports: ChatPorts, { hours, ...about }: Moderation & { hours: number }) =>
  restrict(ports, {
    ...about,
    kind: "chat_ban",
    lastsMs: Math.min(hours, moderationLimits.banHours) * 60 * MINUTE_MS,
  });

interface Restriction extends Moderation {
  readonly kind: "mute" | "chat_ban";
  readonly lastsMs: number;
}

const actions = { mute: "chat.mute", chat_ban: "chat.ban" } as const;
const notices = { mute: "chat_muted", chat_ban: "chat_banned" } as const;

/**
 * Stores a restriction with its audit row (rule CHAT-10) and notifies the player until when it holds (rule CHAT-16).
 * Next to one that ends no earlier it changes nothing and leaves no row (rules CHAT-8 and EFFECT-1).
 */
async function restrict(
  ports: ChatPorts,
  { moderator, target, kind, lastsMs }: Restriction,
): Promise<Result<undefined, RestrictRefusal>> {
  if (target === moderator.wallet) return refuse("TARGET_PROTECTED");
  const done = await inTransaction(ports.db, async (tx) => {
    await lockInChat(tx, target);
    const refused =
      (await refuseUnknown(tx, target)) ?? (await refuseTarget(tx, ports, { moderator, target }));
    if (refused !== null) return refused;
    const at = new Date(ports.clock.now());
    const until = new Date(at.getTime() + lastsMs);
    const before = await readRestrictions(tx, target, at);
    const longest = kind === "mute" ? before.mutedUntil : before.bannedUntil;
    if (longest !== null && longest >= until) return ok(null);
    await tx.insert(restrictions).values({
      id: `c${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`,
      wallet: target,
      kind,
      until,
      imposedBy: moderator.wallet,
      imposedAt: at,
    });
    const detail = { until: until.toISOString() };
    await writeAudit(tx, { at, actor: moderator.wallet, action: actions[kind], subject: target, detail });
    const notification = await notify(tx, ports, { wallet: target, kind: notices[kind], params: { until } });
    const slowModeMs = await slowModeFor(tx, { isModerator: await isModerator(tx, ports, target) });
    const restricted = { ...before, [kind === "mute" ? "mutedUntil" : "bannedUntil"]: until };
    return ok({ notification, rights: { ...restricted, slowModeMs } });
  });
  if (!done.ok) return done;
  if (done.value !== null) {
    const { notification, rights } = done.value;
    ports.broadcast.toWallet(target, "chat-standing", rights);
    ports.broadcast.toWallet(target, "user-notification", { notification: notificationView(notification) });
  }
  return ok();
}
