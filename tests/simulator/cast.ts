import { type Keypair, keypairOf } from "./keys.ts";
import type { Actor } from "./world.ts";

export const manners = [
  "honest",
  "forgetful",
  "sniper",
  "ring",
  "replayer",
  "wrong payer",
  "streak farmer",
  "referred",
  "miser",
] as const;
export type Manner = (typeof manners)[number];

export interface Player extends Actor {
  readonly manner: Manner;
  readonly pair: Keypair;
}

const howMany: Readonly<Record<Manner, number>> = {
  honest: 3,
  forgetful: 2,
  sniper: 1,
  ring: 6,
  replayer: 1,
  "wrong payer": 1,
  "streak farmer": 2,
  referred: 3,
  miser: 1,
};

export const players: readonly Player[] = manners.flatMap((manner) =>
  Array.from({ length: howMany[manner] }, (_, index) => ({
    name: `${manner} ${index + 1}`,
    manner,
    pair: keypairOf(`player ${manner} ${index + 1}`),
    isAlive: true,
    pausedUntilMs: 0,
  })),
);

/** Whose wallets are empty between two bets. */
export const isPoor = ({ manner }: Player): boolean => manner === "miser" || manner === "ring";
