import { adminAnnouncements } from "./announcements/admin-announcements.ts";
import { approvals } from "./approvals/approvals.ts";
import { adminEmotes } from "./emotes/admin-emotes.ts";
import { adminPayouts } from "./payouts/admin-payouts.ts";
import { paymentsUnderWay } from "./payouts/under-way.ts";
import { adminRaces } from "./races/admin-races.ts";
import { adminSettings } from "./settings/admin-settings.ts";
import { adminTitles } from "./titles/admin-titles.ts";
import { audit } from "./audit/audit.ts";
import { adminUsers } from "./players/admin-players.ts";
import { unprofiledWallets } from "./players/unprofiled-wallets.ts";
import { betActions } from "./bets/bet-action.ts";
import { balanceDeposits } from "./bets/balance-deposits.ts";
import { adminChat } from "./chat/admin-chat.ts";
import { chat } from "./chat/chat.ts";
import { chatReports } from "./chat/chat-reports.ts";
import { announcements } from "./announcements/announcements.ts";
import { emotes } from "./emotes/emotes.ts";
import { fairness } from "./races/fairness.ts";
import { publicExport } from "./export/export.ts";
import { gameApi } from "./game-api.ts";
import { health } from "./health/health.ts";
import { houseWallets } from "./house-wallets/house-wallets.ts";
import { leaderboard } from "./leaderboard/leaderboard.ts";
import { liabilities } from "./liabilities/liabilities.ts";
import { local } from "./sign-in/local.ts";
import { playersOwnLimits } from "./own-limits/own-limits.ts";
import { notifications } from "./notifications/notifications.ts";
import { playerStats } from "./players/player-stats.ts";
import { ownBets } from "./races/own-bets.ts";
import { overview } from "./overview/overview.ts";
import { repeats } from "./bets/repeat.ts";
import { referrals } from "./referrals/referrals.ts";
import { revenue } from "./revenue/revenue.ts";
import { specialRaces } from "./races/special-races.ts";
import { ruleLog } from "./rule-log/rule-log.ts";
import { sessionCalls } from "./sign-in/sessions.ts";
import { stepUp } from "./sign-in/step-up.ts";
import { solvency } from "./solvency/solvency.ts";
import { titles } from "./titles/titles.ts";

/** Every call of the game by name. The server does not compile while a call has no handler. */
export const api = {
  ...gameApi,
  ...fairness,
  ...publicExport,
  ...playerStats,
  ...balanceDeposits,
  ...betActions,
  ...paymentsUnderWay,
  ...repeats,
  ...ownBets,
  ...titles,
  ...announcements,
  ...notifications,
  ...playersOwnLimits,
  ...referrals,
  ...chat,
  ...chatReports,
  ...adminChat,
  ...emotes,
  ...audit,
  ...ruleLog,
  ...approvals,
  ...adminSettings,
  ...adminUsers,
  ...unprofiledWallets,
  ...adminRaces,
  ...specialRaces,
  ...adminPayouts,
  ...adminEmotes,
  ...adminTitles,
  ...adminAnnouncements,
  ...houseWallets,
  ...sessionCalls,
  ...stepUp,
  ...local,
  ...health,
  ...leaderboard,
  ...overview,
  ...revenue,
  ...solvency,
  ...liabilities,
};

export type Api = typeof api;
export type EndpointName = keyof Api;
