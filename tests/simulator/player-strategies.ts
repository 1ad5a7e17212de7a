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

/** Whose wallets are empty between two bets. */
export const isPoor = ({ strategy }: Player): boolean => strategy === "miser" || strategy === "ring";
