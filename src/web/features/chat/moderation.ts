import { moderationLimits } from "../../../contract/chat/chat.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type { Result } from "../../../domain/result.ts";
import { hasOwnText, refusalText } from "../../foundation/lib/call-refused.ts";
import { sendEvent } from "../../foundation/lib/socket.ts";
import { toast } from "../../foundation/ui/toast.ts";

const { muteMinutes, banHours, deletedMessages } = moderationLimits;

/** What moderators can do: as much as they may, which is what the specification allows. */
export const mutePlayer = (targetWallet: string) =>
  sendEvent("chat-moderate:mute", { targetWallet, durationMinutes: muteMinutes });

export const banPlayer = (targetWallet: string) =>
  sendEvent("chat-moderate:ban", { targetWallet, durationHours: banHours });

export const deleteMessage = (messageId: string) => sendEvent("chat-moderate:delete-message", { messageId });

export const purgeMessages = (targetWallet: string) =>
  sendEvent("chat-moderate:delete-last-messages-of-user", { targetWallet, count: deletedMessages });

interface OutcomeTexts {
  readonly done: string;
  /** Shown if the server gives no reason. */
  readonly failed: string;
}

/** Reports the outcome: a failure in the server's words, or in the action's own. */
export async function tellOutcome(
  action: Promise<Result<unknown, RefusalCode>>,
  texts: OutcomeTexts,
): Promise<void> {
  const outcome = await action;
  if (outcome.ok) toast.good(texts.done);
  else toast.bad(hasOwnText(outcome) ? refusalText(outcome) : texts.failed);
}
