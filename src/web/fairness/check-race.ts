import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/endpoint.ts";
import { raceOutcome, seedHash, type FairnessTrace } from "../../domain/fairness.ts";

export type VerifiedRace = Reply<Api["verifyRace"]>["race"];

interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

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
    name: "The seed is the one promised",
    passed: seedHash(server_seed) === server_seed_hash,
    detail: "SHA-256 of the server seed equals the hash shown before the race.",
  };
}

function beaconCheck({ entropy, beacon, nonce, status }: VerifiedRace): readonly Check[] {
  if (entropy !== "beacon" || status === "refunded") return [];
  const blockhash = beacon?.blockhash ?? null;
  return [
    {
      name: "The beacon is in the nonce",
      passed: blockhash !== null && nonce.endsWith(`.${blockhash}`),
      detail: `The nonce ends with the hash of block ${beacon?.slot ?? "–"}, which did not exist before betting closed.`,
    },
  ];
}

function outcomeChecks(race: VerifiedRace, winner: number, places: readonly number[]): readonly Check[] {
  if (race.winning_horse === null) return [];
  return [
    {
      name: "The winner follows from it",
      passed: race.winning_horse === winner,
      detail: `Computed winner: ${winner}. Declared winner: ${race.winning_horse}.`,
    },
    {
      name: "So do the places",
      passed: race.places?.join() === places.join(),
      detail: `Computed order: ${places.join("-")}.`,
    },
  ];
}
