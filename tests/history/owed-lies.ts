import { sha256Hex } from "../../src/domain/fairness.ts";
import { byAccountHash, hashAccount, liabilitySalt } from "../../src/domain/liability-tree.ts";
import { EMPTY_ROOT, hashLeaf, hashNode } from "../../src/domain/merkle-tree.ts";
import { growLevels, neighboursOf } from "../../src/domain/tree-shape.ts";

/*
 * What a player is told about the own part of what the house owes, and lies in it. The trees are built by a house that
 * does not refuse sums below zero.
 */

export const PLAYER = "11111111111111111111111111111112";
const balance = `user:${PLAYER}`;
const commission = `referral:${PLAYER}`;
const payment = "payment:withdrawal-1";

/** What the player knows to be owed. */
export const DUE: Readonly<Record<string, string>> = {
  [balance]: "600",
  [commission]: "70",
  [payment]: "400",
};
const others: readonly (readonly [string, bigint])[] = [
  ["user:other", 50n],
  ["pool:race-1", 40n],
  ["bonus", 500n],
  ["user:third", 1_000n],
];

interface Leaf {
  readonly account: string;
  readonly lamports: string;
  readonly salt: string;
  readonly index: number;
  readonly path: readonly { readonly hash: string; readonly sum: string }[];
}

/** The answer of `GET /api/liabilities/proof`, as it is sent. */
export interface ToldProof {
  readonly newest: { readonly tree: ToldTree; readonly leaves: readonly Leaf[] };
  readonly anchored: null;
}

interface ToldTree {
  readonly at: string;
  readonly root: string;
  readonly total: string;
  readonly count: number;
  readonly slot: number;
  readonly holdings: readonly never[];
  readonly anchor: null;
}

interface Node {
  readonly hash: string;
  readonly sum: bigint;
}

const bytesOf = ({ hash, sum }: Node): readonly [Uint8Array, Uint8Array] => {
  const eight = Buffer.alloc(8);
  eight.writeBigInt64BE(sum);
  return [Buffer.from(hash, "hex"), eight];
};
const join = (left: Node, right: Node): Node => ({
  hash: Buffer.from(hashNode(...bytesOf(left), ...bytesOf(right))).toString("hex"),
  sum: left.sum + right.sum,
});
const secret = new Uint8Array(32).fill(7);

/** A tree over these accounts, and what the player is told of it. */
async function proofOf(accounts: readonly (readonly [string, bigint])[]): Promise<ToldProof> {
  const leaves = accounts
    .map(([account, owed]) => {
      const salt = liabilitySalt(secret, account);
      return { account, owed, salt, accountHash: hashAccount(account, salt), lamports: 0n as never };
    })
    .toSorted(byAccountHash);
  const nodes = leaves.map(({ accountHash, owed }) => ({
    hash: hashLeaf(`${accountHash}:${owed}`),
    sum: owed,
  }));
  const levels = await growLevels(nodes, join, () => Promise.resolve());
  const root = levels.at(-1)?.[0] ?? { hash: EMPTY_ROOT, sum: 0n };
  const own = leaves.flatMap(({ account, owed, salt }, index): Leaf[] =>
    account in DUE
      ? [
          {
            account,
            lamports: `${owed}`,
            salt,
            index,
            path: neighboursOf(levels, index).map(({ hash, sum }) => ({ hash, sum: `${sum}` })),
          },
        ]
      : [],
  );
  const tree = { root: root.hash, total: `${root.sum}`, count: leaves.length };
  const at = "2026-11-24T10:00:00.000Z";
  return {
    newest: { tree: { at, ...tree, slot: 7, holdings: [], anchor: null }, leaves: own },
    anchored: null,
  };
}

const owed = Object.entries(DUE).map(([account, amount]) => [account, BigInt(amount)] as const);
export const trueProof = (): Promise<ToldProof> => proofOf([...owed, ...others]);

const without = (account: string) => proofOf([...owed.filter(([name]) => name !== account), ...others]);

/** The true tree, told with a difference. */
async function told(
  change: (newest: ToldProof["newest"]) => Partial<ToldProof["newest"]>,
): Promise<ToldProof> {
  const proof = await trueProof();
  return { ...proof, newest: { ...proof.newest, ...change(proof.newest) } };
}
const leafChanged = (change: (leaf: Leaf) => Partial<Leaf>) =>
  told(({ leaves }) => ({ leaves: leaves.map((leaf) => ({ ...leaf, ...change(leaf) })) }));

export interface OwedLie {
  readonly name: string;
  readonly proof: () => Promise<ToldProof>;
}

/** Every lie that a player can find in the own proof (rules OWED-2, OWED-4 and OWED-10). */
export const owedLies: readonly OwedLie[] = [
  { name: "leaf of the balance left out", proof: () => without(balance) },
  { name: "leaf of the commission left out", proof: () => without(commission) },
  { name: "leaf of a payment left out", proof: () => without(payment) },
  {
    name: "leaf that is there and not told",
    proof: () => told(({ leaves }) => ({ leaves: leaves.slice(1) })),
  },
  {
    name: "leaf smaller than what is owed",
    proof: () => proofOf([...owed.map(([name, amount]) => [name, amount - 1n] as const), ...others]),
  },
  {
    name: "leaf of another player negative, so that the total is smaller",
    proof: () => proofOf([...owed, ...others, ["user:nobody", -1_500n]]),
  },
  {
    name: "own leaf negative",
    proof: () => proofOf([...owed.map(([name, amount]) => [name, -amount] as const), ...others]),
  },
  {
    name: "total too small",
    proof: () => told(({ tree }) => ({ tree: { ...tree, total: `${BigInt(tree.total) - 1_000n}` } })),
  },
  {
    name: "sum on the path too small, and the total with it",
    proof: () =>
      told(({ tree, leaves }) => ({
        tree: { ...tree, total: `${BigInt(tree.total) - 1n}` },
        leaves: leaves.map((leaf) => ({
          ...leaf,
          path: leaf.path.map((node, at) => (at === 0 ? { ...node, sum: `${BigInt(node.sum) - 1n}` } : node)),
        })),
      })),
  },
  {
    name: "another root",
    proof: () => told(({ tree }) => ({ tree: { ...tree, root: sha256Hex("another") } })),
  },
  {
    name: "leaf told twice",
    proof: () => told(({ leaves }) => ({ leaves: [...leaves, ...leaves.slice(0, 1)] })),
  },
  { name: "path too short", proof: () => leafChanged(({ path }) => ({ path: path.slice(0, -1) })) },
  {
    name: "path too long",
    proof: () => leafChanged(({ path }) => ({ path: [...path, { hash: sha256Hex("more"), sum: "0" }] })),
  },
  { name: "place of another leaf", proof: () => leafChanged(({ index }) => ({ index: index + 1 })) },
];
