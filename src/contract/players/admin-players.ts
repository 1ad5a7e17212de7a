import * as z from "zod/mini";
import { approval } from "../approvals/approvals.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { instant, nextCursor, signedSol, sol, solInput, text, wallet, whole } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/typed-text.ts";

/** A player as admins see it. */
export const adminUser = z.object({
  wallet_address: wallet,
  username: z.string(),
  balance: sol,
  /** Null in lists, and when the chain does not answer. */
  onchain_balance: z.nullable(sol),
  /** The referrer's wallet. */
  ref_by: z.nullable(z.string()),
  muted: z.boolean(),
  muted_until: z.nullable(instant),
  banned: z.boolean(),
  banned_until: z.nullable(instant),
  /** Until when the player is kept out of the chat, and which moderator or admin did that; null when not. */
  chat_banned_until: z.nullable(instant),
  chat_banned_by: z.nullable(wallet),
  isAdmin: z.boolean(),
  isChatModerator: z.boolean(),
  is_streamer: z.boolean(),
  is_partner: z.boolean(),
  total_wagered: sol,
  total_won: sol,
  created_at: instant,
});

const yesOrNo = z.boolean({ error: "must be true or false" });
const listedAdmin = z.object({
  wallet_address: wallet,
  /** Null without a profile. */
  username: z.nullable(z.string()),
  /** Null for a wallet of the environment, as is who appointed it. */
  appointed_at: z.nullable(instant),
  appointed_by: z.nullable(wallet),
});

const target = { ...adminBody, walletAddress: wallet };
const ofWallet = z.object({ wallet });

/** `duration` is in hours, 24 by default. */
const restriction = z.object({ ...target, duration: z.optional(whole(1, 8_760)), reason });
const lifting = z.object({ ...target, reason });
const changedUser = z.object({ user: adminUser, changed });
/** The user is null for a wallet without a profile. */
const changedWallet = z.object({ user: z.nullable(adminUser), changed });

const restrictionCall = <
  const Path extends `/${string}`,
  const Body extends z.core.$ZodObject,
  const Changed extends z.core.$ZodObject,
>(
  path: Path,
  summary: string,
  body: Body,
  reply: Changed,
) =>
  ({
    method: "POST",
    path,
    access: "admin",
    claims: adminWriteClaims,
    summary,
    body,
    reply,
  }) as const;

/** What the list of players can be ordered by. */
export const playerOrders = ["joined", "username", "wallet", "balance", "wagered", "won"] as const;
/** Flags by which the list of players can be filtered. */
export const playerFlags = ["muted", "banned", "moderator", "streamer", "partner"] as const;

export const adminUsers = {
  listUsers: endpoint({
    method: "GET",
    path: "/admin/users",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "All players, newest first or as `sort` and `direction` say; `search` is the beginning of a username or a wallet, `flag` leaves those who are that",
    query: z.object({
      ...adminQuery,
      ...adminList(playerOrders),
      flag: z.optional(z.enum(playerFlags)),
    }),
    reply: z.object({ users: z.array(adminUser), nextCursor }),
  }),
  getUserDetails: endpoint({
    method: "GET",
    path: "/admin/user/:wallet/details",
    access: "admin",
    claims: adminReadClaims,
    summary: "One player",
    refuses: ["USER_NOT_FOUND"],
    params: ofWallet,
    query: z.object(adminQuery),
    reply: z.object({ user: adminUser, isChatModerator: z.boolean() }),
  }),
  setUsername: endpoint({
    method: "POST",
    path: "/admin/user/username",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Change a player's username",
    refuses: [
      "USER_NOT_FOUND",
      "USERNAME_TAKEN",
      "USERNAME_INVALID",
      "USERNAME_REQUIRED",
      "USERNAME_RESERVED",
      "USERNAME_TOO_LONG",
      "USERNAME_TOO_SHORT",
    ],
    body: z.object({
      ...target,
      newUsername: z
        .string({ error: "USERNAME_REQUIRED" })
        .check(z.maxLength(200, { error: "USERNAME_TOO_LONG" })),
      reason,
    }),
    reply: changedUser,
  }),
  setReferrer: endpoint({
    method: "POST",
    path: "/admin/user/referrer",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Change a player's referrer: a username or a wallet, or null for nobody",
    refuses: [
      "USER_NOT_FOUND",
      "REFERRER_UNKNOWN",
      "REFERRER_SELF",
      "REFERRER_CIRCLE",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
    ],
    body: z.object({ ...target, referrer: z.nullable(text(64, 1)), reason }),
    reply: z.object({ user: adminUser, changed, approval: z.nullable(approval) }),
  }),
  setBalance: endpoint({
    method: "POST",
    path: "/admin/balance",
    access: "admin",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Set a player's server balance; the difference comes from or goes to house equity",
    refuses: [
      "USER_NOT_FOUND",
      "BALANCE_CHANGED",
      "INSUFFICIENT_BALANCE",
      "EQUITY_TOO_LOW",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
    ],
    body: z.object({
      ...target,
      /** The balance that the admin saw; refused if it is different by now. */
      expectedBalance: solInput({ error: "INVALID_AMOUNT", missing: "must be the balance that was seen" }),
      newBalance: solInput({ error: "INVALID_AMOUNT" }),
      reason,
    }),
    reply: z.object({
      /** Null for a wallet without a profile. */
      user: z.nullable(adminUser),
      /** Null while it waits for another admin. */
      adjustment: z.nullable(
        z.object({ previous_balance: sol, new_balance: sol, adjustment_amount: signedSol }),
      ),
      approval: z.nullable(approval),
    }),
  }),
  muteUser: endpoint({
    ...restrictionCall(
      "/admin/mute",
      "Mute a player in chat for `duration` hours, 24 by default",
      restriction,
      changedUser,
    ),
    refuses: ["USER_NOT_FOUND", "TARGET_PROTECTED"],
    moderation: true,
  }),
  unmuteUser: endpoint({
    ...restrictionCall("/admin/unmute", "Let a muted player talk again", lifting, changedUser),
    refuses: ["USER_NOT_FOUND"],
    moderation: true,
  }),
  banUser: endpoint({
    ...restrictionCall(
      "/admin/ban",
      "Ban a wallet from signing up, betting and chat for `duration` hours, 24 by default",
      restriction,
      changedWallet,
    ),
    refuses: ["TARGET_PROTECTED"],
  }),
  unbanUser: endpoint(restrictionCall("/admin/unban", "Lift a ban", lifting, changedWallet)),
  chatUnbanUser: endpoint({
    ...restrictionCall("/admin/chat-unban", "Lift a ban from the chat", lifting, changedUser),
    refuses: ["USER_NOT_FOUND"],
    moderation: true,
  }),
  setChatModerator: endpoint({
    method: "POST",
    path: "/admin/chat/moderator-set",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Appoint or dismiss a chat moderator",
    refuses: ["USER_NOT_FOUND", "SETTING_INVALID"],
    body: z.object({ ...target, isModerator: yesOrNo, reason }),
    reply: changedUser,
  }),
  setRoles: endpoint({
    method: "POST",
    path: "/admin/user/roles",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Set a wallet's flags; those left out stay. The last admin cannot be removed",
    refuses: [
      "USER_NOT_FOUND",
      "LAST_ADMIN",
      "ADMIN_FIXED",
      "ADMIN_REMOVAL_RESERVED",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
      "STEP_UP_REQUIRED",
    ],
    body: z.object({
      ...target,
      isStreamer: z.optional(yesOrNo),
      isPartner: z.optional(yesOrNo),
      isAdmin: z.optional(yesOrNo),
      reason,
    }),
    /** An admin needs no profile (rule ACCESS-3). */
    reply: z.object({ user: z.nullable(adminUser), changed, approval: z.nullable(approval) }),
  }),
  listAdmins: endpoint({
    method: "GET",
    path: "/admin/admins",
    access: "admin",
    claims: adminReadClaims,
    summary: "Every admin: those of the environment and those whom an admin appointed",
    query: z.object(adminQuery),
    reply: z.object({ admins: z.array(listedAdmin) }),
  }),
};
