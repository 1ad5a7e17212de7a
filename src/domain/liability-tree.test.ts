import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Lamports, lamports, type SignedLamports, signedLamports } from "./lamports.ts";
import {
  growLiabilityTree,
  hashAccount,
  liabilityLeaf,
  liabilitySalt,
  rootFromSums,
  type SumNode,
} from "./liability-tree.ts";
import { EMPTY_ROOT } from "./merkle-tree.ts";

const grow = (leaves: readonly SumNode[]) => growLiabilityTree(leaves, () => Promise.resolve());
const secret = new Uint8Array(32).fill(7);
const accountHashOf = (account: string) => hashAccount(account, liabilitySalt(secret, account));
const leafOf = (account: string, owed: bigint) =>
  liabilityLeaf({ accountHash: accountHashOf(account), lamports: lamports(owed) });
const leavesOf = (amounts: readonly bigint[]) =>
  amounts.map((amount, index) => leafOf(`user:${index}`, amount));

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** The same tree as the document describes it, with Node's SHA-256 and none of the game's code. */
function rootByOtherMeans(leaves: readonly { text: string; sum: bigint }[]): { hash: Buffer; sum: bigint } {
  const [only] = leaves;
  if (only === undefined) return { hash: sha256(), sum: 0n };
  if (leaves.length === 1) return { hash: sha256(Buffer.of(0), Buffer.from(only.text)), sum: only.sum };
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [rootByOtherMeans(leaves.slice(0, half)), rootByOtherMeans(leaves.slice(half))];
  const bytesOf = (sum: bigint) => Buffer.from(sum.toString(16).padStart(16, "0"), "hex");
  return {
    hash: sha256(Buffer.of(1), left.hash, bytesOf(left.sum), right.hash, bytesOf(right.sum)),
    sum: left.sum + right.sum,
  };
}

const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 52n }), { minLength: 1, maxLength: 40 });
const someLeaf = amounts.chain((owed) =>
  fc.record({ owed: fc.constant(owed), index: fc.integer({ min: 0, max: owed.length - 1 }) }),
);
type Path = readonly SumNode<SignedLamports>[];

describe("the tree of what is owed", () => {
  it("OWED-2 has the root and the total that the document says, whatever the amounts and their number", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.bigInt({ min: 0n, max: 2n ** 52n }), { maxLength: 70 }), async (owed) => {
        const { root } = await grow(leavesOf(owed));
        const expected = rootByOtherMeans(
          owed.map((amount, index) => ({ text: `${accountHashOf(`user:${index}`)}:${amount}`, sum: amount })),
        );
        expect(root).toEqual({ hash: expected.hash.toString("hex"), sum: expected.sum });
        expect(root.sum).toBe(owed.reduce((total, each) => total + each, 0n));
      }),
    );
  });

  it("OWED-2 owes nothing without an account", async () => {
    expect((await grow([])).root).toEqual({ hash: EMPTY_ROOT, sum: 0n });
  });

  it("OWED-2 takes no leaf below zero, which would lower the total, and none beyond eight bytes", async () => {
    const accountHash = accountHashOf("user:a");
    const negative = signedLamports(-1n) as Lamports;
    expect(() => liabilityLeaf({ accountHash, lamports: negative })).toThrow(RangeError);
    expect(() => leafOf("user:a", 2n ** 63n)).toThrow(RangeError);
    expect(leafOf("user:a", 2n ** 63n - 1n).sum).toBe(2n ** 63n - 1n);
    // Two amounts that are each within the bounds.
    await expect(grow(leavesOf([2n ** 62n, 2n ** 62n]))).rejects.toThrow(RangeError);
  });

  it("OWED-3 is grown in slices, and others get their turns between them", async () => {
    let pauses = 0;
    const leaves = Array.from({ length: 10_000 }, () => leafOf("user:a", 1n));
    await growLiabilityTree(leaves, () => {
      pauses += 1;
      return Promise.resolve();
    });
    expect(pauses).toBeGreaterThan(30);
  });
});

describe("a path of it", () => {
  it("OWED-4 leads from each leaf to the root and the total", async () => {
    await fc.assert(
      fc.asyncProperty(amounts, async (owed) => {
        const leaves = leavesOf(owed);
        const { root, pathOf } = await grow(leaves);
        for (const [index, leaf] of leaves.entries()) {
          expect(rootFromSums(leaf, { index, count: owed.length, path: pathOf(index) })).toEqual(root);
        }
      }),
    );
  });

  it("OWED-4 leads nowhere else: neither hash nor sum, place nor shape can be another", async () => {
    await fc.assert(
      fc.asyncProperty(someLeaf, fc.nat(), async ({ owed, index }, at) => {
        const leaves = leavesOf(owed);
        const { root, pathOf } = await grow(leaves);
        const [leaf, path, count] = [leaves[index]!, pathOf(index), owed.length];
        const leadsThere = (from: SumNode, to: Path, place = { index, count }) =>
          expect(rootFromSums(from, { ...place, path: to })).not.toEqual(root);
        leadsThere({ ...leaf, sum: lamports(leaf.sum + 1n) }, path);
        for (const other of leaves.keys())
          if (other !== index) leadsThere(leaf, path, { index: other, count });
        leadsThere(leaf, [...path, leaf]);
        if (path.length === 0) return;
        leadsThere(leaf, path.slice(1));
        const changed = at % path.length;
        const changedBy = (change: Partial<SumNode<SignedLamports>>) =>
          path.map((node, index) => (index === changed ? { ...node, ...change } : node));
        const node = path[changed]!;
        leadsThere(leaf, changedBy({ sum: signedLamports(node.sum + 1n) }));
        leadsThere(leaf, changedBy({ hash: sha256(Buffer.from(node.hash)).toString("hex") }));
        leadsThere(leaf, changedBy({ hash: node.hash.toUpperCase().concat("0") }));
        // What is owed at one node is claimed at another: the total stays the same.
        const [first, second] = path;
        if (first && second && first.sum !== second.sum) {
          const swapped = [{ ...first, sum: second.sum }, { ...second, sum: first.sum }, ...path.slice(2)];
          leadsThere(leaf, swapped);
        }
        if (node.sum !== leaf.sum) {
          const taken = changedBy({ sum: leaf.sum });
          leadsThere({ ...leaf, sum: lamports(node.sum) }, taken);
        }
      }),
    );
  });

  it("OWED-4 has no sum below zero, however well its hashes fit", async () => {
    // A house that owes 100 and says it owes 10: a node that it adds, made with the same bytes, holds −90.
    const own = leafOf("user:own", 100n);
    const forged = { hash: "5a".repeat(32), sum: signedLamports(-90n) };
    expect(rootFromSums(own, { index: 0, count: 2, path: [forged] })).toBeNull();
    // Nor one that reads as the same eight bytes.
    const wrapped = { ...forged, sum: signedLamports(2n ** 64n - 90n) };
    expect(rootFromSums(own, { index: 0, count: 2, path: [wrapped] })).toBeNull();
    const most = { ...forged, sum: lamports(2n ** 63n - 100n) };
    expect(rootFromSums(own, { index: 0, count: 2, path: [most] })).toBeNull();
  });

  it("OWED-4 is not there for an account that was left out", async () => {
    await fc.assert(
      fc.asyncProperty(someLeaf, async ({ owed, index }) => {
        const leaves = leavesOf(owed);
        const { root, pathOf } = await grow(leaves.toSpliced(index, 1));
        const count = owed.length - 1;
        for (let place = 0; place < count; place += 1) {
          expect(rootFromSums(leaves[index]!, { index: place, count, path: pathOf(place) })).not.toEqual(
            root,
          );
        }
      }),
    );
  });

  it("OWED-4 differs from the published number of leaves where that changes its shape, which is all that it shows", async () => {
    const leaves = leavesOf([1n, 2n, 3n, 4n, 5n]);
    const { root, pathOf } = await grow(leaves);
    const withCount = (index: number, count: number) =>
      rootFromSums(leaves[index]!, { index, count, path: pathOf(index) });
    expect(withCount(4, 5)).toEqual(root);
    for (const count of [4, 6, 7, 8, 9]) expect(withCount(4, count)).not.toEqual(root);
    // The first leaf is as deep in a tree of six.
    expect(withCount(0, 6)).toEqual(root);
    expect(withCount(0, 4)).toBeNull();
    for (const count of [0, -1, 1.5, 2 ** 31, Number.NaN]) expect(withCount(0, count)).toBeNull();
  });
});

describe("the account in a leaf", () => {
  it("OWED-2 is one player's own: the same leaf cannot be shown to two of them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (one, other, seed) => {
        fc.pre(one !== other);
        const salt = sha256(Buffer.from(seed)).toString("hex");
        expect(hashAccount(one, salt)).not.toBe(hashAccount(other, salt));
      }),
    );
    // A part of the salt cannot pass as a part of the name.
    const salt = "5a".repeat(32);
    const longer = `tail:${salt}`;
    expect(() => hashAccount("user:a", longer)).toThrow(RangeError);
    expect(() => hashAccount("user:a", salt.toUpperCase())).toThrow(RangeError);
  });

  it("OWED-8 has another hash in each tree, and none that is found by trying all accounts", () => {
    const other = new Uint8Array(32).fill(8);
    expect(liabilitySalt(secret, "user:a")).not.toBe(liabilitySalt(other, "user:a"));
    expect(liabilitySalt(secret, "user:a")).not.toBe(liabilitySalt(secret, "user:b"));
    const mac = createHash("sha256");
    expect(mac.update(`liability:user:a:${liabilitySalt(secret, "user:a")}`).digest("hex")).toBe(
      accountHashOf("user:a"),
    );
  });
});
