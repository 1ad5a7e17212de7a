import { describe, expect, it } from "vitest";
import type * as z from "zod/v4/core";
import { announcement } from "../announcements/admin-announcements.ts";
import { payout } from "../payouts/admin-payouts.ts";
import { adminRace, horse } from "../races/admin-races.ts";
import { setting } from "../settings/admin-settings.ts";
import { adminUser } from "../players/admin-players.ts";
import { api } from "../api.ts";
import { chatMessage } from "../chat/chat.ts";
import { emote, emoteGroup } from "../emotes/emotes.ts";
import { notification } from "../notifications/notifications.ts";
import { bonusAward, race, raceHorse } from "../races/race-shape.ts";
import { verifiedRace } from "../races/verified-race.ts";
import { referral } from "../referrals/referrals.ts";
import { socketEvents } from "./socket-events.ts";
import { title } from "../titles/titles.ts";
import { user } from "../players/players.ts";

/** The object within lists, nulls and codecs. */
function shapeOf(schema: z.$ZodType): Readonly<Record<string, z.$ZodType>> {
  const { def } = (schema as z.$ZodTypes)._zod;
  if (def.type === "array") return shapeOf(def.element);
  if (def.type === "nullable" || def.type === "optional") return shapeOf(def.innerType);
  // Variants of one thing: the first one has the names.
  if (def.type === "union") return shapeOf(def.options[0] as z.$ZodType);
  return def.type === "object" ? def.shape : {};
}

const within = (schema: z.$ZodType, ...path: readonly string[]): z.$ZodType =>
  path.reduce((at, name) => {
    const next = shapeOf(at)[name];
    if (next === undefined) throw new RangeError(`no field ${name}`);
    return next;
  }, schema);

const bodyOf = (name: keyof typeof api): z.$ZodType => {
  const endpoint = api[name];
  if (!("body" in endpoint)) throw new RangeError(`${name} has no body`);
  return endpoint.body;
};

/** The product's names for its things; all of them are on the wire under exactly these names. */
const names: readonly (readonly [string, z.$ZodType, string])[] = [
  [
    "user",
    user,
    `wallet_address username balance onchain_balance created_at is_streamer is_partner streamer_privacy_enabled
     referrer total_wagered total_won referral_earnings current_win_streak active_title isChatModerator`,
  ],
  [
    "race",
    race,
    `id status race_type isJackpotRace totalPool netPool house_edge min_bets bets horses winning_horse_id
     server_seed_hash nonce server_seed bonus_award bonus_awards jackpotAmount countdownEndsAt startsAt serverNow`,
  ],
  [
    "horse of a race",
    raceHorse,
    "id name color description wins races pick_rate betCount totalBetAmount odds",
  ],
  ["bonus award", bonusAward, "user_wallet amount"],
  ["bet of a race", within(race, "bets"), "horse_id user_wallet bet_amount payout_amount horse_name"],
  [
    "race history",
    within(api.getRaceHistory.reply, "bets"),
    "id created_at horse_name selected_horse result bet_amount payout_amount",
  ],
  ["notification", notification, "id type title body kind params created_at read_at"],
  ["announcement", within(api.getAnnouncements.reply, "announcements"), "id title body"],
  ["title", within(api.getTitles.reply, "titles"), "id name slug is_active"],
  ["referral", referral, "id username referred_wallet created_at total_referred_wager total_earned"],
  ["referrals", api.getReferrals.reply, "referrals totalEarnings"],
  ["referral summary", api.getReferralSummary.reply, "claimable minPayout"],
  ["balance", api.getWalletBalance.reply, "balance onchain_balance"],
  [
    "chat message",
    chatMessage,
    "id walletAddress username content room timestamp isAdmin active_title is_streamer is_partner",
  ],
  ["emote", emote, "id shortcode file_path version"],
  ["emote group", emoteGroup, "id name scope version active"],
  ["runtime", api.getRuntime.reply, "maintenance network rpcMainnet rpcDevnet"],
  [
    "verified race",
    verifiedRace,
    "server_seed server_seed_hash nonce winning_horse places entropy beacon anchors settlement",
  ],
  ["settlement", within(verifiedRace, "settlement"), "pool fee remainder bets payouts"],
  ["replay", api.getReplay.reply, "startsAt durationMs motionSeed places horses"],
  ["prepared bet", api.prepareBet.reply, "message testing serializedTransaction betId"],
  ["horse", horse, "id name color description wins races pick_rate"],
  [
    "admin's race",
    adminRace,
    `id status race_type total_pool house_edge created_at completed_at winning_horse_id winningHorse
     server_seed_hash nonce server_seed`,
  ],
  [
    "admin's bet",
    within(api.getRaceDetails.reply, "bets"),
    "id username user_wallet horse_id horse_name horse_color bet_amount payout_amount result",
  ],
  [
    "horse summary",
    within(api.getRaceDetails.reply, "horses"),
    "id name color betCount totalBetAmount isWinner",
  ],
  [
    "revenue",
    within(api.getRevenue.reply, "statistics"),
    `totalUsers totalWagered totalWon payoutRate houseProfit profitPercentage totalGifted totalAdjustments netProfit
     netProfitPercentage`,
  ],
  ["gifts", within(api.getRevenue.reply, "adminGifts"), "admin_wallet adjustment_count total_amount"],
  [
    "balance adjustment",
    within(api.getRevenue.reply, "recentAdjustments"),
    "id created_at username admin_wallet previous_balance new_balance adjustment_amount reason",
  ],
  [
    "admin's user",
    adminUser,
    `wallet_address username balance onchain_balance ref_by muted banned isChatModerator is_streamer is_partner
     total_wagered total_won`,
  ],
  ["referral profile", api.getReferralProfile.reply, "user totals referrals"],
  ["referral totals", within(api.getReferralProfile.reply, "totals"), "totalEarnings totalReferredWager"],
  ["chat log", within(api.getUserChatLogs.reply, "logs"), "id timestamp room message"],
  ["new title", title, "id name slug"],
  [
    "admin's announcement",
    announcement,
    "id title body segment starts_at ends_at priority active target_wallets",
  ],
  ["setting", setting, "id setting_key setting_value description"],
  [
    "payout",
    payout,
    "id processed_at created_at user_wallet to_address amount status solana_tx_signature race_id error_message retry_count",
  ],
  [
    "house balance",
    within(api.getHouseOverview.reply, "balances"),
    "wallet_type total_balance wallet_count total_received total_sent",
  ],
  [
    "house transaction",
    within(api.getHouseOverview.reply, "recentTransactions"),
    "transaction_type amount from_address to_address status created_at",
  ],
  [
    "house wallet",
    within(api.getHouseWalletDetails.reply, "wallets"),
    "type address isActive privateKeyBase58 onChainBalance dbBalance balanceMatch error createdAt",
  ],
  [
    "queued withdrawal",
    within(api.getWithdrawalQueue.reply, "withdrawals"),
    "id username user_wallet amount destination_address status created_at",
  ],
  ["prepare", bodyOf("prepareBet"), "walletAddress horseId amount"],
  ["confirm", bodyOf("confirmBet"), "betId walletAddress horseId txSignature minAmount"],
  ["submit", bodyOf("submitBet"), "betId signedTransaction"],
  ["sign in", bodyOf("verifySignIn"), "address nonce signedMessage signature"],
  ["create user", bodyOf("createUser"), "walletAddress username referrer"],
  ["update setting", bodyOf("updateSetting"), "adminWallet settingKey settingValue description"],
  ["save horse", bodyOf("saveHorse"), "adminWallet id name color description lane"],
  [
    "special race",
    bodyOf("createSpecialRace"),
    "adminWallet raceType houseEdge jackpotAmount minBets countdownSeconds",
  ],
  ["set balance", bodyOf("setBalance"), "adminWallet walletAddress expectedBalance newBalance reason"],
  ["mute", bodyOf("muteUser"), "adminWallet walletAddress duration reason"],
  ["unban", bodyOf("unbanUser"), "adminWallet walletAddress reason"],
  ["roles", bodyOf("setRoles"), "adminWallet walletAddress isStreamer isPartner"],
  ["initialize", bodyOf("initializeHouse"), "masterPassword confirmPassword adminWallet"],
  ["transfer", bodyOf("transferManually"), "playerWallet amount masterPassword reason adminWallet"],
  ["refill", bodyOf("refillHotWallet"), "amount masterPassword reason adminWallet"],
  ["upload", bodyOf("uploadEmote"), "adminWallet groupId shortcode fileName dataUrl"],
  [
    "new announcement",
    bodyOf("createAnnouncement"),
    "adminWallet title body segment starts_at ends_at priority active target_wallets",
  ],
  [
    "race-start",
    socketEvents["race-start"].payload,
    "raceId startsAt durationMs motionSeed horseIds serverNow message timestamp",
  ],
  ["race-complete", socketEvents["race-complete"].payload, "raceId winningHorse places message timestamp"],
  ["race-countdown", socketEvents["race-countdown"].payload, "raceId seconds endsAt serverNow"],
  ["race-notification", socketEvents["race-notification"].payload, "type message nextRaceIn timestamp"],
];

describe("names on the wire", () => {
  it.each(names)("LIMITS-2 %s", (_, schema, expected) => {
    expect(Object.keys(shapeOf(schema))).toEqual(expect.arrayContaining(expected.split(/\s+/)));
  });
});
