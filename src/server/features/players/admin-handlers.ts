import { signedLamports } from "../../../domain/lamports.ts";
import { type Result, ok } from "../../../domain/result.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { PerformOrAsk } from "../../foundation/house-actions.ts";
import type { Broadcast, Entropy } from "../../foundation/ports.ts";
import { type AdminUserPorts, readAdminUser } from "./admin-users.ts";
import { changeReferrerAction } from "./change-referrer.ts";
import { changeRolesAction } from "./change-roles.ts";
import { listAdmins } from "./list-admins.ts";
import { renamePlayer } from "./rename-player.ts";
import { type AdjustmentRow, changeBalanceAction } from "./set-balance.ts";
import { banWallet, liftInChat, mutePlayer, unbanWallet } from "./restrict-player.ts";

/** What the specification's user editor uses when no time is given. */
const DEFAULT_HOURS = 24;

export interface AdminPlayerPorts extends AdminUserPorts {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  /** Performs an action that moves house money at once, or queues it for another admin's approval. */
  readonly performOrAsk: PerformOrAsk;
  /** The admins from the environment. */
  readonly adminWallets: readonly string[];
  readonly isLocal: boolean;
  /** Adds a wallet to the list of chat moderators, or removes it. */
  readonly setModerator: (change: {
    readonly wallet: string;
    readonly isModerator: boolean;
    readonly by: string;
    readonly reason: string | null;
  }) => Promise<Result<boolean, "SETTING_INVALID">>;
  /** Notifies a player's open pages of what they may do in chat now. */
  readonly chatRightsChanged: (wallet: string) => Promise<void>;
}

/** What admins can see and change about one player (rules USERS-3, USERS-4, USERS-5 and USERS-6). */
export const adminPlayerHandlers = (ports: AdminPlayerPorts) => {
  const details = async (wallet: string) => {
    const found = await readAdminUser(ports, wallet);
    return found.ok ? ok({ ...found.value, isChatModerator: found.value.user.isChatModerator }) : found;
  };
  /** The player after a change, and whether it made a difference (rule EFFECT-1). */
  const after = async <Code extends RefusalCode>(wallet: string, changed: Promise<Result<boolean, Code>>) => {
    const done = await changed;
    if (!done.ok) return done;
    const found = await readAdminUser(ports, wallet);
    return found.ok ? ok({ ...found.value, changed: done.value }) : found;
  };
  /** A wallet without a profile has no player to show. */
  const userOf = async (wallet: string) => {
    const found = await readAdminUser(ports, wallet);
    return found.ok ? found.value.user : null;
  };
  const afterBan = async <Code extends RefusalCode>(
    wallet: string,
    changed: Promise<Result<boolean, Code>>,
  ) => {
    const done = await changed;
    return done.ok ? ok({ user: await userOf(wallet), changed: done.value }) : done;
  };
  const inChat = async <Code extends RefusalCode>(
    wallet: string,
    changed: Promise<Result<boolean, Code>>,
  ) => {
    const done = await changed;
    if (done.ok && done.value) await ports.chatRightsChanged(wallet);
    return done;
  };
  return {
    getUserDetails: ({ params: { wallet } }) => details(wallet),

    setUsername: (
      { body: { walletAddress: wallet, newUsername: username, reason = null } },
      { wallet: by },
    ) => after(wallet, renamePlayer(ports, { wallet, username, by, reason })),

    async setReferrer({ body: { walletAddress, referrer, reason = null } }, { wallet: by }) {
      const request = { walletAddress, referrer };
      const outcome = await ports.performOrAsk(changeReferrerAction, { request, by, reason });
      if (!outcome.ok) return outcome;
      const found = await readAdminUser(ports, walletAddress);
      const { done, approval } = outcome.value;
      return found.ok ? ok({ ...found.value, changed: done ?? false, approval }) : found;
    },

    async setBalance(
      { body: { walletAddress: wallet, expectedBalance, newBalance, reason = null } },
      { wallet: by },
    ) {
      const request = { walletAddress: wallet, change: signedLamports(newBalance - expectedBalance) };
      const action = changeBalanceAction(ports, expectedBalance);
      const outcome = await ports.performOrAsk(action, { request, by, reason });
      if (!outcome.ok) return outcome;
      const { done, approval } = outcome.value;
      return ok({ user: await userOf(wallet), adjustment: done && asAdjustment(done), approval });
    },

    muteUser: (
      { body: { walletAddress: wallet, duration: hours = DEFAULT_HOURS, reason = null } },
      { wallet: by },
    ) => after(wallet, inChat(wallet, mutePlayer(ports, { wallet, hours, reason, by }))),

    unmuteUser: ({ body: { walletAddress: wallet, reason = null } }, { wallet: by }) =>
      after(wallet, inChat(wallet, liftInChat(ports, "mute", { wallet, reason, by }))),

    banUser: (
      { body: { walletAddress: wallet, duration: hours = DEFAULT_HOURS, reason = null } },
      { wallet: by },
    ) => afterBan(wallet, banWallet(ports, { wallet, hours, reason, by })),

    unbanUser: ({ body: { walletAddress: wallet, reason = null } }, { wallet: by }) =>
      afterBan(wallet, unbanWallet(ports, { wallet, reason, by })),

    chatUnbanUser: ({ body: { walletAddress: wallet, reason = null } }, { wallet: by }) =>
      after(wallet, inChat(wallet, liftInChat(ports, "chat_ban", { wallet, reason, by }))),

    async setChatModerator({ body: { walletAddress: wallet, isModerator, reason = null } }, { wallet: by }) {
      const known = await readAdminUser(ports, wallet);
      return known.ok ? after(wallet, ports.setModerator({ wallet, isModerator, by, reason })) : known;
    },

    async setRoles({ body: { adminWallet: _by, reason = null, ...request } }, { wallet: by }) {
      const outcome = await ports.performOrAsk(changeRolesAction(ports), { request, by, reason });
      if (!outcome.ok) return outcome;
      const { done, approval } = outcome.value;
      return ok({ user: await userOf(request.walletAddress), changed: done ?? false, approval });
    },

    listAdmins: async () => ok({ admins: await listAdmins(ports.db, ports.adminWallets) }),
  } satisfies Partial<Handlers>;
};

const asAdjustment = ({ previousBalance, newBalance }: AdjustmentRow) => ({
  previous_balance: previousBalance,
  new_balance: newBalance,
  adjustment_amount: signedLamports(newBalance - previousBalance),
});
