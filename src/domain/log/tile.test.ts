import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBundle, writeBundle } from "./entry-bundle.ts";
import { bundlePath, parseTilePath, tilePath, tilesOf } from "./tile.ts";

describe("LOG-3 tiles", () => {
  it("have the paths of tlog-tiles", () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe("tile/0/x001/x234/067");
    expect(tilePath({ level: 2, index: 0, width: 1 })).toBe("tile/2/000.p/1");
    expect(tilePath({ level: 0, index: 1000, width: 256 })).toBe("tile/0/x001/000");
    expect(bundlePath({ index: 5, width: 70 })).toBe("tile/entries/005.p/70");
  });

  it("are those that the standard counts for 70,000 and for 256 entries", () => {
    const tiles = [...tilesOf(70_000)];
    expect(tiles.filter(({ level, width }) => level === 0 && width === 256)).toHaveLength(273);
    expect(tiles.filter(({ level, width }) => level > 0 || width < 256)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 0, width: 256 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    expect([...tilesOf(256)]).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ]);
    expect([...tilesOf(0)]).toEqual([]);
  });

  it("are found by the one path that names them", () => {
    const anyTile = fc.record({
      level: fc.integer({ min: 0, max: 63 }),
      index: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 999_999_999_999 })),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(anyTile, ({ level, ...at }) => {
        expect(parseTilePath(tilePath({ level, ...at }))).toEqual({ level, ...at });
        expect(parseTilePath(bundlePath(at))).toEqual({ level: "entries", ...at });
      }),
    );
  });

  it.each([
    "tile/00/000",
    "tile/64/000",
    "tile/-1/000",
    "tile/0/0",
    "tile/0/0000",
    "tile/0/x000/001",
    "tile/0/001/002",
    "tile/0/x001",
    "tile/0/000.p/0",
    "tile/0/000.p/01",
    "tile/0/000.p/256",
    "tile/0/000.p/257",
    "tile/0/000.p/",
    "tile/entries/000/",
    "tile/entries/000\n",
    "tile/data/000",
    "/tile/0/000",
    "",
  ])("are not named by %j", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

describe("LOG-3 a bundle of entries", () => {
  it("has each entry behind its length, two bytes, the larger first", () => {
    expect(writeBundle([Buffer.from("ab"), new Uint8Array(300).fill(7)]).subarray(0, 8)).toEqual(
      Uint8Array.of(0, 2, 97, 98, 1, 44, 7, 7),
    );
  });

  it("is read as it was written", () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1, maxLength: 256 });
    fc.assert(
      fc.property(entries, (list) => {
        expect(readBundle(writeBundle(list))).toEqual(list);
      }),
      { numRuns: 30 },
    );
    const longest = new Uint8Array(65_535).fill(1);
    expect(readBundle(writeBundle([longest]))).toEqual([longest]);
  });

  it("is refused when cut, empty, or of more than 256 entries", () => {
    const bundle = writeBundle([Buffer.from("ab"), Buffer.from("c")]);
    for (const cut of [0, 1, 3, 5, 6]) expect(readBundle(bundle.subarray(0, cut))).toBeNull();
    expect(readBundle(writeBundle(Array<Uint8Array>(257).fill(Uint8Array.of(1))))).toBeNull();
    expect(() => writeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
  });
});
