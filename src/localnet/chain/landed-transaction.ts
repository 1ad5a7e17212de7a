import { getBase64Encoder } from "@solana/kit";
import type { AccountState, StoredTransaction } from "./chain-store.ts";
import { type WireTransaction, isWritable, readTransaction } from "./wire-transaction.ts";

const base64 = getBase64Encoder();

/** A transaction in a block, with what is needed to view the chain as it was before it. */
export interface LandedTransaction {
  readonly record: StoredTransaction;
  readonly wire: WireTransaction;
  /** Every account in the order of the balances: static, loaded writable, loaded read-only. */
  readonly accounts: readonly string[];
  /** The accounts that it changed, in their previous state; none when it was read from the store. */
  readonly before: ReadonlyMap<string, AccountState | null>;
  /** Whether the store has it. Until then a failure of the store undoes it. */
  isStored: boolean;
}

/** All accounts of a transaction, in the order in which instructions and balances refer to them. */
export const accountsOf = (
  wire: WireTransaction,
  loaded: Pick<StoredTransaction, "loadedWritable" | "loadedReadonly">,
): string[] => [...wire.message.staticAccounts, ...loaded.loadedWritable, ...loaded.loadedReadonly];

/** Whether the account at `index` of all accounts was locked for writing. */
export const isAccountWritable = (wire: WireTransaction, loadedWritable: number, index: number): boolean => {
  const statics = wire.message.staticAccounts.length;
  return index < statics ? isWritable(wire.message, index) : index < statics + loadedWritable;
};

/** Lamports that left all accounts together: the fee, since nothing else leaves them. */
export function feeOf({ preBalances, postBalances }: StoredTransaction): bigint {
  let fee = 0n;
  for (const balance of preBalances) fee += balance;
  for (const balance of postBalances) fee -= balance;
  return fee;
}

/** Parses the bytes of a stored record. The chain wrote them, so they cannot be invalid. */
export function wireOf(record: StoredTransaction): WireTransaction {
  const read = readTransaction(Uint8Array.from(base64.encode(record.wire)));
  if (!read.ok) throw new Error(`stored transaction ${record.signature} cannot be read: ${read.message}`);
  return read.value;
}

/** A transaction from the store, whose effects the present state has. */
export function restored(record: StoredTransaction): LandedTransaction {
  const wire = wireOf(record);
  return { record, wire, accounts: accountsOf(wire, record), before: new Map(), isStored: true };
}
