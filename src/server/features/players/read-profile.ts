import { eq, sum } from "drizzle-orm";
import { type Lamports, ZERO } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { balanceOf } from "../../foundation/books/ledger.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { playerTotals } from "../../foundation/db/schema/player-days.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { referralTotals } from "../../foundation/db/schema/referrals.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

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
  /** From when on the name can be changed again; null for now. */
  readonly nameChangeableAt: Date | null;
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
  { db, chain, clock }: { readonly db: Db; readonly chain: Pick<Chain, "balance">; readonly clock: Clock },
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
          nameChangeableAt:
            user.nameChangeableAt !== null && user.nameChangeableAt.getTime() > clock.now()
              ? user.nameChangeableAt
              : null,
          referrer: user.referrer,
          balance: await balanceOf(db, `user:${wallet}`),
          onchainBalance: isOwner ? await orUnavailable(chain.balance(wallet)) : null,
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
