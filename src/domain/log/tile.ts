/**
 * A part of the tree as it is served and stored by mirrors (C2SP tlog-tiles, "Merkle Tree"): up to 256 hashes of one
 * height.
 */
export interface Tile {
  /** At level 0 a tile has the hashes of leaves, above it those of full tiles of the level below. */
  readonly level: number;
  /** Its index in the level, from 0. */
  readonly index: number;
  /** Number of hashes, 1 to 256; a tile of fewer than 256 is partial. */
  readonly width: number;
}

/** Entries are served in bundles that belong to the tiles of level 0 ("Log entries"). */
export type Bundle = Omit<Tile, "level">;

/** Hashes of a full tile, and entries of a full bundle. */
export const TILE_WIDTH = 256;
/** A tile is a subtree of this height, with its hashes as leaves. */
export const TILE_HEIGHT = 8;

const LAST_LEVEL = 63;

/**
 * Path below the log's address.
 *
 * @example tilePath({ level: 0, index: 1_234_067, width: 256 }); // "tile/0/x001/x234/067"
 */
export const tilePath = ({ level, ...at }: Tile): string => `tile/${level}/${positionPath(at)}`;

/** @example bundlePath({ index: 5, width: 70 }); // "tile/entries/005.p/70" */
export const bundlePath = (bundle: Bundle): string => `tile/entries/${positionPath(bundle)}`;

function positionPath({ index, width }: Bundle): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

/**
 * The tile or bundle that a path below the log's address names; null if it names none. A tile has one path only: no
 * superfluous zeros, no full width written out.
 */
export function parseTilePath(path: string): Tile | (Bundle & { readonly level: "entries" }) | null {
  const found = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (found === null) return null;
  const [, level = "", digits = "", width = String(TILE_WIDTH)] = found;
  const at = { index: Number(digits.replaceAll(/[x/]/g, "")), width: Number(width) };
  if (at.width < 1 || at.width > TILE_WIDTH) return null;
  if (level === "entries") return bundlePath(at) === path ? { level, ...at } : null;
  const tile = { level: Number(level), ...at };
  return tile.level <= LAST_LEVEL && tilePath(tile) === path ? tile : null;
}

/** Number of hashes at a level in a tree of this size, over all its tiles: complete subtrees of 256^level leaves. */
const hashesAtLevel = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** How wide a tile is in a tree of this size; 0 if the tree does not reach it. */
export const widthOf = (size: number, { level, index }: Omit<Tile, "width">): number =>
  Math.min(TILE_WIDTH, Math.max(0, hashesAtLevel(size, level) - index * TILE_WIDTH));

/**
 * Every tile of a tree of this size, from the leaves up ("Partial Tiles": empty ones do not exist).
 *
 * @planned for mirrors
 */
export function* tilesOf(size: number): Generator<Tile> {
  for (let level = 0; hashesAtLevel(size, level) > 0; level += 1) {
    for (let index = 0; widthOf(size, { level, index }) > 0; index += 1) {
      yield { level, index, width: widthOf(size, { level, index }) };
    }
  }
}
