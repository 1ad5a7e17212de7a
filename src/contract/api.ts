import { adminAnnouncements } from "./admin-announcements.ts";
import { adminEmotes } from "./admin-emotes.ts";
import { adminPayouts } from "./admin-payouts.ts";
import { adminRaces } from "./admin-races.ts";
import { adminTitles } from "./admin-titles.ts";
import { adminUsers } from "./admin-users.ts";
import { announcements } from "./announcements.ts";
import { emotes } from "./emotes.ts";
import { fairness } from "./fairness.ts";
import { gameApi } from "./game-api.ts";
import { houseWallets } from "./house-wallets.ts";
import { local } from "./local.ts";
import { notifications } from "./notifications.ts";
import { referrals } from "./referrals.ts";
import { titles } from "./titles.ts";

/** Every call of the game by its name. A handler exists for each, or the call answers 501. */
export const api = {
  ...gameApi,
  ...fairness,
  ...titles,
  ...announcements,
  ...notifications,
  ...referrals,
  ...emotes,
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
