import { signedLamports } from "../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../domain/result.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Db } from "../db/database.ts";
import type { Handlers } from "../http/handler.ts";
import type { PerformOrAsk } from "../house-actions.ts";
import type { Broadcast, Entropy } from "../ports.ts";
import { type AdminUserPorts, readAdminUser } from "./admin-users.ts";
import { changeReferrer, changeRoles, renamePlayer } from "./change-player.ts";
import { listAdmins } from "./list-admins.ts";
import { type AdjustmentRow, setBalanceAction } from "./set-balance.ts";
import { liftRestriction, restrictPlayer } from "./restrict-player.ts";

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
  /** Adds a wallet to the list of chat moderators, or removes it. */
  readonly setModerator: (change: {
    readonly wallet: string;
    readonly isModerator: boolean;
    readonly by: string;
    readonly reason: string | null;
  }) => Promise<Result<undefined, "SETTING_INVALID">>;
  /** Notifies a player's open pages of what they may do in chat now. */
  readonly chatStandingChanged: (wallet: string) => Promise<void>;
}

/** What admins can see and change about one player (rules USERS-1 to USERS-6). */
export const adminPlayerHandlers = (ports: AdminPlayerPorts) => {
  const details = async (wallet: string) => {
    const found = await readAdminUser(ports, wallet);
    return found.ok ? ok({ ...found.value, isChatModerator: found.value.user.isChatModerator }) : found;
  };
  /** The player after a successful change. */
  const after = async (wallet: string, changed: Promise<Result<undefined, RefusalCode>>) => {
    const done = await changed;
    return done.ok ? readAdminUser(ports, wallet) : done;
  };
  /** A wallet without a profile has no player to show. */
  const withRoles = async (wallet: string, changed: Result<undefined, RefusalCode>) => {
    if (!changed.ok) return changed;
    const found = await readAdminUser(ports, wallet);
    return ok({ user: found.ok ? found.value.user : null });
  };
  const inChat = async (wallet: string, changed: Promise<Result<undefined, RefusalCode>>) => {
    const done = await changed;
    if (done.ok) await ports.chatStandingChanged(wallet);
    return done;
  };
  return {
    getUserDetails: ({ params: { wallet } }) => details(wallet),

    setUsername: (
      { body: { walletAddress: wallet, newUsername: username, reason = null } },
      { wallet: by },
    ) => after(wallet, renamePlayer(ports, { wallet, username, by, reason })),

    setReferrer: ({ body: { walletAddress: wallet, referrer, reason = null } }, { wallet: by }) =>
      after(wallet, changeReferrer(ports, { wallet, referrer, by, reason })),

    async setBalance(
      { body: { walletAddress: wallet, expectedBalance, newBalance, reason = null } },
      { wallet: by },
    ) {
      const request = { walletAddress: wallet, expectedBalance, newBalance };
      const outcome = await ports.performOrAsk(setBalanceAction(ports), { request, by, reason });
      if (!outcome.ok) return outcome;
      const { done, approval } = outcome.value;
      const found = await readAdminUser(ports, wallet);
      return ok({
        user: found.ok ? found.value.user : null,
        adjustment: done && asAdjustment(done),
        approval,
      });
    },

    muteUser: (
      { body: { walletAddress: wallet, duration: hours = DEFAULT_HOURS, reason = null } },
      { wallet: by },
    ) => after(wallet, inChat(wallet, restrictPlayer(ports, { kind: "mute", wallet, hours, reason, by }))),

    unmuteUser: ({ body: { walletAddress: wallet, reason = null } }, { wallet: by }) =>
      after(wallet, inChat(wallet, liftRestriction(ports, { kind: "mute", wallet, reason, by }))),

    banUser: (
      { body: { walletAddress: wallet, duration: hours = DEFAULT_HOURS, reason = null } },
      { wallet: by },
    ) => after(wallet, restrictPlayer(ports, { kind: "ban", wallet, hours, reason, by })),

    unbanUser: ({ body: { walletAddress: wallet, reason = null } }, { wallet: by }) =>
      after(wallet, liftRestriction(ports, { kind: "ban", wallet, reason, by })),

    async setChatModerator({ body: { walletAddress: wallet, isModerator, reason = null } }, { wallet: by }) {
      const known = await readAdminUser(ports, wallet);
      return known.ok ? after(wallet, ports.setModerator({ wallet, isModerator, by, reason })) : known;
    },

    setRoles: async (
      { body: { walletAddress: wallet, reason = null, ...roles } },
      { wallet: by, isSteppedUp },
    ) =>
      // An admin who can appoint admins can give everything away (rule ACCESS-8).
      roles.isAdmin !== undefined && !isSteppedUp
        ? refuse("STEP_UP_REQUIRED")
        : withRoles(wallet, await changeRoles(ports, { wallet, by, reason, ...roles })),

    listAdmins: async () => ok({ admins: await listAdmins(ports.db, ports.adminWallets) }),
  } satisfies Partial<Handlers>;
};

const asAdjustment = ({ previousBalance, newBalance }: AdjustmentRow) => ({
  previous_balance: previousBalance,
  new_balance: newBalance,
  adjustment_amount: signedLamports(newBalance - previousBalance),
});
