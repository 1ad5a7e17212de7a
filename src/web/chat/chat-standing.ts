import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../lib/player.ts";

/** Who looks at the chat: the session's wallet, and whether it moderates. */
export interface ChatStanding {
  readonly address: string | null;
  readonly moderates: boolean;
}

/** Roles follow the session, which is asked for anew when the socket tells of other ones. */
export function useChatStanding(): ChatStanding {
  const { data } = useQuery(sessionQuery);
  return {
    address: data?.wallet ?? null,
    moderates: data !== undefined && (data.isModerator || data.isAdmin),
  };
}
