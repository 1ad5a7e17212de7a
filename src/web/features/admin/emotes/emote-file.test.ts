import { expect, it } from "vitest";
import { isEmoteFile, shortcodeOf } from "./emote-file.ts";

it.each([
  ["image/png", 100, true],
  ["image/webp", 749_982, true],
  ["image/webp", 749_983, false],
  ["image/png", 0, false],
  ["image/svg+xml", 100, false],
] as const)("a file of %s with %s bytes is taken: %s", (type, size, isTaken) =>
  expect(isEmoteFile({ type, size })).toBe(isTaken),
);

it.each([
  ["pog champ.png", "pog_champ"],
  ["...webp", ""],
  [`${"x".repeat(40)}.png`, "x".repeat(32)],
])("the file %j offers the shortcode %j", (name, shortcode) => expect(shortcodeOf(name)).toBe(shortcode));
