import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { raceOutcome, seedHash, type FairnessTrace } from "../../../domain/fairness.ts";

export type VerifiedRace = Reply<Api["verifyRace"]>["race"];

/** One thing that has to hold, and what it is said with. */
type Check = { readonly passed: boolean } & (
  | { readonly kind: "seed" }
  | { readonly kind: "beacon"; readonly slot: string }
  | { readonly kind: "winner"; readonly computed: number; readonly declared: number }
  | { readonly kind: "places"; readonly order: string }
);

export interface RaceCheck {
  readonly trace: FairnessTrace;
  readonly checks: readonly Check[];
  readonly passed: boolean;
}

/**
 * Recomputes a finished race from its seed, id and final nonce, and compares what was promised and what was
 * played with the outcome. Nothing is asked of the server.
 */
export function checkRace(race: VerifiedRace): RaceCheck {
  const { trace, places } = raceOutcome(race.server_seed, race.id, race.nonce);
  const checks = [seedCheck(race), ...beaconCheck(race), ...outcomeChecks(race, trace.winner, places)];
  return { trace, checks, passed: checks.every(({ passed }) => passed) };
}

function seedCheck({ server_seed, server_seed_hash }: VerifiedRace): Check {
  return {
    kind: "seed",
    passed: seedHash(server_seed) === server_seed_hash,
  };
}

function beaconCheck({ entropy, beacon, nonce, status }: VerifiedRace): readonly Check[] {
  if (entropy !== "beacon" || status === "refunded") return [];
  const blockhash = beacon?.blockhash ?? null;
  return [
    {
      kind: "beacon",
      passed: blockhash !== null && nonce.endsWith(`.${blockhash}`),
      slot: String(beacon?.slot ?? "–"),
    },
  ];
}

function outcomeChecks(race: VerifiedRace, winner: number, places: readonly number[]): readonly Check[] {
  if (race.winning_horse === null) return [];
  return [
    {
      kind: "winner",
      passed: race.winning_horse === winner,
      computed: winner,
      declared: race.winning_horse,
    },
    {
      kind: "places",
      passed: race.places?.join() === places.join(),
      order: places.join("-"),
    },
  ];
}
