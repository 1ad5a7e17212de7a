import { eq, sum } from "drizzle-orm";
import { type Lamports, ZERO } from "../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { balanceOf } from "../books/ledger.ts";
import type { Db, Queryable } from "../db/database.ts";
import { playerTotals } from "../db/schema/player-days.ts";
import { users } from "../db/schema/players.ts";
import { referralTotals } from "../db/schema/referrals.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { Chain } from "../ports.ts";
import { readSettings } from "../settings/stored-settings.ts";

export interface Profile {
  readonly wallet: string;
  readonly username: string;
  readonly createdAt: Date;
  readonly isStreamer: boolean;
  readonly isPartner: boolean;
  readonly isChatModerator: boolean;
  readonly streamerPrivacyEnabled: boolean;
  /** Null where a streamer's privacy hides it. */
  readonly currentWinStreak: number | null;
  /** For its owner and admins; null for others. */
  readonly own: OwnPart | null;
  /** Null where a streamer's privacy hides it. */
  readonly stats: Stats | null;
}

interface OwnPart {
  readonly balance: Lamports;
  /** Null when the chain does not answer, and for admins. */
  readonly onchainBalance: Lamports | null;
  readonly referrer: string | null;
}

/** Figures of settled bets in real money; play money is never counted. */
interface Stats {
  readonly totalWagered: Lamports;
  readonly totalWon: Lamports;
  readonly racesPlayed: number;
  readonly racesWon: number;
  readonly referralEarnings: Lamports;
}

interface Viewer {
  readonly wallet: string | null;
  readonly isAdmin: boolean;
}

/**
 * A profile as one viewer may see it: a streamer's figures are shown only to the streamer and to admins (rule
 * PRIVACY-4).
 */
export async function readProfile(
  { db, chain }: { readonly db: Db; readonly chain: Pick<Chain, "balance"> },
  wallet: string,
  viewer: Viewer,
): Promise<Result<Profile, "PROFILE_NOT_FOUND">> {
  const [user] = await db.select().from(users).where(eq(users.wallet, wallet));
  if (user === undefined) return refuse("PROFILE_NOT_FOUND");
  const isOwner = viewer.wallet === wallet;
  const seesAll = isOwner || viewer.isAdmin;
  const isHidden = user.hidesFigures && !seesAll;
  const { username, createdAt, isStreamer, isPartner } = user;
  return ok({
    wallet,
    username,
    createdAt,
    isStreamer,
    isPartner,
    isChatModerator: (await readSettings(db)).chatModerators.includes(wallet),
    streamerPrivacyEnabled: user.streamerPrivacyEnabled,
    currentWinStreak: isHidden ? null : user.currentWinStreak,
    stats: isHidden ? null : await readStats(db, wallet),
    own: seesAll
      ? {
          referrer: user.referrer,
          balance: await balanceOf(db, `user:${wallet}`),
          onchainBalance: isOwner ? await orUnavailable(chain.balance(wallet, "confirmed")) : null,
        }
      : null,
  });
}

async function readStats(q: Queryable, wallet: string): Promise<Stats> {
  const [played] = await q.select().from(playerTotals).where(eq(playerTotals.wallet, wallet));
  // Summed per referred player, as in their list (rule REFERRAL-3), not per race.
  const [referred] = await q
    .select({ earned: sum(referralTotals.earned).mapWith(referralTotals.earned) })
    .from(referralTotals)
    .where(eq(referralTotals.referrer, wallet));
  return {
    totalWagered: played?.wagered ?? ZERO,
    totalWon: played?.won ?? ZERO,
    racesPlayed: played?.races ?? 0,
    racesWon: played?.wins ?? 0,
    referralEarnings: referred?.earned ?? ZERO,
  };
}
