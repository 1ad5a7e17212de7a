import { asc, inArray } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { users } from "../../foundation/db/schema/players.ts";

type Admins = Reply<Api["listAdmins"]>["admins"];

/** Every admin, with or without a profile: those of the environment, then those appointed, oldest first. */
export async function listAdmins(q: Queryable, configured: readonly string[]): Promise<Admins> {
  const rows = await q.select().from(admins).orderBy(asc(admins.appointedAt), asc(admins.wallet));
  const appointed = rows.filter(({ wallet }) => !configured.includes(wallet));
  const wallets = [...configured, ...appointed.map(({ wallet }) => wallet)];
  const profiles = await q
    .select({ wallet: users.wallet, username: users.username })
    .from(users)
    .where(inArray(users.wallet, wallets));
  const names = new Map(profiles.map(({ wallet, username }) => [wallet, username]));
  const listed = (wallet: string) => ({ wallet_address: wallet, username: names.get(wallet) ?? null });
  return [
    ...configured.map((wallet) => ({ ...listed(wallet), appointed_at: null, appointed_by: null })),
    ...appointed.map(({ wallet, appointedAt, appointedBy }) => ({
      ...listed(wallet),
      appointed_at: appointedAt,
      appointed_by: appointedBy,
    })),
  ];
}
