import { asc, eq, gt } from "drizzle-orm";
import { hasMemoEnded } from "../../foundation/books/payments.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { seedChains } from "../../foundation/db/schema/races.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "seed-chain";

/**
 * Each seed chain, once its end is final on the chain (rule EXPORT-2). A chain whose anchor was cancelled was never
 * used.
 */
export const seedChainSource: RecordSource = {
  name,
  async readNext(db) {
    const from = await readCursor(db, name);
    const [row] = await db
      .select({ chain: seedChains, status: payments.status, signature: payments.signature })
      .from(seedChains)
      .leftJoin(payments, eq(payments.id, seedChains.anchorPaymentId))
      .where(gt(seedChains.id, from))
      .orderBy(asc(seedChains.id))
      .limit(1);
    if (row === undefined) return null;
    const { chain, status, signature } = row;
    if (status !== null && !hasMemoEnded({ status })) return null;
    const { id, network, tip, length } = chain;
    const isAnchored = status === "completed" && signature !== null;
    return {
      lines: isAnchored
        ? [{ key: `seed-chain:${id}`, line: { kind: name, network, tip, length, anchor: signature } }]
        : [],
      take: (tx) => moveCursor(tx, name, from, id),
    };
  },
};
