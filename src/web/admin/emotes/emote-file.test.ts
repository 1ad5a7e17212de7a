import { expect, it } from "vitest";
import { isEmoteFile, isShortcode, shortcodeOf } from "./emote-file.ts";

it.each([
  ["image/png", 100, true],
  ["image/webp", 740_000, true],
  ["image/webp", 740_001, false],
  ["image/png", 0, false],
  ["image/svg+xml", 100, false],
] as const)("ADMIN-19 a file of %s with %s bytes is taken: %s", (type, size, isTaken) =>
  expect(isEmoteFile({ type, size })).toBe(isTaken),
);

it.each([
  ["pog champ.png", "pog_champ"],
  ["...webp", ""],
  [`${"x".repeat(40)}.png`, "x".repeat(32)],
])("ADMIN-19 the file %j offers the shortcode %j", (name, shortcode) =>
  expect(shortcodeOf(name)).toBe(shortcode),
);

it("ADMIN-19 a shortcode is letters, digits, _ and -", () =>
  expect(["ok", "a-b_9", "x", "no space", ""].map(isShortcode)).toEqual([true, true, false, false, false]));
