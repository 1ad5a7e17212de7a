import { Ban, Clock, Copy, Eraser, Flag, type LucideIcon, Trash2, UserX } from "lucide-react";
import { type ChatMessage, chatReportReasons } from "../../contract/chat/chat.ts";
import { shownChatText } from "../../domain/chat-text.ts";
import { sendEvent } from "../lib/socket.ts";
import { copyText } from "../ui/copy-button.tsx";
import type { TranslatorOf } from "../words/words.ts";
import { blockPlayer } from "./blocks.ts";
import type { ChatStanding } from "./chat-standing.ts";
import { banPlayer, deleteMessage, mutePlayer, purgeMessages, tellOutcome } from "./moderation.ts";
import type { chatWords } from "./words.en.ts";

/** Something that can be done about a message. */
export interface MessageAction {
  /** The key that does it while the menu has the focus. */
  readonly letter: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly run: () => void;
  /** What is asked before: whether it is meant, or why. */
  readonly asks?: "ban" | "reason";
}

type Translator = TranslatorOf<typeof chatWords>;

/**
 * What somebody of this standing may do about a message (rules CHAT-30 and CHAT-31). Moderators and admins are not muted or
 * banned here; one's own message is not reported, nor its author blocked. The grave action comes last.
 */
export function actionsFor(
  message: ChatMessage,
  { address, moderates }: ChatStanding,
  { t }: Translator,
): readonly MessageAction[] {
  const { id, walletAddress: wallet, username: name } = message;
  const isOwn = wallet === address;
  const isProtected = isOwn || message.isAdmin || message.isModerator;
  const copy: MessageAction = {
    letter: "C",
    icon: Copy,
    text: t("copyMessage"),
    run: () => void copyText(shownChatText(message.content), t("messageCopied")),
  };
  const remove: MessageAction = {
    letter: "D",
    icon: Trash2,
    text: t("deleteMessage"),
    run: () => void tellOutcome(deleteMessage(id), t("messageDeleted")),
  };
  const purge: MessageAction = {
    letter: "P",
    icon: Eraser,
    text: t("purge"),
    run: () => void tellOutcome(purgeMessages(wallet), t("purged", { name })),
  };
  const mute: MessageAction = {
    letter: "M",
    icon: Clock,
    text: t("mute"),
    run: () => void tellOutcome(mutePlayer(wallet), t("mutedPlayer", { name })),
  };
  const ban: MessageAction = {
    letter: "B",
    icon: Ban,
    text: t("ban"),
    asks: "ban",
    run: () => void tellOutcome(banPlayer(wallet), t("bannedPlayer", { name })),
  };
  const report: MessageAction = {
    letter: "R",
    icon: Flag,
    text: t("report"),
    asks: "reason",
    run: () => undefined,
  };
  const block: MessageAction = {
    letter: "K",
    icon: UserX,
    text: t("block"),
    run: () => void tellOutcome(blockPlayer(address ?? "", wallet), t("blockedPlayer", { name })),
  };
  if (moderates) return isProtected ? [remove, purge, copy] : [mute, remove, purge, copy, ban];
  return isOwn ? [copy] : [report, block, copy];
}

/** Why a message is reported (rule CHAT-32). */
export const reportReasons = ({ id }: ChatMessage, { t }: Translator): readonly MessageAction[] =>
  chatReportReasons.map((reason, index) => ({
    letter: String(index + 1),
    icon: Flag,
    text: t(reason),
    run: () => void tellOutcome(sendEvent("chat-report", { messageId: id, reason }), t("reported")),
  }));
