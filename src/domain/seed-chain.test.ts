import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seedHash } from "./fairness.ts";
import { chainTip, followsFrom, openSeedChain, seedAt } from "./seed-chain.ts";

const root = createHash("sha256").update("a root for tests").digest("hex");

describe("seed chain", () => {
  it("FAIR-7 each seed hashes to the one before it, down to the tip", () => {
    const chain = openSeedChain(root, 50);
    expect(chain.tip).toBe(seedHash(chain.seedAt(1)));
    for (let index = 2; index <= 50; index += 1) {
      expect(seedHash(chain.seedAt(index))).toBe(chain.seedAt(index - 1));
    }
    expect(chain.seedAt(50)).toBe(root);
  });

  it("FAIR-7 checkpoints give the same seeds as the plain way", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (length, draw) => {
        const chain = openSeedChain(root, length);
        const index = 1 + (draw % length);
        expect(chain.seedAt(index)).toBe(seedAt(root, length, index));
        expect(chain.tip).toBe(chainTip(root, length));
      }),
      { numRuns: 30 },
    );
  });

  it("FAIR-7 a revealed seed shows its number in the chain, so a skipped one is visible", () => {
    const chain = openSeedChain(root, 20);
    expect(followsFrom(chain.seedAt(7), chain.tip, 7)).toBe(true);
    expect(followsFrom(chain.seedAt(8), chain.tip, 7)).toBe(false);
    expect(followsFrom(chain.seedAt(7).toUpperCase(), chain.tip, 7)).toBe(false);
    expect(followsFrom("", chain.tip, 0)).toBe(false);
    expect(followsFrom(chain.seedAt(7), chain.tip, -1)).toBe(false);
  });

  it("gives no seed outside the chain and opens no chain without a root", () => {
    const chain = openSeedChain(root, 3);
    for (const index of [0, 4, -1, 1.5]) expect(() => chain.seedAt(index)).toThrow(RangeError);
    expect(() => openSeedChain("root", 3)).toThrow(TypeError);
    expect(() => openSeedChain(root, 0)).toThrow(RangeError);
    expect(() => seedAt(root, 3, 4)).toThrow(RangeError);
  });
});
