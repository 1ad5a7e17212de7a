import * as z from "zod/mini";
import { instant, sol, solInput, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/**
 * A profile. The amounts and the streak are null if a streamer's privacy hides them from others; `balance` is the
 * server balance and is null for everyone but its owner and admins.
 */
export const user = z.object({
  wallet_address: wallet,
  username: z.string(),
  /** From when on the owner may change the name again; null when it is possible now, and for others. */
  username_changeable_at: z.nullable(instant),
  balance: z.nullable(sol),
  /** Null when the chain does not answer or was not asked. */
  onchain_balance: z.nullable(sol),
  created_at: instant,
  is_streamer: z.boolean(),
  is_partner: z.boolean(),
  isChatModerator: z.boolean(),
  streamer_privacy_enabled: z.boolean(),
  /** The referrer's wallet; null for others than the owner and admins. */
  referrer: z.nullable(z.string()),
  total_wagered: z.nullable(sol),
  total_won: z.nullable(sol),
  /** Settled bets. */
  races_played: z.nullable(z.int()),
  /** Settled bets that were won. */
  races_won: z.nullable(z.int()),
  referral_earnings: z.nullable(sol),
  current_win_streak: z.nullable(z.int()),
  /** Name of the active title. */
  active_title: z.nullable(z.string()),
});
export type User = z.output<typeof user>;

/** The username rules have their own error texts and are checked by the use case (rule USERNAME-1). */
const username = z
  .string({ error: "USERNAME_REQUIRED" })
  .check(z.maxLength(200, { error: "USERNAME_TOO_LONG" }));

const preset = solInput({ positive: true, error: "PRESETS_INVALID" });
const presets = z.tuple([preset, preset, preset, preset], { error: "PRESETS_INVALID" });
const ofWallet = z.object({ wallet });

export const users = {
  getUser: endpoint({
    method: "GET",
    path: "/users/:wallet",
    access: "public",
    summary: "A profile; 404 PROFILE_NOT_FOUND means that a profile has to be created",
    refuses: ["PROFILE_NOT_FOUND"],
    params: ofWallet,
    reply: z.object({ user }),
  }),
  createUser: endpoint({
    method: "POST",
    path: "/users",
    access: "player",
    claims: ["header", "body.walletAddress"],
    summary: "Create the caller's profile; a referrer that is neither a username nor a wallet is ignored",
    refuses: [
      "PROFILE_EXISTS",
      "USERNAME_REQUIRED",
      "USERNAME_TOO_SHORT",
      "USERNAME_TOO_LONG",
      "USERNAME_INVALID",
      "USERNAME_RESERVED",
      "USERNAME_TAKEN",
    ],
    body: z.object({ walletAddress: wallet, username, referrer: z.optional(z.nullable(z.string())) }),
    reply: z.object({ user }),
    status: 201,
    refusesBanned: true,
    perMinute: 20,
    perDay: 200,
  }),
  updateUsername: endpoint({
    method: "PATCH",
    path: "/users/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "Change the caller's username, once in 7 days and once more on the first day",
    refuses: [
      "PROFILE_NOT_FOUND",
      "USERNAME_CHANGED_LATELY",
      "USERNAME_REQUIRED",
      "USERNAME_TOO_SHORT",
      "USERNAME_TOO_LONG",
      "USERNAME_INVALID",
      "USERNAME_RESERVED",
      "USERNAME_TAKEN",
    ],
    params: ofWallet,
    body: z.object({ username }),
    reply: z.object({ user }),
    perMinute: 20,
  }),
  setPrivacy: endpoint({
    method: "PUT",
    path: "/users/:wallet/privacy",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "Hide or show a streamer's amounts",
    refuses: ["PROFILE_NOT_FOUND", "NOT_A_STREAMER"],
    params: ofWallet,
    body: z.object({ enabled: z.boolean({ error: "must be true or false" }) }),
    reply: z.object({ user }),
  }),
  getPresets: endpoint({
    method: "GET",
    path: "/users/:wallet/presets",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The caller's four quick-bet amounts",
    params: ofWallet,
    reply: z.object({ presets: z.tuple([sol, sol, sol, sol]) }),
  }),
  setPresets: endpoint({
    method: "PUT",
    path: "/users/:wallet/presets",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "Save the caller's four quick-bet amounts",
    refuses: ["PROFILE_REQUIRED", "PRESETS_INVALID"],
    params: ofWallet,
    body: z.object({ presets }),
    reply: z.object({ presets: z.tuple([sol, sol, sol, sol]) }),
  }),
};
