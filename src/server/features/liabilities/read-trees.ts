import { and, desc, eq, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { hashAccount, liabilitySalt, paymentAccount } from "../../../domain/liability-tree.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { referralAccount, userAccount } from "../../../domain/ledger.ts";
import { networkSince } from "../../foundation/books/network-since.ts";
import { type Db, type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { liabilityAnchors, liabilityTrees } from "../../foundation/db/schema/liabilities.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import type { SignedHoldings } from "./make-tree.ts";
import { findLeaves } from "./stored-leaves.ts";

type TreeView = NonNullable<Reply<Api["getLiabilities"]>["newest"]>;
type Proof = NonNullable<Reply<Api["getLiabilityProof"]>["newest"]>;
type TreeRow = typeof liabilityTrees.$inferSelect & {
  /** Signature of its memo, once that is final. */
  readonly anchor: string | null;
};

/** The newest tree, and the newest whose memo is final on the chain (rule OWED-6); null where there is none. */
async function readTrees(q: Queryable): Promise<Record<"newest" | "anchored", TreeRow | null>> {
  const trees = () =>
    q
      .select({ tree: liabilityTrees, anchor: payments.signature })
      .from(liabilityTrees)
      .leftJoin(liabilityAnchors, eq(liabilityAnchors.treeId, liabilityTrees.id))
      .leftJoin(payments, and(eq(payments.id, liabilityAnchors.paymentId), isFinal))
      .orderBy(desc(liabilityTrees.id))
      .limit(1);
  // A tree from a network that was left is anchored there.
  const isHere = sql`${liabilityTrees.at} > ${networkSince}`;
  const rowOf = ([found]: Awaited<ReturnType<typeof trees>>): TreeRow | null =>
    found === undefined ? null : { ...found.tree, anchor: found.anchor };
  return {
    newest: rowOf(await trees().where(isHere)),
    anchored: rowOf(await trees().where(and(isHere, isFinal))),
  };
}

const isFinal = sql`${payments.status} = 'completed'`;

/** The public view of the trees: it names no account (rule OWED-8). */
export async function readLiabilities(db: Db): Promise<Reply<Api["getLiabilities"]>> {
  const { newest, anchored } = await readTrees(db);
  return { newest: newest && viewOf(newest), anchored: anchored && viewOf(anchored) };
}

const viewOf = ({ at, root, total, count, slot, holdings, anchor }: TreeRow): TreeView => ({
  at,
  root,
  total,
  count,
  slot,
  holdings: (holdings as readonly SignedHoldings[]).map(({ lamports, ...wallet }) => ({
    ...wallet,
    lamports: signedLamports(BigInt(lamports)),
  })),
  anchor,
});

/** The leaves of a wallet's own accounts in both trees, with their paths (rules OWED-4 and OWED-8). */
export async function proveOwn(db: Db, wallet: string): Promise<Reply<Api["getLiabilityProof"]>> {
  return db.transaction(
    async (tx) => {
      const { newest, anchored } = await readTrees(tx);
      const prove = async (tree: TreeRow | null) => tree && proofOf(tx, tree, wallet);
      const proof = await prove(newest);
      return {
        newest: proof,
        anchored: anchored?.id === newest?.id ? proof : await prove(anchored),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function proofOf(tx: Tx, tree: TreeRow, wallet: string): Promise<Proof> {
  const accounts = [userAccount(wallet), referralAccount(wallet), ...(await ownPayments(tx, tree, wallet))];
  const salted = new Map(
    accounts.map((account) => {
      const salt = liabilitySalt(tree.secret, account);
      return [hashAccount(account, salt), { account, salt }];
    }),
  );
  const leaves = (await findLeaves(tx, tree.id, [...salted.keys()])).flatMap(
    ({ accountHash, lamports, index, path }) => {
      const own = salted.get(accountHash);
      return own === undefined ? [] : [{ ...own, lamports, index, path: [...path] }];
    },
  );
  return { tree: viewOf(tree), leaves };
}

/**
 * Payments that may have been on their way to the wallet at that time, and a few more; those that were not are in no
 * leaf.
 */
async function ownPayments(tx: Tx, { at }: TreeRow, wallet: string) {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select id from payments
         where wallet = ${wallet} and kind not in ('anchor', 'sweep')
           and created_at <= ${moment} + interval '10 minutes'
           and (processed_at is null or processed_at >= ${moment} - interval '10 minutes')`,
  );
  return rows.map(({ id }) => paymentAccount(id));
}
