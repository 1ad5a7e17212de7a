import { and, eq, gt, inArray, isNull, max } from "drizzle-orm";
import { type Refused, refuse } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { isModerator } from "./protect-target.ts";

interface Restrictions {
  readonly mutedUntil: Date | null;
  readonly bannedUntil: Date | null;
}

/** The mute and the chat ban in force now; of several of one kind, the longest counts (rule CHAT-8). */
export async function readRestrictions(q: Queryable, wallet: string, now: Date): Promise<Restrictions> {
  const rows = await q
    .select({ kind: restrictions.kind, until: max(restrictions.until) })
    .from(restrictions)
    .where(
      and(
        eq(restrictions.wallet, wallet),
        inArray(restrictions.kind, ["mute", "chat_ban"]),
        gt(restrictions.until, now),
        isNull(restrictions.liftedAt),
      ),
    )
    .groupBy(restrictions.kind);
  const untilOf = (kind: "mute" | "chat_ban") => rows.find((row) => row.kind === kind)?.until ?? null;
  return { mutedUntil: untilOf("mute"), bannedUntil: untilOf("chat_ban") };
}

const left = (until: Date, now: Date) => ({ retryAfterMs: until.getTime() - now.getTime() });

/** The refusal for a chat ban, with the time left; null when there is none (rule CHAT-7). */
export const refuseBanned = ({ bannedUntil }: Restrictions, now: Date): Refused<"CHAT_BANNED"> | null =>
  bannedUntil === null ? null : refuse("CHAT_BANNED", left(bannedUntil, now));

/** The refusal for a mute, with the time left; null when there is none (rule CHAT-6). */
export const refuseMuted = ({ mutedUntil }: Restrictions, now: Date): Refused<"MUTED"> | null =>
  mutedUntil === null ? null : refuse("MUTED", left(mutedUntil, now));

/** Moderators are exempt from slow mode: they answer many players (rule CHAT-11). */
export const slowModeFor = async (q: Queryable, { isModerator }: Pick<SignedInCaller, "isModerator">) =>
  isModerator ? 0 : (await readSettings(q)).chatSlowModeMs;

/** Notifies a player's open pages of what they may do in chat, after somebody else has changed it. */
export async function notifyChatRights(ports: ChatPorts, wallet: string): Promise<void> {
  const player = { wallet, isModerator: await isModerator(ports.db, ports, wallet) };
  ports.broadcast.toWallet(wallet, "chat-standing", await readChatRights(ports, player));
}

/** What a wallet may do in chat, as it is sent to its pages. */
export async function readChatRights(
  { db, clock }: Pick<ChatPorts, "db" | "clock">,
  player: Pick<SignedInCaller, "wallet" | "isModerator">,
) {
  const { mutedUntil, bannedUntil } = await readRestrictions(db, player.wallet, new Date(clock.now()));
  return { mutedUntil, bannedUntil, slowModeMs: await slowModeFor(db, player) };
}
