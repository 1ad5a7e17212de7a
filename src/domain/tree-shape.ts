/**
 * The shape that every tree of the game has, whatever its nodes hold: that of RFC 9162. Neighbours are joined in pairs,
 * level by level; a last one without a neighbour moves up unchanged (rules FAIR-16 and OWED-2).
 */
export type Join<Node> = (left: Node, right: Node) => Node;

/** Number of hashes that take about a millisecond on a slow machine. */
const JOINS_A_SLICE = 256;

/**
 * All levels of a tree, from the leaves up to the root, which is alone in the last one. Large trees grow in slices:
 * `pause` is awaited in between, so that the caller can do something else meanwhile.
 */
export async function growLevels<Node>(
  leaves: readonly Node[],
  join: Join<Node>,
  pause: () => Promise<void>,
): Promise<readonly (readonly Node[])[]> {
  const levels: (readonly Node[])[] = [leaves];
  let joined = 0;
  for (let level = leaves; level.length > 1; level = levels.at(-1) ?? []) {
    const above: Node[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left === undefined) throw new RangeError(`no node ${at}`);
      above.push(right === undefined ? left : join(left, right));
      joined += 1;
      if (joined % JOINS_A_SLICE === 0) await pause();
    }
    levels.push(above);
  }
  return levels;
}

/**
 * The neighbours that lead from a leaf, counted from 0, to the root; from the leaf up.
 *
 * @throws RangeError when there is no such leaf.
 */
export function neighboursOf<Node>(levels: readonly (readonly Node[])[], index: number): readonly Node[] {
  const count = levels[0]?.length ?? 0;
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) {
    throw new RangeError(`leaf ${index} of ${count}`);
  }
  return levels
    .slice(0, -1)
    .map((level, height) => level[(index >> height) ^ 1])
    .filter((neighbour) => neighbour !== undefined);
}

/** The position of a leaf: its index from 0, and the number of leaves. */
export interface LeafPosition {
  readonly index: number;
  readonly count: number;
}

/**
 * The node that a leaf and its neighbours lead to; null if a tree of `count` leaves has another number of them here.
 */
export function climb<Node>(
  leaf: Node,
  { index, count }: LeafPosition,
  neighbours: readonly Node[],
  join: Join<Node>,
): Node | null {
  // Places are halved by shifts, which work on 31 bits.
  if (![index, count].every((each) => Number.isInteger(each) && each >= 0 && each < 2 ** 31)) return null;
  if (index >= count) return null;
  let node = leaf;
  let used = 0;
  for (let at = index, last = count - 1; last > 0; at >>= 1, last >>= 1) {
    // Without a neighbour the node moves up unchanged.
    if (at === last && at % 2 === 0) continue;
    const neighbour = neighbours[used];
    if (neighbour === undefined) return null;
    used += 1;
    node = at % 2 === 0 ? join(node, neighbour) : join(neighbour, node);
  }
  return used === neighbours.length ? node : null;
}
