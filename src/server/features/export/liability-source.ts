import { asc, eq, gt } from "drizzle-orm";
import { hasMemoEnded } from "../../foundation/books/payments.ts";
import { liabilityAnchors, liabilityTrees } from "../../foundation/db/schema/liabilities.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import type { UnplacedLine } from "../../../contract/export/export-records.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "liabilities";

type Holdings = Extract<UnplacedLine, { readonly kind: typeof name }>["holdings"];

/** What the house owed, for each day whose memo is final on the chain (rules EXPORT-3 and OWED-6). */
export const liabilitySource: RecordSource = {
  name,
  async readNext(db) {
    const from = await readCursor(db, name);
    const [row] = await db
      .select({ tree: liabilityTrees, status: payments.status, signature: payments.signature })
      .from(liabilityAnchors)
      .innerJoin(liabilityTrees, eq(liabilityTrees.id, liabilityAnchors.treeId))
      .innerJoin(payments, eq(payments.id, liabilityAnchors.paymentId))
      .where(gt(liabilityTrees.id, BigInt(from)))
      .orderBy(asc(liabilityTrees.id))
      .limit(1);
    if (row === undefined) return null;
    const { tree, status, signature } = row;
    if (!hasMemoEnded({ status })) return null;
    const { id, at, root, total, count, slot, holdings } = tree;
    const line = {
      kind: name,
      taken_at: at.toISOString(),
      root,
      total: total.toString(),
      count,
      slot: Number(slot),
      holdings: holdings as Holdings,
    } as const;
    const isAnchored = status === "completed" && signature !== null;
    return {
      lines: isAnchored ? [{ key: `${name}:${id}`, line: { ...line, anchor: signature } }] : [],
      take: (tx) => moveCursor(tx, name, from, Number(id)),
    };
  },
};
