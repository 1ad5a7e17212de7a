import { planRace } from "../domain/motion.ts";

/** How many metres a body length represents on the distance boards next to the track. */
const METRES_PER_LENGTH = 2.4;

/** Rounded as distances are announced. */
export const metresOf = (lengths: number): number =>
  Math.max(0, Math.round((lengths * METRES_PER_LENGTH) / 5) * 5);

/** Length of the course in body lengths before its plan is known; the same for every seed. */
export const courseLength = (durationMs: number): number =>
  planRace({ motionSeed: "0".repeat(32), durationMs, places: null }).finishDistance;
