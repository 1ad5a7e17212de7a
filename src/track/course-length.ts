import { planRace } from "../domain/motion.ts";

/** Length of the course in body lengths before its plan is known; the same for every seed. */
export const courseLength = (durationMs: number): number =>
  planRace({ motionSeed: "0".repeat(32), durationMs, places: null }).finishDistance;
