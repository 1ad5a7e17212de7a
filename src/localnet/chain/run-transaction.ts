import type { AccountState } from "./chain-store.ts";
import { type LandedTransaction, accountsOf, isAccountWritable } from "./landed-transaction.ts";
import { type Machine, wireBase64 } from "./machine.ts";
import { type TransactionError, neverLanded } from "./transaction-error.ts";
import type { WireTransaction } from "./wire-transaction.ts";

type Run =
  | { readonly landed: false; readonly error: TransactionError }
  | {
      readonly landed: true;
      readonly transaction: LandedTransaction;
      /** The changed accounts in their present state. */
      readonly states: ReadonlyMap<string, AccountState | null>;
    };

/** Runs a transaction on the machine at a place of the chain and records its outcome. */
export function runTransaction(
  machine: Machine,
  wire: WireTransaction,
  place: { slot: number; position: number },
): Run {
  const loaded = machine.loadedAddresses(wire);
  if (!loaded) return { landed: false, error: "AddressLookupTableNotFound" };
  const tables = { loadedWritable: loaded.writable, loadedReadonly: loaded.readonly };
  const accounts = accountsOf(wire, tables);
  const writable = accounts.filter((_, index) => isAccountWritable(wire, loaded.writable.length, index));
  const balances = () => accounts.map((address) => machine.balance(address));
  const read = () => new Map(writable.map((address) => [address, machine.account(address)] as const));

  const preBalances = balances();
  const statesBefore = read();
  const { returnData: _, ...execution } = machine.execute(wire, { verifySignatures: true });
  if (execution.error !== null && neverLanded(execution.error)) {
    return { landed: false, error: execution.error };
  }

  const states = new Map<string, AccountState | null>();
  const before = new Map<string, AccountState | null>();
  for (const [address, now] of read()) {
    const was = statesBefore.get(address) ?? null;
    if (isSame(was, now)) continue;
    states.set(address, now);
    before.set(address, was);
  }
  const record = {
    signature: wire.signature,
    ...place,
    wire: wireBase64(wire),
    ...execution,
    ...tables,
    preBalances,
    postBalances: balances(),
  };
  return { landed: true, transaction: { record, wire, accounts, before, isStored: false }, states };
}

const isSame = (one: AccountState | null, other: AccountState | null): boolean =>
  one === null || other === null
    ? one === other
    : one.lamports === other.lamports &&
      one.owner === other.owner &&
      one.executable === other.executable &&
      Buffer.compare(one.data, other.data) === 0;
