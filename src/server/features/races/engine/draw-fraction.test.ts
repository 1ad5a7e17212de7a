import { expect, it } from "vitest";
import { drawFraction } from "./draw-fraction.ts";

const from = (...bytes: number[]) => ({ bytes: () => Uint8Array.from(bytes) });

it("RACE-3 a drawn fraction stays below 1", () => {
  expect(drawFraction(from(255, 255, 255, 255, 255, 255))).toBeLessThan(1);
  expect(drawFraction(from(128, 0, 0, 0, 0, 0))).toBe(0.5);
});
