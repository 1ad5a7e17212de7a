import { getBase58Decoder, getBase64Encoder } from "@solana/kit";
import type { StoredTransaction } from "../chain/chain-store.ts";
import { accountsOf, feeOf, isAccountWritable, wireOf } from "../chain/landed-transaction.ts";
import { configurationOf, type Message, type WireTransaction } from "../chain/wire-transaction.ts";
import type { Json } from "./json.ts";
import type { TransactionEncoding } from "./params.ts";
import { isMemoProgram, parsedInstruction } from "./parsed-instruction.ts";
import { RpcError } from "./rpc-error.ts";

const base58 = getBase58Decoder();
const base64 = getBase64Encoder();
const utf8 = new TextDecoder();

interface Rendering {
  readonly encoding: TransactionEncoding;
  /** Highest version that the caller understands; null for legacy only. */
  readonly maxVersion: number | null;
  /** False for a block that was asked for without rewards. */
  readonly showsRewards?: boolean;
}

/** A transaction as `getTransaction` and `getBlock` show it, without its slot and time. */
export function renderTransaction(
  record: StoredTransaction,
  { encoding, maxVersion, showsRewards }: Rendering,
) {
  const wire = wireOf(record);
  const { version } = wire.message;
  if (version !== "legacy" && (maxVersion === null || version > maxVersion)) throw unsupported(version);
  return {
    ...(maxVersion === null ? {} : { version }),
    meta: {
      ...(encoding === "jsonParsed" ? parsedMetaOf(record) : metaOf(record)),
      rewards: showsRewards === false ? null : [],
    },
    transaction: encoded(record, wire, encoding),
  };
}

/** Like `renderTransaction`, with only signatures and accounts of the transaction. */
export function renderAccounts(record: StoredTransaction, maxVersion: number | null) {
  const wire = wireOf(record);
  const { version } = wire.message;
  if (version !== "legacy" && (maxVersion === null || version > maxVersion)) throw unsupported(version);
  return {
    ...(maxVersion === null ? {} : { version }),
    meta: briefMetaOf(record),
    transaction: { signatures: signaturesOf(wire), accountKeys: accountKeys(record, wire) },
  };
}

/** The memos of a transaction as `getSignaturesForAddress` shows them. */
export function memoOf(record: StoredTransaction): string | null {
  const wire = wireOf(record);
  const memos = wire.instructions
    .filter(({ programIdIndex }) => isMemoProgram(wire.message.staticAccounts[programIdIndex] ?? ""))
    .map(({ data }) => `[${data.length}] ${utf8.decode(data)}`);
  return memos.length > 0 ? memos.join("; ") : null;
}

/** The result of execution in both forms that nodes return. */
export const outcome = (record: StoredTransaction) => ({
  err: record.error,
  status: record.error === null ? { Ok: null } : { Err: record.error },
});

/** Inner instructions, by the index of the instruction that led to them. */
export const renderInner = (inner: StoredTransaction["innerInstructions"]): Json =>
  inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((instruction) => ({ ...instruction })),
  }));

const briefMetaOf = (record: StoredTransaction) => ({
  ...outcome(record),
  fee: feeOf(record),
  preBalances: record.preBalances,
  postBalances: record.postBalances,
  preTokenBalances: [],
  postTokenBalances: [],
});

const parsedMetaOf = (record: StoredTransaction) => ({
  ...briefMetaOf(record),
  innerInstructions: renderInner(record.innerInstructions),
  logMessages: record.logs,
  computeUnitsConsumed: record.unitsConsumed,
});

const metaOf = (record: StoredTransaction) => ({
  ...parsedMetaOf(record),
  loadedAddresses: { writable: record.loadedWritable, readonly: record.loadedReadonly },
});

function encoded(record: StoredTransaction, wire: WireTransaction, encoding: TransactionEncoding): Json {
  const { message } = wire;
  if (encoding === "base64") return [record.wire, "base64"];
  if (encoding === "binary") return base58.decode(base64.encode(record.wire));
  if (encoding === "base58") return [base58.decode(base64.encode(record.wire)), "base58"];
  const ofVersion = partsOfVersion(message);
  if (encoding === "jsonParsed") {
    const accounts = accountsOf(wire, record);
    return {
      signatures: signaturesOf(wire),
      message: {
        accountKeys: accountKeys(record, wire),
        recentBlockhash: wire.blockhash,
        instructions: wire.instructions.map((instruction) => parsedInstruction(instruction, accounts)),
        ...ofVersion,
      },
    };
  }
  return {
    signatures: signaturesOf(wire),
    message: {
      header: {
        numRequiredSignatures: message.header.numSignerAccounts,
        numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
      },
      accountKeys: message.staticAccounts,
      recentBlockhash: wire.blockhash,
      instructions: wire.instructions.map(({ programIdIndex, accounts, data }) => ({
        programIdIndex,
        accounts,
        data: base58.decode(data),
        stackHeight: 1,
      })),
      ...ofVersion,
    },
  };
}

/** What only messages of one version have. */
function partsOfVersion(message: Message): Record<string, Json> {
  const configuration = configurationOf(message);
  if (configuration) {
    const {
      computeUnitLimit = null,
      heapSize = null,
      loadedAccountsDataSizeLimit = null,
      priorityFeeLamports: priorityFee = null,
    } = configuration;
    return {
      transactionConfig: { computeUnitLimit, heapSize, loadedAccountsDataSizeLimit, priorityFee },
    };
  }
  if (message.version !== 0) return {};
  return {
    addressTableLookups: (message.addressTableLookups ?? []).map((lookup) => ({
      accountKey: lookup.lookupTableAddress,
      writableIndexes: [...lookup.writableIndexes],
      readonlyIndexes: [...lookup.readonlyIndexes],
    })),
  };
}

const accountKeys = (record: StoredTransaction, wire: WireTransaction) =>
  accountsOf(wire, record).map((pubkey, index) => ({
    pubkey,
    signer: index < wire.message.header.numSignerAccounts,
    writable: isAccountWritable(wire, record.loadedWritable.length, index),
    source: index < wire.message.staticAccounts.length ? "transaction" : "lookupTable",
  }));

const signaturesOf = ({ signatures }: WireTransaction): string[] =>
  signatures.map((signature) => base58.decode(signature ?? new Uint8Array(64)));

const unsupported = (version: number): RpcError =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
