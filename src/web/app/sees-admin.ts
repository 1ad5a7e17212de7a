import type { Session } from "../lib/player.ts";

interface Situation {
  readonly isConnected: boolean;
  /** Undefined while the server has not answered, or does not. */
  readonly session: Session | undefined;
}

/**
 * Whether the way to the admin panel is shown: to a connected wallet whose session the server calls an admin's, with or
 * without a profile (rule ACCESS-7).
 */
export const seesAdmin = ({ isConnected, session }: Situation): boolean =>
  isConnected && session?.isAdmin === true;
