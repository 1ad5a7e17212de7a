import { and, desc, eq, gt, ilike, inArray, isNull, max, or, sql } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ZERO } from "../../domain/lamports.ts";
import { ok, type Result } from "../../domain/result.ts";
import { balancesOf } from "../books/ledger.ts";
import type { Queryable } from "../db/database.ts";
import { playerTotals } from "../db/schema/player-days.ts";
import { restrictions, users } from "../db/schema/players.ts";
import { userCursor, usersBehind } from "../db/user-cursor.ts";
import { readSettings } from "../settings/stored-settings.ts";
import type { Clock } from "../ports.ts";

type PlayerList = Reply<Api["listUsers"]>;

interface Ports {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The beginning of a username or a wallet. */
  readonly search?: string | undefined;
}

/**
 * Players as admins see them, newest first, with roles and restrictions (rule ACCESS-7). The cursor is the time and the
 * wallet of the last player shown.
 */
export async function listPlayers(
  { db, clock, listAdmins }: Ports,
  { limit, cursor, search = "" }: Page,
): Promise<Result<PlayerList, "INVALID_INPUT">> {
  const behind = usersBehind(cursor);
  if (!behind.ok) return behind;
  const begin = `${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isFound =
    search === ""
      ? undefined
      : or(ilike(users.username, begin), sql`starts_with(${users.wallet}, ${search})`);
  const rows = await db
    .select({ user: users, wagered: playerTotals.wagered, won: playerTotals.won })
    .from(users)
    .leftJoin(playerTotals, eq(playerTotals.wallet, users.wallet))
    .where(and(behind.value, isFound))
    .orderBy(desc(users.createdAt), desc(users.wallet))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const wallets = shown.map(({ user }) => user.wallet);
  const balances = await balancesOf(db, wallets.map(balanceAccount));
  const restrictedUntil = await restrictionsOf(db, wallets, new Date(clock.now()));
  const admins = new Set(await listAdmins(db));
  const moderators = new Set((await readSettings(db)).chatModerators);
  const end = shown.at(-1)?.user;
  return ok({
    users: shown.map(({ user, wagered, won }) => {
      const { wallet } = user;
      const [mutedUntil, bannedUntil] = [restrictedUntil(wallet, "mute"), restrictedUntil(wallet, "ban")];
      return {
        wallet_address: wallet,
        username: user.username,
        balance: balances.get(balanceAccount(wallet)) ?? ZERO,
        onchain_balance: null,
        ref_by: user.referrer,
        muted: mutedUntil !== null,
        muted_until: mutedUntil,
        banned: bannedUntil !== null,
        banned_until: bannedUntil,
        isAdmin: admins.has(wallet),
        isChatModerator: moderators.has(wallet),
        is_streamer: user.isStreamer,
        is_partner: user.isPartner,
        total_wagered: wagered ?? ZERO,
        total_won: won ?? ZERO,
        created_at: user.createdAt,
      };
    }),
    nextCursor: rows.length > limit && end ? userCursor(end) : null,
  });
}

const balanceAccount = (wallet: string) => `user:${wallet}` as const;

type Restriction = (typeof restrictions.$inferSelect)["kind"];

/** Until when each of the wallets is restricted at the moment; several of a kind last as long as the longest. */
async function restrictionsOf(
  q: Queryable,
  wallets: readonly string[],
  now: Date,
): Promise<(wallet: string, kind: Restriction) => Date | null> {
  const rows = await q
    .select({ wallet: restrictions.wallet, kind: restrictions.kind, until: max(restrictions.until) })
    .from(restrictions)
    .where(
      and(
        inArray(restrictions.wallet, [...wallets]),
        gt(restrictions.until, now),
        isNull(restrictions.liftedAt),
      ),
    )
    .groupBy(restrictions.wallet, restrictions.kind);
  return (wallet, kind) => rows.find((row) => row.wallet === wallet && row.kind === kind)?.until ?? null;
}
