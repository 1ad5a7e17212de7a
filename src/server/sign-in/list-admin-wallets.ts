import type { Queryable } from "../db/database.ts";
import { admins } from "../db/schema/admins.ts";

/** Every admin: those from the environment and those appointed by an admin (rule ACCESS-3). */
export async function listAdminWallets(
  q: Queryable,
  configured: readonly string[],
): Promise<readonly string[]> {
  const appointed = await q.select({ wallet: admins.wallet }).from(admins);
  return [...new Set([...configured, ...appointed.map(({ wallet }) => wallet)])];
}
