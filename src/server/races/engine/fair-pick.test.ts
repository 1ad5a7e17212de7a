import { expect, it } from "vitest";
import { drawFraction, pickBelow, pickSome } from "./fair-pick.ts";

/** Entropy that hands out the given bytes, then fails. */
const from = (...bytes: number[]) => ({
  bytes(length: number) {
    if (bytes.length < length) throw new Error("out of bytes");
    return Uint8Array.from(bytes.splice(0, length));
  },
});

it("RACE-3 a pick is drawn anew where a remainder would make low numbers likelier", () => {
  expect(pickBelow(from(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 4), 3)).toBe(1);
  expect(pickBelow(from(0xff, 0xff, 0xff, 0xfc, 0xff, 0xff, 0xff, 0xfb), 6)).toBe(5);
});

it("RACE-3 a drawn fraction stays below 1", () => {
  expect(drawFraction(from(255, 255, 255, 255, 255, 255))).toBeLessThan(1);
  expect(drawFraction(from(128, 0, 0, 0, 0, 0))).toBe(0.5);
});

it("FAIR-5 six of more horses are picked without repetition and keep their order", () => {
  const picked = pickSome(
    from(
      ...Array(24)
        .fill(0)
        .map((_, i) => (i % 4 === 3 ? 7 - Math.floor(i / 4) : 0)),
    ),
    [1, 2, 3, 4, 5, 6, 7, 8],
    6,
  );
  expect(picked).toEqual([3, 4, 5, 6, 7, 8]);
});
