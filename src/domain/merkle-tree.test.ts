import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_ROOT, growMerkleTree, hashLeaf, rootFromPath } from "./merkle-tree.ts";

const grow = (leaves: readonly string[]) => growMerkleTree(leaves, () => Promise.resolve());
const leavesOf = (count: number) => Array.from({ length: count }, (_, index) => hashLeaf(`bet ${index}`));

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** The root as RFC 9162 describes it, split at the largest power of two, with Node's SHA-256 and none of the game's code. */
function rootByOtherMeans(texts: readonly string[]): Buffer {
  if (texts.length === 0) return sha256();
  if (texts.length === 1) return sha256(Buffer.of(0), Buffer.from(texts[0]!, "utf8"));
  let half = 1;
  while (half * 2 < texts.length) half *= 2;
  return sha256(Buffer.of(1), rootByOtherMeans(texts.slice(0, half)), rootByOtherMeans(texts.slice(half)));
}

describe("the tree", () => {
  it("FAIR-16 has the root of RFC 9162, whatever the texts and their number", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { maxLength: 70 }), async (texts) => {
        const { root } = await grow(texts.map(hashLeaf));
        expect(root).toBe(rootByOtherMeans(texts).toString("hex"));
      }),
    );
  });

  it("FAIR-16 has the root of nothing without a bet, and the leaf itself with one", async () => {
    expect((await grow([])).root).toBe(EMPTY_ROOT);
    expect(EMPTY_ROOT).toBe(sha256().toString("hex"));
    expect((await grow([hashLeaf("a")])).root).toBe(hashLeaf("a"));
    expect((await grow([hashLeaf("a")])).pathOf(0)).toBe("");
  });

  it("FAIR-16 leads from each leaf to the root, in trees of every size up to 40 and of 10,000", async () => {
    for (const count of [...Array.from({ length: 40 }, (_, size) => size + 1), 10_000]) {
      const leaves = leavesOf(count);
      const { root, pathOf } = await grow(leaves);
      const step = count > 40 ? 97 : 1;
      for (let index = 0; index < count; index += step) {
        expect(rootFromPath(leaves[index]!, { index, count, path: pathOf(index) })).toBe(root);
      }
    }
  });

  it("FAIR-16 is grown in slices, and others get their turns between them", async () => {
    let pauses = 0;
    await growMerkleTree(leavesOf(10_000), () => {
      pauses += 1;
      return Promise.resolve();
    });
    expect(pauses).toBeGreaterThan(30);
  });

  it("has no path for a leaf that is not in it", async () => {
    const { pathOf } = await grow(leavesOf(3));
    for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => pathOf(index)).toThrow(RangeError);
  });
});

describe("a path", () => {
  const place = fc
    .integer({ min: 1, max: 60 })
    .chain((count) =>
      fc.record({ count: fc.constant(count), index: fc.integer({ min: 0, max: count - 1 }) }),
    );

  it("FAIR-16 leads nowhere else but to its own root: no digit of leaf, path, place or count can be changed", async () => {
    await fc.assert(
      fc.asyncProperty(place, fc.nat(), async ({ count, index }, at) => {
        const leaves = leavesOf(count);
        const { root, pathOf } = await grow(leaves);
        const [leaf, path] = [leaves[index]!, pathOf(index)];
        const turned = (text: string) => {
          const digit = at % text.length;
          const other = text[digit] === "0" ? "1" : "0";
          return text.slice(0, digit) + other + text.slice(digit + 1);
        };
        expect(rootFromPath(turned(leaf), { index, count, path })).not.toBe(root);
        const others = leaves.map((_, other) => rootFromPath(leaf, { index: other, count, path }));
        expect(others.filter((found) => found === root)).toHaveLength(1);
        expect(rootFromPath(leaf, { index, count, path: `${path}${leaf}` })).toBeNull();
        // A tree of one leaf has no path.
        const [changed, cut] = path === "" ? [leaf, leaf] : [turned(path), path.slice(64)];
        expect(rootFromPath(leaf, { index, count, path: changed })).not.toBe(root);
        expect(rootFromPath(leaf, { index, count, path: cut })).toBeNull();
      }),
    );
  });

  it.each([
    { index: 2, count: 2, path: "" },
    { index: -1, count: 2, path: hashLeaf("b") },
    { index: 0, count: 2, path: hashLeaf("b").slice(1) },
    { index: 0, count: 2, path: hashLeaf("b").toUpperCase() },
    { index: 0, count: 0, path: "" },
  ])("FAIR-16 is none: %j", (wrong) => {
    expect(rootFromPath(hashLeaf("a"), wrong)).toBeNull();
  });
});
