import { moderationLimits } from "../../contract/chat/chat.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Result } from "../../domain/result.ts";
import { refusalText } from "../lib/call-refused.ts";
import { sendEvent } from "../lib/socket.ts";
import { toast } from "../ui/toast.ts";

const { muteMinutes, banHours, deletedMessages } = moderationLimits;

/** What moderators do: as much as they may, which is what the specification has (rule CHAT-30). */
export const mutePlayer = (targetWallet: string) =>
  sendEvent("chat-moderate:mute", { targetWallet, durationMinutes: muteMinutes });

export const banPlayer = (targetWallet: string) =>
  sendEvent("chat-moderate:ban", { targetWallet, durationHours: banHours });

export const deleteMessage = (messageId: string) => sendEvent("chat-moderate:delete-message", { messageId });

export const purgeMessages = (targetWallet: string) =>
  sendEvent("chat-moderate:delete-last-messages-of-user", { targetWallet, count: deletedMessages });

/** Says how it went, and whether it went well. */
export async function tellOutcome(
  done: Promise<Result<unknown, RefusalCode>>,
  text: string,
): Promise<boolean> {
  const outcome = await done;
  if (outcome.ok) toast.good(text);
  else toast.bad(refusalText(outcome));
  return outcome.ok;
}
