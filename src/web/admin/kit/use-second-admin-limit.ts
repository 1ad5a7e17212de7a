import type { Lamports } from "../../../domain/lamports.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import { useAdminAddress } from "./admin-address.ts";
import { useAnswer } from "./use-rows.ts";

/** Amounts above this need the approval of another admin (rule IDENTITY-5); null until it is known. */
export function useSecondAdminLimit(): Lamports | null {
  const walletAddress = useAdminAddress();
  const { data } = useAnswer("listSettings", { query: { walletAddress } });
  const stored = data?.settings.find(({ setting_key: key }) => key === "second_admin_above_sol");
  const limit = parseSol(stored?.setting_value ?? "");
  return limit.ok ? limit.value : null;
}
