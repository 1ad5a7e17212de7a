import { and, desc, asc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { lamports } from "../../domain/lamports.ts";
import type {
  ChainIdentity,
  ChainPlace,
  ChainStore,
  StoredTransaction,
} from "../../localnet/chain/chain-store.ts";
import type { Db, Tx } from "../foundation/db/database.ts";
import {
  localChain,
  localChainAccounts,
  localChainSignatures,
  localChainTransactions,
} from "../foundation/db/schema/local-chain.ts";
import { inTransaction } from "../foundation/db/transaction.ts";

interface Options {
  /** Runs inside every writing transaction; throws when this process may no longer drive the chain. */
  readonly guard?: (tx: Tx) => Promise<void>;
}

/** Id of the only row of the chain's identity. */
const ONLY = 1;
/** Rows per insert; at four parameters each, far below Postgres's limit of 65,535. */
const ROWS_AT_ONCE = 2000;

/** Stores the embedded chain in the game's database, so that chain and game cannot diverge (rule LOCALNET-1). */
export function localChainStore(db: Db, { guard = allow }: Options = {}): ChainStore {
  const transactions = localChainTransactions;
  const names = localChainSignatures;
  const inOrder = [asc(transactions.slot), asc(transactions.position)];

  return {
    async load() {
      const [row] = await db.select().from(localChain).where(eq(localChain.id, ONLY));
      if (!row) return null;
      const accounts = await db.select().from(localChainAccounts);
      const identity: ChainIdentity = {
        genesisHash: row.genesisHash,
        secret: fromBase64(row.secret),
        faucetKey: fromBase64(row.faucetKey),
        startedAtMs: row.startedAt.getTime(),
        slotMs: row.slotMs,
      };
      return {
        identity,
        accounts: accounts.map((account) => ({ ...account, data: fromBase64(account.data) })),
      };
    },

    create: (identity, accounts) =>
      inTransaction(db, async (tx) => {
        await guard(tx);
        await tx.insert(localChain).values({
          id: ONLY,
          genesisHash: identity.genesisHash,
          secret: toBase64(identity.secret),
          faucetKey: toBase64(identity.faucetKey),
          startedAt: new Date(identity.startedAtMs),
          slotMs: identity.slotMs,
        });
        await storeAccounts(
          tx,
          accounts.map((state) => ({ address: state.address, state })),
        );
      }),

    commitBlock: (block) =>
      inTransaction(db, async (tx) => {
        await guard(tx);
        const rows = block.transactions.map(({ transaction }) => rowOf(transaction));
        for (const part of parts(rows)) await tx.insert(transactions).values(part);
        const mentions = block.transactions.flatMap(
          ({ transaction: { signature, slot, position }, addresses }) =>
            addresses.map((address) => ({ address, slot: BigInt(slot), position, signature })),
        );
        for (const part of parts(mentions)) await tx.insert(names).values(part);
        await storeAccounts(tx, block.accounts);
      }),

    async transaction(signature) {
      const [row] = await db.select().from(transactions).where(eq(transactions.signature, signature));
      return row ? transactionOf(row) : null;
    },

    async transactionsFrom(slot) {
      const rows = await db
        .select()
        .from(transactions)
        .where(gte(transactions.slot, BigInt(slot)))
        .orderBy(...inOrder);
      return rows.map(transactionOf);
    },

    async transactionsInSlot(slot) {
      const rows = await db
        .select()
        .from(transactions)
        .where(eq(transactions.slot, BigInt(slot)))
        .orderBy(...inOrder);
      return rows.map(transactionOf);
    },

    async transactionsOf(address, { upToSlot, before, until, limit }) {
      const rows = await db
        .select({ row: transactions })
        .from(names)
        .innerJoin(transactions, eq(transactions.signature, names.signature))
        .where(
          and(
            eq(names.address, address),
            lte(names.slot, BigInt(upToSlot)),
            before ? sql`(${names.slot}, ${names.position}) < ${place(before)}` : undefined,
            until ? sql`(${names.slot}, ${names.position}) > ${place(until)}` : undefined,
          ),
        )
        .orderBy(desc(names.slot), desc(names.position))
        .limit(limit);
      return rows.map(({ row }) => transactionOf(row));
    },

    countTransactions: () => db.$count(transactions),
  };
}

const allow = async (): Promise<void> => undefined;

const place = ({ slot, position }: ChainPlace) => sql`(${slot}::bigint, ${position}::integer)`;

async function storeAccounts(tx: Tx, changed: Parameters<ChainStore["commitBlock"]>[0]["accounts"]) {
  const rows = changed.flatMap(({ address, state }) =>
    state
      ? [
          {
            address,
            lamports: lamports(state.lamports),
            owner: state.owner,
            data: toBase64(state.data),
            executable: state.executable,
          },
        ]
      : [],
  );
  for (const part of parts(rows)) {
    await tx
      .insert(localChainAccounts)
      .values(part)
      .onConflictDoUpdate({
        target: localChainAccounts.address,
        set: {
          lamports: sql`excluded.lamports`,
          owner: sql`excluded.owner`,
          data: sql`excluded.data`,
          executable: sql`excluded.executable`,
        },
      });
  }
  const gone = changed.filter(({ state }) => state === null).map(({ address }) => address);
  if (gone.length > 0) await tx.delete(localChainAccounts).where(inArray(localChainAccounts.address, gone));
}

/** The record's JSON: balances as decimal strings, and logs in base64, because jsonb does not accept NUL characters. */
type StoredRecord = Omit<
  StoredTransaction,
  "signature" | "slot" | "position" | "preBalances" | "postBalances" | "logs"
> & {
  readonly preBalances: readonly string[];
  readonly postBalances: readonly string[];
  readonly logs: string;
};

function rowOf({ signature, slot, position, ...rest }: StoredTransaction) {
  const record: StoredRecord = {
    ...rest,
    preBalances: rest.preBalances.map(String),
    postBalances: rest.postBalances.map(String),
    logs: Buffer.from(JSON.stringify(rest.logs)).toString("base64"),
  };
  return { signature, slot: BigInt(slot), position, record };
}

function transactionOf(row: typeof localChainTransactions.$inferSelect): StoredTransaction {
  const record = row.record as StoredRecord;
  return {
    ...record,
    signature: row.signature,
    slot: Number(row.slot),
    position: row.position,
    preBalances: record.preBalances.map(BigInt),
    postBalances: record.postBalances.map(BigInt),
    logs: JSON.parse(Buffer.from(record.logs, "base64").toString()) as string[],
  };
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

function* parts<Row>(rows: readonly Row[]): Iterable<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}
