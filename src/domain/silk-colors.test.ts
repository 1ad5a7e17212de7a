import { expect, it } from "vitest";
import { visions, visionsThatConfuse } from "./silk-colors.ts";

const founding = ["#D7263D", "#3E8BFF", "#FFD23F", "#2BD4BD", "#F76B15", "#E9E4F2"];

it("the founding horses are apart for everybody", () => {
  const confused = founding.flatMap((one, at) =>
    founding.slice(at + 1).filter((other) => visionsThatConfuse(one, other).length > 0),
  );
  expect(confused).toEqual([]);
});

it("the same colour is the same in every vision, however it is written", () =>
  expect(visionsThatConfuse("#D7263D", "#d7263d")).toEqual(visions));

it.each([
  ["#D7263D", "#3BA55C", "deuteranopia"],
  ["#D7263D", "#8A5A34", "protanopia"],
  ["#3E8BFF", "#3BA55C", "tritanopia"],
] as const)("%s and %s are apart for most, and not in %s", (one, other, vision) => {
  const confused = visionsThatConfuse(one, other);
  expect(confused).toContain(vision);
  expect(confused).not.toContain("usual");
  expect(visionsThatConfuse(other, one)).toEqual(confused);
});

it("what is no colour is a mistake of the caller", () =>
  expect(() => visionsThatConfuse("red", "#D7263D")).toThrow(RangeError));
