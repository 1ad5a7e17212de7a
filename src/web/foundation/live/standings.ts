import { orderAt, planRace, positionsAt, type RacePlan } from "../../../domain/motion.ts";
import { metresOf } from "../../../track/distances.ts";
import type { RaceState } from "./race-state.ts";
import { phaseOf } from "./race-phase.ts";

/** The field at a moment of the race. */
export interface Standings {
  /** Horse numbers from first to last. */
  readonly order: readonly number[];
  /** Whether they have left the gate. Before that the order is a matter of hairs. */
  readonly isClear: boolean;
  /** Distance from the leader to the line. */
  readonly metresToGo: number;
  /** Fraction of the race that has been run, 0 to 1. */
  readonly progress: number;
  /** Fraction of the course that each horse has covered, 0 to 1, by number − 1. */
  readonly covered: readonly number[];
  /** How far each horse is behind the leader, in body lengths, by number − 1. */
  readonly behind: readonly number[];
}

/** A horse in full stride has left the gate behind it. */
const CLEAR_LENGTHS = 0.5;

let latest: { key: string; plan: RacePlan } | null = null;

/** The plan of the open race, computed once for each start and reveal. */
function planOf(motionSeed: string, durationMs: number, places: readonly number[] | null): RacePlan {
  const key = `${motionSeed}|${durationMs}|${places?.join("") ?? ""}`;
  if (latest?.key !== key) latest = { key, plan: planRace({ motionSeed, durationMs, places }) };
  return latest.plan;
}

/** Who is where right now; null unless a race is running or has just been run. */
export function standingsOf(state: RaceState): Standings | null {
  const { race } = state;
  if (race === null || race.motionSeed === null) return null;
  const elapsedMs = elapsedOf(state);
  if (elapsedMs === null) return null;
  const plan = planOf(race.motionSeed, race.durationMs, race.places);
  const positions = positionsAt(plan, elapsedMs);
  const leader = Math.max(...positions);
  return {
    order: orderAt(plan, elapsedMs),
    isClear: leader > CLEAR_LENGTHS,
    // Nobody is at the line before the time is up.
    metresToGo: elapsedMs < race.durationMs ? Math.max(5, metresOf(plan.finishDistance - leader)) : 0,
    progress: Math.min(1, elapsedMs / race.durationMs),
    covered: positions.map((position) => Math.min(1, position / plan.finishDistance)),
    behind: positions.map((position) => leader - position),
  };
}

/** The standings are frozen from the finish on, for as long as the result is shown. */
function elapsedOf(state: RaceState): number | null {
  const phase = phaseOf(state);
  if (phase.kind === "racing") return phase.elapsedMs;
  const isResult = phase.kind === "completed" && state.result?.race.id === state.race?.id;
  return phase.kind === "finished" || isResult ? (state.race?.durationMs ?? null) : null;
}
