import { adminSettings } from "./admin-settings.ts";
import { announcements } from "./announcements.ts";
import { auth } from "./auth.ts";
import { bets } from "./bets.ts";
import { emotes } from "./emotes.ts";
import { fairness } from "./fairness.ts";
import { local } from "./local.ts";
import { notifications } from "./notifications.ts";
import { races } from "./races.ts";
import { referrals } from "./referrals.ts";
import { runtime } from "./runtime.ts";
import { titles } from "./titles.ts";
import { users } from "./users.ts";
import { wallet } from "./wallet.ts";

/** The calls of the game itself. Building a schema takes time, so a page begins with these alone. */
export const gameApi = {
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
  // Everybody reads the public ones.
  ...adminSettings,
  ...local,
};
