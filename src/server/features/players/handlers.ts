import type { User } from "../../../contract/players/players.ts";
import { ok } from "../../../domain/result.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { changeUsername } from "./change-username.ts";
import { createProfile } from "./create-profile.ts";
import { listPlayers } from "./list-players.ts";
import { listBannedWallets, listUnprofiled, readUnprofiled } from "./unprofiled-wallets.ts";
import { readPresets, writePresets } from "./presets.ts";
import { type Profile, readProfile } from "./read-profile.ts";
import { readLastRaces } from "./read-last-races.ts";
import { readDailyStats } from "./read-daily-stats.ts";
import { setPrivacy } from "./set-privacy.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import type { Caller, Handlers } from "../../foundation/http/handler.ts";

export interface PlayerPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "balance">;
  /** The names of the titles that these wallets wear; wallets without one are left out. */
  readonly readActiveTitles: (
    q: Queryable,
    wallets: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

export const playerHandlers = (ports: PlayerPorts) => {
  const profile = async (wallet: string, caller: Caller) => {
    const found = await readProfile(ports, wallet, caller);
    if (!found.ok) return found;
    const titles = await ports.readActiveTitles(ports.db, [wallet]);
    return ok({ user: userOnTheWire(found.value, titles.get(wallet) ?? null) });
  };
  const calls = {
    getUser: ({ params }, caller) => profile(params.wallet, caller),

    getUserStats: ({ params: { wallet }, query: { period = "month" } }, caller) =>
      readDailyStats(ports, { wallet, period, seesAll: caller.isAdmin || caller.wallet === wallet }),

    getLastRaces: ({ params: { wallet } }, caller) =>
      readLastRaces(ports.db, { wallet, seesAll: caller.isAdmin || caller.wallet === wallet }),

    async createUser({ body }, caller) {
      const made = await createProfile(ports, {
        wallet: caller.wallet,
        username: body.username,
        referrer: body.referrer ?? null,
      });
      if (!made.ok) return made;
      const found = await profile(caller.wallet, caller);
      if (!found.ok) throw new Error(`the new profile of ${caller.wallet} is not found`);
      return found;
    },

    async updateUsername({ body }, caller) {
      const changed = await changeUsername(ports, { wallet: caller.wallet, username: body.username });
      return changed.ok ? profile(caller.wallet, caller) : changed;
    },

    async setPrivacy({ body }, caller) {
      const set = await setPrivacy(ports, { wallet: caller.wallet, enabled: body.enabled });
      return set.ok ? profile(caller.wallet, caller) : set;
    },

    listUsers: ({ query: { limit = DEFAULT_PAGE, ...query } }) => listPlayers(ports, { limit, ...query }),

    listUnprofiledWallets: ({ query: { limit = DEFAULT_PAGE, ...query } }) =>
      listUnprofiled(ports.db, { limit, ...query }),

    listBannedWallets: async () => ok(await listBannedWallets(ports)),

    getUnprofiledWallet: async ({ params: { wallet } }) => ok(await readUnprofiled(ports, wallet)),

    getPresets: async (_input, { wallet }) => ok({ presets: await readPresets(ports, wallet) }),

    async setPresets({ body }, { wallet }) {
      const stored = await writePresets(ports, wallet, body.presets);
      return stored.ok ? ok({ presets: await readPresets(ports, wallet) }) : stored;
    },
  } satisfies Partial<Handlers>;
  return { calls, readUser: profile };
};

function userOnTheWire({ own, stats, ...profile }: Profile, activeTitle: string | null): User {
  return {
    wallet_address: profile.wallet,
    username: profile.username,
    username_changeable_at: own?.nameChangeableAt ?? null,
    balance: own?.balance ?? null,
    onchain_balance: own?.onchainBalance ?? null,
    created_at: profile.createdAt,
    is_streamer: profile.isStreamer,
    is_partner: profile.isPartner,
    isChatModerator: profile.isChatModerator,
    streamer_privacy_enabled: profile.streamerPrivacyEnabled,
    referrer: own?.referrer ?? null,
    total_wagered: stats?.totalWagered ?? null,
    total_won: stats?.totalWon ?? null,
    races_played: stats?.racesPlayed ?? null,
    races_won: stats?.racesWon ?? null,
    referral_earnings: stats?.referralEarnings ?? null,
    current_win_streak: profile.currentWinStreak,
    active_title: activeTitle,
  };
}
