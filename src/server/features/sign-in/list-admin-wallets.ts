import type { Admin } from "../../../domain/second-admin.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { admins } from "../../foundation/db/schema/admins.ts";

/** Every admin's wallet: those from the environment and those appointed by an admin (rule ACCESS-3). */
export async function listAdminWallets(
  q: Queryable,
  configured: readonly string[],
): Promise<readonly string[]> {
  const appointed = await q.select({ wallet: admins.wallet }).from(admins);
  return [...new Set([...configured, ...appointed.map(({ wallet }) => wallet)])];
}

interface Origins {
  /** The wallets from the environment. */
  readonly configured: readonly string[];
  readonly isLocal: boolean;
}

/**
 * Every admin, with who appointed whom. In local mode a wallet that made itself an admin counts as of the environment.
 */
export async function readAdmins(q: Queryable, { configured, isLocal }: Origins): Promise<readonly Admin[]> {
  const rows = await q.select().from(admins);
  return [
    ...configured.map((wallet) => ({ wallet, appointed: null })),
    ...rows
      .filter(({ wallet }) => !configured.includes(wallet))
      .map(({ wallet, appointedBy: by, appointedAt }) => ({
        wallet,
        appointed: isLocal && by === wallet ? null : { by, atMs: appointedAt.getTime() },
      })),
  ];
}
