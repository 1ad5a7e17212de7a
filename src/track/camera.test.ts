import fc from "fast-check";
import { expect, it } from "vitest";
import { anchorX, focusOf } from "./camera.ts";
import { geometryOf, laneGround, laneLine } from "./geometry.ts";
import { LANES } from "./lanes.ts";

const field = fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { minLength: 6, maxLength: 6 });

it("follows the field and comes to rest at the line", () => {
  fc.assert(
    fc.property(field, (positions) => {
      const focus = focusOf(positions, 79.2);
      expect(focus).toBeLessThanOrEqual(Math.max(...positions) + 1e-9);
      expect(focus).toBeLessThanOrEqual(79.4);
    }),
  );
});

it("never moves back when the field moves on", () => {
  fc.assert(
    fc.property(field, fc.double({ min: 0, max: 30, noNaN: true }), (positions, step) => {
      const on = positions.map((position) => position + step);
      expect(focusOf(on, 79.2)).toBeGreaterThanOrEqual(focusOf(positions, 79.2) - 1e-9);
    }),
  );
});

it("keeps its point of interest on the screen", () => {
  for (const focus of [0, 1, 4, 80]) {
    expect(anchorX(1000, false, focus)).toBeGreaterThan(600);
    expect(anchorX(390, true, focus)).toBeLessThan(390);
  }
});

it("keeps every horse's ground within its lane", () => {
  for (const [width, height] of [
    [1010, 480],
    [390, 340],
  ] as const) {
    const geometry = geometryOf(width, height);
    for (let lane = 0; lane < LANES; lane += 1) {
      expect(laneGround(geometry, lane)).toBeGreaterThan(laneLine(geometry, lane));
      expect(laneGround(geometry, lane)).toBeLessThan(laneLine(geometry, lane + 1));
    }
  }
});
