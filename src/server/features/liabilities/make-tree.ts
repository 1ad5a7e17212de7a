import { setImmediate } from "node:timers/promises";
import { desc, eq, notInArray, sql } from "drizzle-orm";
import { encodeBase58 } from "../../../domain/base58.ts";
import { type Lamports, sum } from "../../../domain/lamports.ts";
import type { HouseWallet } from "../../../domain/ledger.ts";
import { holdingsText, liabilitiesMemo } from "../../../domain/memo.ts";
import { utcDay } from "../../../domain/utc-day.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { type HeldLease, holdLease } from "../../foundation/db/lease.ts";
import { liabilityAnchors, liabilityLeaves, liabilityTrees } from "../../foundation/db/schema/liabilities.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { growTree } from "./grow-tree.ts";
import { readOwed } from "./read-owed.ts";
import { storeLeaves } from "./stored-leaves.ts";

/** What the house's wallets hold at a finalized slot. */
interface Holdings {
  readonly slot: bigint;
  readonly holdings: readonly (HouseWallet & { readonly lamports: Lamports })[];
}

/** A wallet's holdings, and its signature of them in base58; null if none was made. */
export interface SignedHoldings extends HouseWallet {
  readonly lamports: string;
  readonly signature: string | null;
}

export interface TreePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly vault: Pick<HouseKeys, "sign">;
  /** Rejects with ChainUnavailable when the node does not answer. */
  readonly readHoldings: () => Promise<Holdings>;
}

/** Trees whose leaves are kept: those of an hour, and a week of anchored ones (rule OWED-5). */
const NEWEST_KEPT = 6;
const ANCHORED_KEPT = 7;

/**
 * Builds a tree of what is owed now, and stores it in one transaction: a process killed before leaves nothing of it
 * (rule OWED-3). The first one of a UTC day is anchored on the chain, and signed by each house wallet whose key is
 * unlocked (rules OWED-6 and OWED-7). Trees older than needed are deleted.
 *
 * @throws ChainUnavailable when the node does not say what the house holds.
 */
export async function makeTree(ports: TreePorts, lease: HeldLease): Promise<void> {
  const { db, clock, entropy } = ports;
  const { slot, holdings } = await ports.readHoldings();
  const at = new Date(clock.now());
  const secret = entropy.bytes(32);
  const tree = await growTree(await readOwed(db), secret, () => setImmediate());
  const day = utcDay(at.getTime());
  const { count } = tree;
  const { hash: root, sum: total } = tree.root;
  const isAnchored = !(await hasAnchor(db, day));
  const signed: SignedHoldings[] = [];
  for (const { kind, address, lamports } of holdings) {
    const text = holdingsText({ at, root, slot, address, lamports });
    const signature = isAnchored ? await signText(ports.vault, address, text) : null;
    signed.push({ kind, address, lamports: lamports.toString(), signature });
  }
  await inTransaction(db, async (tx) => {
    await holdLease(tx, lease.name, lease.token);
    const [stored] = await tx
      .insert(liabilityTrees)
      .values({ at, root, total, count, slot, holdings: signed, secret })
      .returning({ id: liabilityTrees.id });
    if (stored === undefined) throw new Error("the tree was not stored");
    await storeLeaves(tx, stored.id, tree);
    if (isAnchored) {
      const holdingsTotal = sum(holdings.map(({ lamports }) => lamports));
      const paymentId = `liabilities-${day}`;
      const memo = liabilitiesMemo({ at, root, total, count, slot, holdings: holdingsTotal });
      await queueAnchor(tx, { id: paymentId, memo, createdAt: at });
      await tx.insert(liabilityAnchors).values({ day, treeId: stored.id, paymentId });
    }
    await forgetOldTrees(tx);
  });
}

async function hasAnchor(db: Db, day: string): Promise<boolean> {
  const [anchor] = await db.select().from(liabilityAnchors).where(eq(liabilityAnchors.day, day));
  return anchor !== undefined;
}

/** Null while the house is locked. */
async function signText(vault: TreePorts["vault"], address: string, text: string): Promise<string | null> {
  const signed = await vault.sign(address, Buffer.from(text, "utf8"));
  return signed.ok ? encodeBase58(signed.value) : null;
}

async function forgetOldTrees(tx: Tx): Promise<void> {
  const newest = await tx
    .select({ id: liabilityTrees.id })
    .from(liabilityTrees)
    .orderBy(desc(liabilityTrees.id))
    .limit(NEWEST_KEPT);
  const anchored = await tx
    .select({ id: liabilityAnchors.treeId })
    .from(liabilityAnchors)
    .orderBy(desc(liabilityAnchors.day))
    .limit(ANCHORED_KEPT);
  const treeIds = [...newest, ...anchored].map(({ id }) => id);
  await tx.delete(liabilityLeaves).where(notInArray(liabilityLeaves.treeId, treeIds));
  await tx
    .delete(liabilityTrees)
    .where(
      sql`${notInArray(liabilityTrees.id, treeIds)} and not exists (select from ${liabilityAnchors} where ${liabilityAnchors.treeId} = ${liabilityTrees.id})`,
    );
}
