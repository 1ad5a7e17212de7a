import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { sha256Hex, type FairnessTrace } from "../../../../domain/fairness.ts";
import { bookDifferences } from "../../../../domain/history/books.ts";
import {
  needsBeacon,
  nonceDifferences,
  outcomeOf,
  placesDifferences,
  seedDifferences,
  settingsDifferences,
  winnerDifferences,
} from "../../../../domain/history/outcome.ts";
import { compare, findingOf, firstOf, type Finding } from "./finding.ts";

export type VerifiedRace = Reply<Api["verifyRace"]>["race"];

/** The checks that need only what was published, in the order in which they are shown. */
export const computedChecks = ["seed", "beacon", "winner", "places", "books"] as const;
type ComputedCheck = (typeof computedChecks)[number];

/** The findings of the checks, by name. */
type Findings<Name extends string> = Readonly<Record<Name, Finding>>;

export interface RaceCheck {
  readonly trace: FairnessTrace;
  readonly places: readonly number[];
  readonly findings: Findings<ComputedCheck>;
  readonly passed: boolean;
}

/**
 * Recomputes a finished race from its seed, id and final nonce, and compares what was promised and what was played with
 * the outcome (rule FAIR-30). Asks the server nothing.
 */
export function checkRace(race: VerifiedRace): RaceCheck {
  const outcome = outcomeOf(race);
  const { winning_horse: winner, settlement: books, settings } = race;
  const findings = {
    seed: findingOf(seedDifferences(race)),
    beacon: beaconFinding(race),
    winner: winner === null ? absent : findingOf(winnerDifferences(race, outcome)),
    places: race.places === null ? absent : findingOf(placesDifferences(race, outcome)),
    books:
      books === null
        ? absent
        : findingOf(bookDifferences({ books, winner, houseEdgeBps: settings.houseEdgeBps })),
  };
  const { trace, places } = outcome;
  return { trace, places, findings, passed: firstOf(settled(findings)).state === "checked" };
}

/** Whether a beacon decided is the settings' to say. */
function beaconFinding(race: VerifiedRace): Finding {
  const differences = [...settingsDifferences(race), ...(needsBeacon(race) ? nonceDifferences(race) : [])];
  return needsBeacon(race) || differences.length > 0 ? findingOf(differences) : absent;
}

const absent: Finding = { state: "absent" };

/** Leaves out checks that had nothing to compare. */
const settled = (findings: Readonly<Record<string, Finding>>): Finding[] =>
  Object.values(findings).filter(({ state }) => state !== "absent");

/** Leaves the page usable meanwhile: a slice takes a phone some tens of milliseconds. */
const HASHES_A_SLICE = 2_000;

/**
 * Hashes the seed as many times as its place in the chain says, and compares the result with the published end
 * (rule FAIR-7): up to a hundred thousand hashes, in slices.
 */
export async function checkSeedChain(
  { server_seed: seed, seed_chain: { tip, index, length } }: VerifiedRace,
  signal: AbortSignal,
): Promise<Finding> {
  if (index < 1 || index > length) return compare(`index = ${index}`, `1 – ${length}`);
  let hashed = seed;
  for (let done = 0; done < index; done += 1) {
    if (done % HASHES_A_SLICE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    if (signal.aborted) return { state: "reading" };
    hashed = sha256Hex(hashed);
  }
  return compare(tip, hashed);
}
