import { adminAnnouncements } from "./admin-announcements.ts";
import { adminEmotes } from "./admin-emotes.ts";
import { adminPayouts } from "./admin-payouts.ts";
import { adminRaces } from "./admin-races.ts";
import { adminSettings } from "./admin-settings.ts";
import { adminTitles } from "./admin-titles.ts";
import { adminUsers } from "./admin-users.ts";
import { announcements } from "./announcements.ts";
import { auth } from "./auth.ts";
import { bets } from "./bets.ts";
import { emotes } from "./emotes.ts";
import { fairness } from "./fairness.ts";
import { houseWallets } from "./house-wallets.ts";
import { local } from "./local.ts";
import { notifications } from "./notifications.ts";
import { races } from "./races.ts";
import { referrals } from "./referrals.ts";
import { runtime } from "./runtime.ts";
import { titles } from "./titles.ts";
import { users } from "./users.ts";
import { wallet } from "./wallet.ts";

/** Every call of the game by its name. A handler exists for each, or the call answers 501. */
export const api = {
  ...auth,
  ...users,
  ...wallet,
  ...races,
  ...bets,
  ...fairness,
  ...runtime,
  ...titles,
  ...announcements,
  ...notifications,
  ...referrals,
  ...emotes,
  ...adminSettings,
  ...adminUsers,
  ...adminRaces,
  ...adminPayouts,
  ...adminEmotes,
  ...adminTitles,
  ...adminAnnouncements,
  ...houseWallets,
  ...local,
};

export type Api = typeof api;
export type EndpointName = keyof Api;
