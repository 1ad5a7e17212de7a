import { eq } from "drizzle-orm";
import { type Refused, refuse } from "../../../domain/result.ts";
import type { Queryable } from "../db/database.ts";
import { users } from "../db/schema/players.ts";

/**
 * The refusal if a wallet has no profile, or null. Anybody has any number of wallets, so only those with a profile may
 * store anything (rule GROWTH-1).
 */
export async function refuseWithoutProfile(
  q: Queryable,
  wallet: string,
): Promise<Refused<"PROFILE_REQUIRED"> | null> {
  const [known] = await q.select({ wallet: users.wallet }).from(users).where(eq(users.wallet, wallet));
  return known === undefined ? refuse("PROFILE_REQUIRED") : null;
}
