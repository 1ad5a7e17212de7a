import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tileOf } from "../../../tests/support/plain-log.ts";
import { hashLeafBytes } from "../merkle-tree.ts";
import { frontierOf, rootOf } from "./frontier.ts";
import { consistencyProof, inclusionProof, provesConsistency, provesInclusion, type Proof } from "./proof.ts";
import { type Tile, tilePath } from "./tile.ts";
import { DamagedTile, rangeHash, type TiledTree } from "./tile-hashes.ts";

const LARGEST = 70_000;
const leaves = Array.from({ length: LARGEST }, (_, n) => hashLeafBytes(Buffer.from(`entry ${n}`)));
/** Computed once: the large ones take a while. */
const remembered = <Key, Value>(keyOf: (key: Key) => unknown, compute: (key: Key) => Value) => {
  const known = new Map<unknown, Value>();
  return (key: Key): Value => {
    const value = known.get(keyOf(key)) ?? compute(key);
    known.set(keyOf(key), value);
    return value;
  };
};
const readTile = remembered(tilePath, async (tile: Tile) => tileOf(leaves, tile));
const tree = (size: number): TiledTree => ({ size, readTile });
const headOf = remembered(String, (size: number) => ({
  size,
  root: rootOf(frontierOf(leaves.slice(0, size))),
}));
const leafAt = (index: number) => leaves[index] ?? new Uint8Array();

/** Sizes around powers of two and of 256, where trees change their shape, and anything else. */
const size = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.constantFrom(255, 256, 257, 511, 512, 513, 1024, 65_535, 65_536, 65_537),
  fc.integer({ min: 1, max: 3_000 }),
);

/** Each change of a proof that leaves its hashes well formed. */
const changed = (proof: Proof): readonly Proof[] => [
  [...proof, leafAt(0)],
  proof.slice(1),
  proof.slice(0, -1),
  ...proof.map((hash, at) =>
    proof.with(
      at,
      Uint8Array.from(hash, (byte, n) => (n === 0 ? byte ^ 1 : byte)),
    ),
  ),
];
const isChange = (proof: Proof) => (other: Proof) =>
  other.length !== proof.length || other.some((hash, at) => hash !== proof[at]);

describe("proofs from tiles", () => {
  it("know the root from tiles alone", async () => {
    await fc.assert(
      fc.asyncProperty(size, async (count) => {
        expect(await rangeHash(tree(count), 0, count)).toEqual(headOf(count).root);
      }),
      { numRuns: 30 },
    );
  });

  it("show each leaf in its place, and neither another leaf nor another place nor a changed path", async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), async (count, any) => {
        const index = any % count;
        const proof = await inclusionProof(tree(count), index);
        const head = headOf(count);
        const leaf = leafAt(index);
        expect(provesInclusion(head, { index, leaf, proof })).toBe(true);
        expect(provesInclusion(head, { index, leaf: hashLeafBytes(leaf), proof })).toBe(false);
        expect(provesInclusion(head, { index: index + 1, leaf, proof })).toBe(false);
        expect(provesInclusion({ ...head, root: leaf }, { index, leaf, proof })).toBe(count === 1);
        for (const other of changed(proof).filter(isChange(proof))) {
          expect(provesInclusion(head, { index, leaf, proof: other })).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("show that a tree only grew, and not a tree with another past", async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), async (count, any) => {
        const before = 1 + (any % count);
        const proof = await consistencyProof(tree(count), before);
        const [older, newer] = [headOf(before), headOf(count)];
        expect(provesConsistency(older, newer, proof)).toBe(true);
        expect(provesConsistency({ ...older, root: leafAt(count - 1) }, newer, proof)).toBe(count === 1);
        expect(provesConsistency(older, { ...newer, root: leafAt(0) }, proof)).toBe(count === 1);
        expect(provesConsistency(newer, older, proof)).toBe(before === count);
        for (const other of changed(proof).filter(isChange(proof))) {
          expect(provesConsistency(older, newer, other)).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("need nothing for the beginning of every log", async () => {
    expect(await consistencyProof(tree(7), 0)).toEqual([]);
    expect(provesConsistency(headOf(0), headOf(7), [])).toBe(true);
    expect(provesConsistency(headOf(0), headOf(7), [leafAt(0)])).toBe(false);
  });

  it("are refused for leaves and sizes that the tree does not have", async () => {
    await expect(inclusionProof(tree(7), 7)).rejects.toThrow(RangeError);
    await expect(inclusionProof(tree(7), -1)).rejects.toThrow(RangeError);
    await expect(consistencyProof(tree(7), 8)).rejects.toThrow(RangeError);
  });

  it("do not use a tile of another length than its width", async () => {
    const short: TiledTree = { size: 7, readTile: async (tile) => tileOf(leaves, tile).subarray(32) };
    await expect(inclusionProof(short, 2)).rejects.toThrow(DamagedTile);
  });

  it("reach beyond 31 bits", () => {
    const leaf = leafAt(0);
    expect(provesInclusion({ size: 2 ** 40, root: leaf }, { index: 2 ** 33, leaf, proof: [] })).toBe(false);
  });
});
