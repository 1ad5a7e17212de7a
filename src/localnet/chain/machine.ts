import {
  type Address,
  type Lamports,
  type ReadonlyUint8Array,
  address,
  getAddressDecoder,
  getBase58Decoder,
  getBase64Decoder,
  getTransactionEncoder,
  lamports,
} from "@solana/kit";
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from "litesvm";
import type { AccountState, InnerInstruction, StoredAccount, StoredTransaction } from "./chain-store.ts";
import { type TransactionError, transactionError } from "./transaction-error.ts";
import type { WireTransaction } from "./wire-transaction.ts";

const base58 = getBase58Decoder();
const base64 = getBase64Decoder();
const addresses = getAddressDecoder();
const transactionEncoder = getTransactionEncoder();

const LOOKUP_TABLE_PROGRAM = "AddressLookupTab1e1111111111111111111111111";
const LOOKUP_TABLE_HEADER_BYTES = 56;

/** The outcome of running a transaction. */
interface Execution {
  readonly error: TransactionError | null;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  readonly innerInstructions: StoredTransaction["innerInstructions"];
  readonly returnData: { readonly programId: string; readonly data: Uint8Array } | null;
}

export interface Simulation extends Execution {
  /** The resulting states of accounts; only those that the transaction names. */
  readonly accounts: ReadonlyMap<string, AccountState>;
}

/** Solana's virtual machine with accounts, but without slots, blocks or memory of transactions. */
export interface Machine {
  account(address: string): AccountState | null;
  balance(address: string): bigint;
  minimumBalance(dataBytes: number): bigint;
  /** Sets the time that programs see; `unixTime` in seconds. */
  setTime(slot: number, unixTime: number, recentBlockhashes: readonly SlotHash[]): void;
  /** Runs the transaction and applies its effects. */
  execute(wire: WireTransaction, options: { verifySignatures: boolean }): Execution;
  /** Runs the transaction and discards its effects. */
  simulate(wire: WireTransaction, options: { verifySignatures: boolean }): Simulation;
  /** Addresses that the transaction takes from lookup tables; null when a table cannot serve it. */
  loadedAddresses(wire: WireTransaction): LoadedAddresses | null;
}

interface SlotHash {
  readonly slot: number;
  readonly hash: string;
}

export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

/** A machine with Solana's own programs and these accounts. */
export function startMachine(accounts: Iterable<StoredAccount>): Machine {
  // LiteSVM's own history forgets after some 55 transactions; the chain tracks signatures and the blockhash window
  // itself, so both checks are off here.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  for (const account of accounts) {
    svm.setAccount({
      address: address(account.address),
      lamports: lamports(account.lamports),
      data: account.data,
      executable: account.executable,
      programAddress: address(account.owner),
      space: BigInt(account.data.length),
    });
  }

  const account = (at: string): AccountState | null => {
    const found = svm.getAccount(at as Address);
    return found.exists && found.lamports > 0n ? accountState(found) : null;
  };

  return {
    account,
    balance: (at) => svm.getBalance(at as Address) ?? 0n,
    minimumBalance: (dataBytes) => svm.minimumBalanceForRentExemption(BigInt(dataBytes)),

    setTime(slot, unixTime, recentBlockhashes) {
      const clock = svm.getClock();
      clock.slot = BigInt(slot);
      clock.unixTimestamp = BigInt(unixTime);
      svm.setClock(clock);
      svm.setSlotHashes(
        recentBlockhashes.map((recent) => ({ slot: BigInt(recent.slot), hash: recent.hash })),
      );
    },

    execute(wire, { verifySignatures }) {
      if (verifySignatures && isUnsigned(wire)) return unsigned;
      svm.withSigverify(verifySignatures);
      const result = svm.sendTransaction(wire.transaction);
      return result instanceof FailedTransactionMetadata
        ? executionOf(result.meta(), transactionError(result))
        : executionOf(result, null);
    },

    simulate(wire, { verifySignatures }) {
      if (verifySignatures && isUnsigned(wire)) return { ...unsigned, accounts: new Map() };
      svm.withSigverify(verifySignatures);
      const result = svm.simulateTransaction(wire.transaction);
      if (result instanceof FailedTransactionMetadata) {
        return { ...executionOf(result.meta(), transactionError(result)), accounts: new Map() };
      }
      const after = result
        .postAccounts()
        .map((post) => [post.address as string, accountState(post)] as const);
      return { ...executionOf(result.meta(), null), accounts: new Map(after) };
    },

    loadedAddresses({ message }) {
      const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
      const writable: string[] = [];
      const readonly: string[] = [];
      for (const lookup of lookups) {
        const table = account(lookup.lookupTableAddress);
        if (table?.owner !== LOOKUP_TABLE_PROGRAM) return null;
        const at = (index: number) => addressInTable(table.data, index);
        for (const [indexes, into] of [
          [lookup.writableIndexes, writable],
          [lookup.readonlyIndexes, readonly],
        ] as const) {
          for (const index of indexes) {
            const found = at(index);
            if (found === null) return null;
            into.push(found);
          }
        }
      }
      return { writable, readonly };
    },
  };
}

const isUnsigned = ({ signatures }: WireTransaction): boolean => signatures.includes(null);

/** LiteSVM throws for a missing signature, where a node says the same as for a wrong one. */
const unsigned: Execution = {
  error: "SignatureFailure",
  unitsConsumed: 0,
  logs: [],
  innerInstructions: [],
  returnData: null,
};

/** The signed bytes without any trailing data. */
export const wireBase64 = (wire: WireTransaction): string =>
  base64.decode(transactionEncoder.encode(wire.transaction));

function addressInTable(table: Uint8Array, index: number): string | null {
  const start = LOOKUP_TABLE_HEADER_BYTES + index * 32;
  return start + 32 <= table.length ? addresses.decode(table.subarray(start, start + 32)) : null;
}

const accountState = (encoded: {
  lamports: Lamports;
  programAddress: Address;
  data: ReadonlyUint8Array;
  executable: boolean;
}): AccountState => ({
  lamports: encoded.lamports,
  owner: encoded.programAddress,
  data: Uint8Array.from(encoded.data),
  executable: encoded.executable,
});

function executionOf(meta: TransactionMetadata, error: TransactionError | null): Execution {
  const returned = meta.returnData();
  const innerInstructions = meta
    .innerInstructions()
    .map((inner, index) => ({
      index,
      instructions: inner.map((entry): InnerInstruction => {
        const instruction = entry.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: base58.decode(instruction.data()),
          stackHeight: entry.stackHeight(),
        };
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0);
  return {
    error,
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    logs: meta.logs(),
    innerInstructions,
    returnData:
      returned.data().length > 0
        ? { programId: base58.decode(returned.programId()), data: returned.data() }
        : null,
  };
}
