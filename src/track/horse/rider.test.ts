import fc from "fast-check";
import { expect, it } from "vitest";
import type { Point } from "./anatomy.ts";
import { poseAt } from "./pose.ts";
import { RIDER_LENGTHS, riderAt, type RiderPose } from "./rider.ts";

const gait = { stride: 276, line: 9100, rest: 11_200, lead: "near" } as const;
const carriage = { neck: 0, head: 0, nod: 1 };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const ridings = fc.record({
  drive: share,
  whip: share,
  rise: share,
  cheer: share,
  seat: fc.double({ min: -1, max: 1, noNaN: true }),
});

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const bones: readonly (readonly [keyof typeof RIDER_LENGTHS, keyof RiderPose, keyof RiderPose])[] = [
  ["thigh", "hip", "knee"],
  ["shin", "knee", "ankle"],
  ["back", "hip", "shoulder"],
  ["upperArm", "shoulder", "elbow"],
  ["forearm", "elbow", "hand"],
  ["upperArm", "shoulder", "farElbow"],
  ["forearm", "farElbow", "reins"],
];

it("keeps every bone of the rider as long as it is, whatever the rider is about", () => {
  fc.assert(
    fc.property(ridings, fc.double({ min: 0, max: 11_200, noNaN: true }), (riding, run) => {
      const rider = riderAt(poseAt(gait, carriage, run, 0), riding, 0);
      for (const [bone, from, to] of bones)
        expect(Math.abs(apart(rider[from] as Point, rider[to] as Point) - RIDER_LENGTHS[bone])).toBeLessThan(
          0.25,
        );
    }),
  );
});

it("keeps the feet in the irons and, unless a hand is in the air, the hands on the reins", () => {
  fc.assert(
    fc.property(ridings, fc.double({ min: 0, max: 11_200, noNaN: true }), (riding, run) => {
      const horse = poseAt(gait, carriage, run, 0);
      const rider = riderAt(horse, { ...riding, whip: 0, cheer: 0 }, 0);
      const iron = riderAt(horse, { ...riding, rise: 0 }, 0).ankle;
      expect(apart(rider.ankle, iron)).toBe(0);
      expect(apart(rider.hand, rider.reins)).toBeLessThan(0.2);
    }),
  );
});
