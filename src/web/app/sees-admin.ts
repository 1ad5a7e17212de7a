import { useQuery } from "@tanstack/react-query";
import { type Session, sessionQuery } from "../foundation/lib/player.ts";
import { useWallet } from "../foundation/lib/wallet/wallet-store.ts";

interface Situation {
  readonly isConnected: boolean;
  /** Undefined until the server has answered, or if it does not. */
  readonly session: Session | undefined;
}

/**
 * Whether the link to the admin panel is shown: to a connected wallet whose session the server calls an admin's, with
 * or without a profile (rule ACCESS-7).
 */
export const seesAdmin = ({ isConnected, session }: Situation): boolean =>
  isConnected && session?.isAdmin === true;

/** {@link seesAdmin} for the person using the page. */
export function useSeesAdmin(): boolean {
  const isConnected = useWallet((state) => state.account !== null);
  const { data: session } = useQuery(sessionQuery);
  return seesAdmin({ isConnected, session });
}
