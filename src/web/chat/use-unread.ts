import { useLobby } from "./lobby.ts";
import { unreadCount } from "./lobby-state.ts";

/** How many messages of others came since the player looked at the newest. */
export function useUnread(own: string): number {
  return useLobby((state) => unreadCount(state, (wallet) => wallet === own));
}
