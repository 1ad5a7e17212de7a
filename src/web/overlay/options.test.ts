import fc from "fast-check";
import { expect, it } from "vitest";
import { languages } from "../../contract/wire/languages.ts";
import { themes } from "../../domain/theme.ts";
import { defaultOptions, overlayAddress, overlayParts, positions, readOptions, scales } from "./options.ts";

const options = fc.record({
  parts: fc.subarray([...overlayParts], { minLength: 1 }),
  theme: fc.constantFrom(null, ...themes),
  scale: fc.constantFrom(...scales),
  position: fc.constantFrom(...positions),
  language: fc.constantFrom(null, ...languages.map(({ tag }) => tag)),
});

const queryOf = (address: string) => new URL(address, "https://furlong.example").search;

it("an address says all that was chosen", () => {
  fc.assert(
    fc.property(options, (chosen) => {
      expect(readOptions(queryOf(overlayAddress(chosen)))).toEqual(chosen);
    }),
  );
});

it("names only what differs from the default", () => {
  expect(overlayAddress(defaultOptions)).toBe("/overlay");
  expect(overlayAddress({ ...defaultOptions, parts: ["pool", "countdown"], scale: 1.5 })).toBe(
    "/overlay?show=pool,countdown&scale=1.5",
  );
});

it.each([
  "",
  "?show=",
  "?show=wallet,__proto__",
  "?theme=neon&scale=big&position=middle&language=xx",
  "?scale=NaN",
  "?scale=Infinity",
  "?%",
])("%j is read as the default", (query) => {
  expect(readOptions(query)).toEqual(defaultOptions);
});

it("keeps a scale within its bounds, and parts each once in their order", () => {
  expect(readOptions("?scale=900").scale).toBe(3);
  expect(readOptions("?scale=-4").scale).toBe(0.5);
  expect(readOptions("?show=winners,race,race,x").parts).toEqual(["race", "winners"]);
});
