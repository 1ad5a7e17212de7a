import { auth } from "./sign-in/sign-in.ts";
import { bets } from "./bets/bets.ts";
import { races } from "./races/races.ts";
import { runtime } from "./settings/runtime.ts";
import { users } from "./players/players.ts";
import { wallet } from "./payouts/wallet.ts";

/**
 * The calls needed to play the game. Building a schema takes time, so the page starts with only these; the others are
 * loaded when the first of them is made.
 */
export const gameApi = {
  ...auth,
  ...users,
  ...wallet,
  ...races,
  ...bets,
  ...runtime,
};
