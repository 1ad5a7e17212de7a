import * as z from "zod/mini";
import { HORSE_COUNT } from "../horse-count.ts";
import { readStoredTerms } from "../race-settings.ts";
import { address, count, hash, instant, lamports } from "./entry-field.ts";

const horse = z.strictObject({ number: count, id: count, name: z.string() });

/** A horse as a race commits to it. */
export type HorseCommit = z.output<typeof horse>;

/**
 * What is fixed about a race before it takes bets (rule FAIR-12). Its settings follow from the rules of the entries before
 * it (rule RULELOG-4).
 */
export const commitEntry = z
  .strictObject({
    kind: z.literal("commit"),
    at: instant,
    /** The race's id. */
    race: z.string(),
    number: count,
    seed_hash: hash,
    /** n of the final nonce. */
    base_nonce: z.string(),
    /** The settings frozen into the race, as they are stored, without the jackpot. */
    settings: z
      .catchall(z.object({}), z.union([z.string(), z.int(), z.boolean()]))
      .check(z.refine((terms) => JSON.stringify(readStoredTerms(terms)) === JSON.stringify(terms))),
    /** What the house adds to the pool. */
    jackpot: lamports,
    /** In the order of their numbers. */
    horses: z
      .array(horse)
      .check(
        z.refine(
          (horses) => horses.length === HORSE_COUNT && horses.every(({ number }, at) => number === at + 1),
        ),
      ),
    /** The hot wallet that locks the bets (rule FAIR-15); null for play money, which has no lock, and for nothing else. */
    lock_wallet: z.nullable(address),
  })
  .check(
    z.refine(({ settings, lock_wallet: wallet }) => (settings["ledger"] === "real") === (wallet !== null)),
  );
