import { auth } from "./sign-in/sign-in.ts";
import { bets } from "./bets/bets.ts";
import { races } from "./races/races.ts";
import { runtime } from "./settings/runtime.ts";
import { users } from "./players/players.ts";
import { wallet } from "./payouts/wallet.ts";

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
};
