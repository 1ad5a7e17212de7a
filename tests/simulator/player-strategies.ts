import { type Keypair, keypairOf } from "./keys.ts";
import type { Actor } from "./world.ts";

export const strategies = [
  "honest",
  "forgetful",
  "sniper",
  "ring",
  "replayer",
  "wrong payer",
  "streak farmer",
  "referred",
  "miser",
  "bonus farmer",
  "balance bettor",
  "repeater",
  "referrer",
  "limited",
  "limited repeater",
  "flooder",
] as const;
export type Strategy = (typeof strategies)[number];

export interface Player extends Actor {
  readonly strategy: Strategy;
  readonly pair: Keypair;
}

const howMany: Readonly<Record<Strategy, number>> = {
  honest: 3,
  forgetful: 2,
  sniper: 1,
  ring: 6,
  replayer: 1,
  "wrong payer": 1,
  "streak farmer": 2,
  referred: 3,
  miser: 1,
  "bonus farmer": 6,
  "balance bettor": 2,
  repeater: 2,
  referrer: 2,
  limited: 3,
  "limited repeater": 2,
  flooder: 2,
};

export const players: readonly Player[] = strategies.flatMap((strategy) =>
  Array.from({ length: howMany[strategy] }, (_, index) => ({
    name: `${strategy} ${index + 1}`,
    strategy,
    pair: keypairOf(`player ${strategy} ${index + 1}`),
    isAlive: true,
    pausedUntilMs: 0,
  })),
);

/** Sends money to players whose wallets are empty. */
export const friend: Player = players[0] as Player;

/** Each player's referrer; players not listed came without one. */
const referrers: Readonly<Partial<Record<Strategy, string>>> = {
  referred: "referrer 1",
  "streak farmer": "referrer 1",
  honest: "referrer 1",
  sniper: "referrer 1",
  replayer: "referrer 1",
  "bonus farmer": "referrer 1",
  ring: "referrer 1",
  forgetful: "referrer 2",
  repeater: "referrer 2",
  "balance bettor": "referrer 2",
};

export const referrerOf = ({ strategy }: Player): Player | null =>
  players.find(({ name }) => name === referrers[strategy]) ?? null;

/** Streamers who hide their figures. */
export const hiddenStreamers: readonly Player[] = players.filter(({ name }) =>
  ["referred 1", "honest 2"].includes(name),
);

/** Whether a player signs for larger bets from the balance; the others bet what is possible without. */
export const confirmsMore = ({ name }: Pick<Player, "name">): boolean => name.endsWith(" 1");

/** Players whose wallets are empty between two bets. */
export const isPoor = ({ strategy }: Player): boolean => strategy === "miser" || strategy === "ring";
