import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { useAdminAddress } from "./admin-address.ts";
import { useAnswer } from "./use-rows.ts";

/**
 * What this admin may still move alone: the limit less what was moved in the last 24 hours (rule IDENTITY-5). Larger
 * amounts need the approval of another admin; null until it is known.
 */
export function useLeftAlone(): Lamports | null {
  const walletAddress = useAdminAddress();
  const { data } = useAnswer("listApprovals", { query: { walletAddress } });
  if (data === undefined) return null;
  const { movedAlone, mayMoveAlone } = data;
  return lamports(mayMoveAlone > movedAlone ? mayMoveAlone - movedAlone : 0n);
}
