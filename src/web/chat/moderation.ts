import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Result } from "../../domain/result.ts";
import { refusalText } from "../lib/call-refused.ts";
import { sendEvent } from "../lib/socket.ts";
import { toast } from "../ui/toast.ts";

/** What moderators do, as the specification has it (rule CHAT-30). */
export const MUTE_MINUTES = 10;
export const BAN_HOURS = 24;
export const PURGED_MESSAGES = 5;

export const mutePlayer = (targetWallet: string) =>
  sendEvent("chat-moderate:mute", { targetWallet, durationMinutes: MUTE_MINUTES });

export const banPlayer = (targetWallet: string) =>
  sendEvent("chat-moderate:ban", { targetWallet, durationHours: BAN_HOURS });

export const deleteMessage = (messageId: string) => sendEvent("chat-moderate:delete-message", { messageId });

export const purgeMessages = (targetWallet: string) =>
  sendEvent("chat-moderate:delete-last-messages-of-user", { targetWallet, count: PURGED_MESSAGES });

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
