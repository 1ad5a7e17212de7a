import { adminSettings } from "./admin-settings.ts";
import { auth } from "./auth.ts";
import { bets } from "./bets.ts";
import { races } from "./races.ts";
import { runtime } from "./runtime.ts";
import { users } from "./users.ts";
import { wallet } from "./wallet.ts";

/**
 * The calls by which the game is played. Building a schema takes time, so the page begins with these alone; the
 * others come with the first that is made.
 */
export const gameApi = {
  ...auth,
  ...users,
  ...wallet,
  ...races,
  ...bets,
  ...runtime,
  // Everybody reads the public ones.
  ...adminSettings,
};
