import { useIsBlocked } from "./blocks.ts";
import { useLobby } from "./lobby.ts";
import { unreadCount } from "./lobby-state.ts";

/**
 * How many messages from others arrived since the player last looked at the newest; those of blocked players do not
 * count.
 */
export function useUnread(own: string): number {
  const isBlocked = useIsBlocked(own);
  return useLobby((state) => unreadCount(state, (wallet) => wallet === own || isBlocked(wallet)));
}
