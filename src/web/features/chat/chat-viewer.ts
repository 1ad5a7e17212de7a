import { useQuery } from "@tanstack/react-query";
import type { ChatMessage } from "../../../contract/chat/chat.ts";
import { sessionQuery } from "../../foundation/lib/player.ts";

/** Who is looking at the chat: the session's wallet, and whether it moderates. */
export interface ChatViewer {
  readonly address: string | null;
  readonly moderates: boolean;
  readonly isAdmin: boolean;
}

/**
 * Whether somebody may act on the author of a message: only admins may act on moderators and admins (rule LIMITS-16).
 */
export const mayActOn = (
  { moderates, isAdmin }: ChatViewer,
  author: Pick<ChatMessage, "isAdmin" | "isModerator">,
): boolean => isAdmin || (moderates && !author.isAdmin && !author.isModerator);

/** Roles follow the session, which is refetched when the socket reports a change. */
export function useChatViewer(): ChatViewer {
  const { data } = useQuery(sessionQuery);
  return {
    address: data?.wallet ?? null,
    moderates: data !== undefined && (data.isModerator || data.isAdmin),
    isAdmin: data?.isAdmin ?? false,
  };
}
