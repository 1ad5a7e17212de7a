import { type RaceOutcome, raceOutcome, seedHash } from "../fairness.ts";
import { type Difference, differs, same } from "./difference.ts";

/** What a race's outcome follows from and what was published of it; the verify call and the export both have these fields. */
export interface PublishedOutcome {
  readonly id: string;
  readonly status: string;
  readonly server_seed: string;
  readonly server_seed_hash: string;
  readonly nonce: string;
  readonly winning_horse: number | null;
  readonly places: readonly number[] | null;
  readonly entropy: string;
  readonly beacon: { readonly blockhash: string | null } | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Checks that the seed is the one whose hash was shown (rules FAIR-6 and INV-10). */
export const seedDifferences = (race: PublishedOutcome): readonly Difference[] =>
  same(
    "FAIR-6",
    "server_seed_hash",
    seedHash(race.server_seed),
    race.server_seed_hash,
    "sha256(server_seed)",
  );

/** Whether the final nonce has to end with a blockhash: not if the race was refunded before its beacon (rule FAIR-10). */
export const needsBeacon = ({ entropy, beacon, status, places }: PublishedOutcome): boolean =>
  entropy === "beacon" && ((beacon?.blockhash ?? null) !== null || status !== "refunded" || places !== null);

/** Checks that there is a beacon and that the nonce ends with its blockhash (rule FAIR-10). */
export function nonceDifferences({ beacon, nonce }: PublishedOutcome): readonly Difference[] {
  const blockhash = beacon?.blockhash ?? null;
  if (blockhash === null) return differs("FAIR-10", "a beacon's blockhash", `nonce = ${nonce}`);
  return same("FAIR-10", "nonce", nonce.split(".")[1] ?? "–", blockhash, "nonce");
}

/** Checks that the beacon decides if and only if the frozen settings say so (rule FAIR-30). */
export const settingsDifferences = ({ settings, entropy }: PublishedOutcome): readonly Difference[] =>
  same("FAIR-10", "outcomeEntropy", String(settings["outcomeEntropy"]), entropy);

export const outcomeOf = ({ server_seed: seed, id, nonce }: PublishedOutcome): RaceOutcome =>
  raceOutcome(seed, id, nonce);

/** Winner and places have to follow from seed, id and nonce (rules FAIR-14 and INV-10); a race that was not run has none. */
export const winnerDifferences = (
  { winning_horse: winner }: PublishedOutcome,
  outcome: RaceOutcome,
): readonly Difference[] => (winner === null ? [] : same("FAIR-2", "winning_horse", outcome.winner, winner));

export const placesDifferences = (
  { places }: PublishedOutcome,
  outcome: RaceOutcome,
): readonly Difference[] =>
  places === null ? [] : same("FAIR-14", "places", outcome.places.join("-"), places.join("-"));
