import { createHash, createHmac } from "node:crypto";
import type { Store } from "../store.ts";
import type { Entries } from "./books.ts";
import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Tree {
  readonly id: string;
  readonly at: string;
  readonly root: string;
  readonly total: string;
  readonly count: number;
  readonly secret: string;
}

interface Node {
  readonly hash: Buffer;
  readonly sum: bigint;
}

interface Committed {
  readonly postings: readonly Entries[];
  readonly rows: readonly { readonly source: string; readonly row: Row }[];
}

interface Ports {
  readonly store: Store;
  readonly mirror: Mirror;
  readonly balances: ReadonlyMap<string, bigint>;
}

const isOwed = (account: string) => /^(user|referral|pool|jackpot):|^bonus$/.test(account);
const paysSomebody = ({ kind }: Row) => kind !== "sweep" && kind !== "anchor";

/** Whether a tree made before this commit can differ from what is owed after it. */
export const changesWhatIsOwed = ({ postings, rows }: Committed): boolean =>
  postings.some(({ entries }) => [...entries.keys()].some(isOwed)) ||
  rows.some(({ source, row }) => source === "payments" && paysSomebody(row));

export function countedAt(store: Store): number | null {
  const tree = newestTree(store);
  return tree ? Date.parse(tree.at) : null;
}

/**
 * Checks the newest tree of what the house owes against docs/fairness.md: a leaf for each account above zero and each
 * payment on its way, none below zero, and the root and the total that follow from the leaves (rules OWED-1 and
 * OWED-2).
 */
export function checkLiabilities(must: Must, { store, mirror, balances }: Ports): void {
  const tree = newestTree(store);
  if (!tree) return must(false, "OWED-1 what the house owes was never counted");
  const leaves = leavesOf(store, tree);
  const kept = new Map(leaves.map(({ accountHash, lamports }) => [accountHash, lamports]));
  const owed = [...balances].filter(([account]) => isOwed(account));
  for (const payment of mirror.payments.values()) {
    const isOnItsWay = /^(pending|sent|unknown)$/.test(text(payment, "status"));
    if (isOnItsWay && paysSomebody(payment))
      owed.push([`payment:${text(payment, "id")}`, amount(payment, "lamports")]);
  }
  let total = 0n;
  for (const [account, lamports] of owed) {
    if (lamports === 0n) continue;
    total += lamports;
    const salt = createHmac("sha256", Buffer.from(tree.secret, "hex")).update(account).digest("hex");
    const found = kept.get(createHash("sha256").update(`liability:${account}:${salt}`).digest("hex"));
    must(found === lamports, `OWED-1 ${account} is owed ${lamports}, and ${found ?? "no leaf"} is counted`);
  }
  const counted = leaves.reduce((sum, leaf) => sum + leaf.lamports, 0n);
  must(BigInt(tree.total) === total, `OWED-1 ${tree.total} is said to be owed, and it is ${total}`);
  must(counted === total, `OWED-1 the leaves hold ${counted}, and ${total} is owed`);
  must(
    leaves.every(({ lamports }) => lamports > 0n),
    "OWED-2 a leaf is not above zero",
  );
  must(
    tree.count === leaves.length,
    `OWED-1 ${tree.count} accounts are said, and ${leaves.length} are there`,
  );
  const hashes = leaves.map(({ accountHash }) => accountHash);
  must(hashes.join() === hashes.toSorted().join(), "OWED-2 the leaves are not in their order");
  const root = rootOf(
    leaves.map(({ accountHash, lamports }) => ({
      hash: sha256(Buffer.of(0), Buffer.from(`${accountHash}:${lamports}`)),
      sum: lamports,
    })),
  );
  must(root.hash.toString("hex") === tree.root, `OWED-2 ${tree.root} is not the root over the leaves`);
}

const newestTree = (store: Store): Tree | undefined =>
  store.query(
    `select id::text, at::text, root, total::text, count, encode(secret, 'hex') as secret
       from liability_trees order by id desc limit 1`,
  ).rows[0] as Tree | undefined;

function leavesOf(store: Store, { id }: Tree) {
  const rows = store.query(
    "select encode(leaves, 'hex') as leaves from liability_leaves where tree_id = $1::bigint order by number",
    [id],
  ).rows as { leaves: string }[];
  const all = rows.map(({ leaves }) => leaves).join("");
  return Array.from({ length: all.length / 80 }, (_, place) => {
    const leaf = all.slice(place * 80, (place + 1) * 80);
    return { accountHash: leaf.slice(0, 64), lamports: BigInt.asIntN(64, BigInt(`0x${leaf.slice(64)}`)) };
  });
}

/** Split at the largest power of two, as RFC 9162 specifies. */
function rootOf(nodes: readonly Node[]): Node {
  const [only] = nodes;
  if (only === undefined) return { hash: sha256(), sum: 0n };
  if (nodes.length === 1) return only;
  let half = 1;
  while (half * 2 < nodes.length) half *= 2;
  const [left, right] = [rootOf(nodes.slice(0, half)), rootOf(nodes.slice(half))];
  return {
    hash: sha256(Buffer.of(1), left.hash, bytesOf(left.sum), right.hash, bytesOf(right.sum)),
    sum: left.sum + right.sum,
  };
}

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

function bytesOf(sum: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(sum);
  return bytes;
}
