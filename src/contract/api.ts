import { adminSettings } from "./admin-settings.ts";
import { auth } from "./auth.ts";
import { bets } from "./bets.ts";
import { fairness } from "./fairness.ts";
import { notifications } from "./notifications.ts";
import { races } from "./races.ts";
import { runtime } from "./runtime.ts";
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
  ...notifications,
  ...adminSettings,
};

export type Api = typeof api;
export type EndpointName = keyof Api;
