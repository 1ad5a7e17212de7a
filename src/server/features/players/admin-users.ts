import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { adminUser } from "../../../contract/players/admin-players.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { refuse, ok, type Result } from "../../../domain/result.ts";
import { balancesOf } from "../../foundation/books/ledger.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { playerTotals } from "../../foundation/db/schema/player-days.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { readRestrictions } from "./read-restrictions.ts";

export type AdminUser = z.output<typeof adminUser>;

export interface AdminUserPorts {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "balance">;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

const playerRow = { user: users, wagered: playerTotals.wagered, won: playerTotals.won };

/**
 * Players with their totals staked and won, which exist from the creation of the profile; callers filter, order and
 * limit it.
 */
export const selectPlayers = (q: Queryable) =>
  q.select(playerRow).from(users).innerJoin(playerTotals, eq(playerTotals.wallet, users.wallet));
export type PlayerRow = Awaited<ReturnType<typeof selectPlayers>>[number];

/** Players as admins see them: with roles, restrictions and balances, but without balances on the chain. */
export async function asAdminUsers(
  { db, clock, listAdmins }: Omit<AdminUserPorts, "chain">,
  rows: readonly PlayerRow[],
): Promise<readonly AdminUser[]> {
  const wallets = rows.map(({ user }) => user.wallet);
  const balances = await balancesOf(db, wallets.map(balanceAccount));
  const restrictionOf = await readRestrictions(db, wallets, new Date(clock.now()));
  const admins = new Set(await listAdmins(db));
  const moderators = new Set((await readSettings(db)).chatModerators);
  return rows.map(({ user, wagered, won }) => {
    const { wallet } = user;
    const [mute, ban] = [restrictionOf(wallet, "mute"), restrictionOf(wallet, "ban")];
    const chatBan = restrictionOf(wallet, "chat_ban");
    return {
      wallet_address: wallet,
      username: user.username,
      balance: balances.get(balanceAccount(wallet)) ?? ZERO,
      onchain_balance: null,
      ref_by: user.referrer,
      muted: mute !== null,
      muted_until: mute?.until ?? null,
      banned: ban !== null,
      banned_until: ban?.until ?? null,
      chat_banned_until: chatBan?.until ?? null,
      chat_banned_by: chatBan?.by ?? null,
      isAdmin: admins.has(wallet),
      isChatModerator: moderators.has(wallet),
      is_streamer: user.isStreamer,
      is_partner: user.isPartner,
      total_wagered: wagered,
      total_won: won,
      created_at: user.createdAt,
    };
  });
}

/** One player as admins see them, with the wallet's balance on the chain if that answers. */
export async function readAdminUser(
  ports: AdminUserPorts,
  wallet: string,
): Promise<Result<{ readonly user: AdminUser }, "USER_NOT_FOUND">> {
  const rows = await selectPlayers(ports.db).where(eq(users.wallet, wallet));
  const [user] = await asAdminUsers(ports, rows);
  if (user === undefined) return refuse("USER_NOT_FOUND");
  const onchain_balance = await orUnavailable(ports.chain.balance(wallet));
  return ok({ user: { ...user, onchain_balance } });
}

const balanceAccount = (wallet: string) => `user:${wallet}` as const;
