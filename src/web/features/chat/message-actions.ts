import { Award, Ban, Clock, Copy, Eraser, Flag, type LucideIcon, Trash2, UserX } from "lucide-react";
import { type ChatMessage, chatReportReasons } from "../../../contract/chat/chat.ts";
import { shownChatText } from "../../../domain/chat-text.ts";
import { openPlayerCard } from "../../foundation/lib/dialogs.ts";
import { sendEvent } from "../../foundation/lib/socket.ts";
import { copyText } from "../../foundation/ui/copy-button.tsx";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import { blockPlayer } from "./blocks.ts";
import { type ChatViewer, mayActOn } from "./chat-viewer.ts";
import { banPlayer, deleteMessage, mutePlayer, purgeMessages, tellOutcome } from "./moderation.ts";
import type { chatWords } from "./words.en.ts";

/** Something that can be done about a message. */
export interface MessageAction {
  /** The key that triggers it while the menu has the focus. */
  readonly letter: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly run: () => void;
  /** What is asked first: a confirmation, or the reason. */
  readonly asks?: "ban" | "reason";
}

type Translator = TranslatorOf<typeof chatWords>;

/**
 * What this viewer may do about a message. Only an admin may act on
 * moderators and admins; against them, another moderator has only the means of every player. A player cannot report
 * their own message, nor mute, ban or block themselves. The most serious action comes last.
 */
export function actionsFor(
  message: ChatMessage,
  viewer: ChatViewer,
  { t }: Translator,
): readonly MessageAction[] {
  const { id, walletAddress: wallet, username: name } = message;
  const { address } = viewer;
  const card: MessageAction = {
    letter: "V",
    icon: Award,
    text: t("playerCard"),
    run: () => openPlayerCard({ wallet, name }),
  };
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
    run: () => void tellOutcome(deleteMessage(id), { done: t("messageDeleted"), failed: t("deleteFailed") }),
  };
  const purge: MessageAction = {
    letter: "P",
    icon: Eraser,
    text: t("purge"),
    run: () =>
      void tellOutcome(purgeMessages(wallet), { done: t("purged", { name }), failed: t("deleteFailed") }),
  };
  const mute: MessageAction = {
    letter: "M",
    icon: Clock,
    text: t("mute"),
    run: () =>
      void tellOutcome(mutePlayer(wallet), {
        done: t("mutedPlayer", { name }),
        failed: t("muteFailed", { name }),
      }),
  };
  const ban: MessageAction = {
    letter: "B",
    icon: Ban,
    text: t("ban"),
    asks: "ban",
    run: () =>
      void tellOutcome(banPlayer(wallet), {
        done: t("bannedPlayer", { name }),
        failed: t("banFailed", { name }),
      }),
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
    run: () =>
      void tellOutcome(blockPlayer(address ?? "", wallet), {
        done: t("blockedPlayer", { name }),
        failed: t("blockFailed", { name }),
      }),
  };
  if (wallet === address) return viewer.moderates ? [remove, purge, copy, card] : [copy, card];
  return mayActOn(viewer, message)
    ? [mute, remove, purge, copy, card, block, ban]
    : [card, report, block, copy];
}

/** Why a message is reported. */
export const reportReasons = ({ id }: ChatMessage, { t }: Translator): readonly MessageAction[] =>
  chatReportReasons.map((reason, index) => ({
    letter: String(index + 1),
    icon: Flag,
    text: t(reason),
    run: () =>
      void tellOutcome(sendEvent("chat-report", { messageId: id, reason }), {
        done: t("reported"),
        failed: t("reportFailed"),
      }),
  }));
