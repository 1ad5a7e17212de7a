import { positionsAt, type RacePlan } from "../domain/motion.ts";
import { NOSE_AHEAD } from "./horse/anatomy.ts";
import type { Gait } from "./horse/gait.ts";
import type { Carriage } from "./horse/pose.ts";
import { laneScale, type Geometry } from "./geometry.ts";
import { hashed } from "./ink.ts";

/** A horse as it runs one race on a track of one size. */
export interface Runner {
  readonly gait: Gait;
  readonly carriage: Carriage;
  /** Units of anatomy.ts per body length: a far horse is drawn smaller, so a length is more of its own heights. */
  readonly unitsPerLength: number;
  /** Pixels per unit. */
  readonly scale: number;
  /** Whether the rider uses the whip in the drive, or rides with hands and heels. */
  readonly whips: boolean;
  /** How high the rider sits, −1 to 1. */
  readonly seat: number;
}

const STRIDE = 276;
/** Long after any race. */
const AT_REST = 60;

/** Horses differ in stride length, in their carriage and in the leading leg. */
export function runnersFor(
  geometry: Geometry,
  motionSeed: string,
  plan: RacePlan | null,
  count: number,
): Runner[] {
  const seed = Number.parseInt(motionSeed.slice(0, 8), 16) || 0;
  const isRevealed = plan !== null && plan.gapOfHorse !== null;
  const rest = isRevealed ? positionsAt(plan, plan.durationMs * AT_REST) : null;
  return Array.from({ length: count }, (_, index): Runner => {
    const draw = (trait: number) => hashed(seed % 9973, index, trait);
    const scale = (geometry.horseHeight * laneScale(index)) / 100;
    const unitsPerLength = geometry.bodyLength / scale;
    const at = rest?.[index];
    return {
      gait: {
        stride: STRIDE * (0.92 + 0.15 * draw(1)),
        line: plan === null ? Number.POSITIVE_INFINITY : plan.finishDistance * unitsPerLength,
        rest: at === undefined ? null : at * unitsPerLength,
        lead: draw(2) < 0.72 ? "near" : "far",
      },
      carriage: { neck: -6 + 12 * draw(3), head: -6 + 10 * draw(4), nod: 0.7 + 0.8 * draw(5) },
      unitsPerLength,
      scale,
      whips: draw(6) < 0.6,
      seat: 2 * draw(7) - 1,
    };
  });
}

/** Screen position of the ground's origin of a runner's pose, when its nose is at `noseX`. */
export const originX = ({ scale }: Runner, run: number, noseX: number): number =>
  noseX - (run + NOSE_AHEAD) * scale;
