import { expect, it } from "vitest";
import { slugOf } from "./slug.ts";

it.each([
  ["High Roller", "high-roller"],
  ["  Überflieger!! ", "uberflieger"],
  ["a--b", "a-b"],
  ["!!", ""],
  [`${"x".repeat(39)} y`, "x".repeat(39)],
])("%j has the slug %j", (name, slug) => expect(slugOf(name)).toBe(slug));
