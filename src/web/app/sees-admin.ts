import type { Session } from "../lib/player.ts";
import type { Feature } from "../live/slots.tsx";

/** Where the admin panel has its page, as soon as a feature brings it. */
export const ADMIN_PATH = "/admin";

interface Situation {
  readonly isConnected: boolean;
  /** Undefined while the server has not answered, or does not. */
  readonly session: Session | undefined;
  readonly features: readonly Feature[];
}

/**
 * Whether the way to the admin panel is shown: to a connected wallet whose session the server calls an admin's, with or
 * without a profile (rule ACCESS-7).
 */
export const seesAdmin = ({ isConnected, session, features }: Situation): boolean =>
  isConnected &&
  session?.isAdmin === true &&
  features.some(({ pages = [] }) => pages.some(({ paths }) => paths.includes(ADMIN_PATH)));
