import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashLeafBytes, merkleRoot } from "../merkle-tree.ts";
import { EMPTY_FRONTIER, frontierOf, readFrontier, rootOf, writePeaks } from "./frontier.ts";

/** Leaves and roots of the tests of RFC 6962's own implementation (certificate-transparency, merkle_tree_test). */
const leaves = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => hashLeafBytes(Buffer.from(hex, "hex")));
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

describe("LOG-1 the frontier of a tree", () => {
  it.each(roots.map((root, size) => [size, root] as const))(
    "has the root of RFC 6962's test at %i leaves",
    (size, root) => {
      expect(bytesToHex(rootOf(frontierOf(leaves.slice(0, size))))).toBe(root);
    },
  );

  it("has at every size the root that the whole tree has, also after it was stored", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 600 }), (first, more) => {
        const all = Array.from({ length: first + more }, (_, n) => hashLeafBytes(Buffer.from(`${n}`)));
        const stored = frontierOf(all.slice(0, first));
        const grown = frontierOf(all.slice(first), readFrontier(first, writePeaks(stored)));
        expect(grown.size).toBe(all.length);
        expect(bytesToHex(rootOf(grown))).toBe(merkleRoot(all.map(bytesToHex)));
      }),
      { numRuns: 40 },
    );
  });

  it("is refused with another size than it was stored with", () => {
    const stored = writePeaks(frontierOf(leaves.slice(0, 6)));
    expect(readFrontier(6, stored).peaks).toHaveLength(2);
    expect(() => readFrontier(7, stored)).toThrow(RangeError);
    expect(() => readFrontier(6, stored.slice(1))).toThrow(RangeError);
    expect(readFrontier(0, "")).toEqual(EMPTY_FRONTIER);
  });
});
