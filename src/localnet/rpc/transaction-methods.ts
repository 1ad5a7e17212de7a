import { setImmediate } from "node:timers/promises";
import type { ChainPlace } from "../chain/chain-store.ts";
import { computeBudget, networkFee } from "../chain/compute-budget.ts";
import { isAccountWritable } from "../chain/landed-transaction.ts";
import type { FoundTransaction, LocalChain } from "../chain/local-chain.ts";
import { BLOCKHASH_LIFETIME } from "../chain/slots.ts";
import { readMessage } from "../chain/wire-transaction.ts";
import { maxVersionOf } from "./block-methods.ts";
import type { Json } from "./json.ts";
import { type Method, inContext } from "./methods.ts";
import {
  addressOf,
  blockCommitment,
  bytesOf,
  choice,
  commitment,
  config,
  count,
  encodingConfig,
  list,
  signatureOf,
  text,
  transactionEncodings,
} from "./params.ts";
import { memoOf, outcome, renderTransaction } from "./render-transaction.ts";
import { RpcError, invalidParams } from "./rpc-error.ts";

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;
const MAX_FEE_ACCOUNTS = 128;
/** Records decoded per turn: each is decoded for its memo, and the game runs on the same event loop. */
const RECORDS_A_TURN = 100;

export const transactionMethods: Record<string, Method> = {
  async getTransaction(chain, params) {
    const signature = signatureOf(text(params, 0));
    const options = encodingConfig(params, 1);
    const encoding = choice(options, "encoding", transactionEncodings, "json");
    const newest = chain.slot(blockCommitment(chain, options));
    const found = await chain.find(signature);
    if (!found || found.commitment === "processed" || found.record.slot > newest) return null;
    const { slot } = found.record;
    return {
      slot,
      blockTime: chain.blockTime(slot),
      transactionIndex: found.record.position,
      ...renderTransaction(found.record, { encoding, maxVersion: maxVersionOf(options) }),
    };
  },

  async getSignatureStatuses(chain, params) {
    const signatures = list(params, 0, MAX_STATUSES).map(signatureOf);
    const searchesHistory = config(params, 1)["searchTransactionHistory"] === true;
    const oldest = chain.slot("processed") - BLOCKHASH_LIFETIME;
    const statuses: Json[] = [];
    for (const signature of signatures) {
      const found = searchesHistory ? await chain.find(signature) : chain.recent(signature);
      const isShown = found && (searchesHistory || found.record.slot >= oldest);
      statuses.push(isShown ? statusOf(chain, found) : null);
    }
    return inContext(chain, "processed", statuses);
  },

  async getSignaturesForAddress(chain, params) {
    const address = addressOf(text(params, 0));
    const options = config(params, 1, "RpcSignaturesForAddressConfig");
    const limit = count(options["limit"], MAX_SIGNATURES, "usize");
    if (limit === 0 || limit > MAX_SIGNATURES) {
      throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
    }
    const at = blockCommitment(chain, options);
    const before = await placeOf(chain, options["before"]);
    const until = await placeOf(chain, options["until"]);
    const page = { commitment: at, before, until, limit };
    const records = await chain.transactionsOf(address, page);
    const signatures: Json[] = [];
    for (const [index, record] of records.entries()) {
      if (index > 0 && index % RECORDS_A_TURN === 0) await setImmediate();
      signatures.push({
        signature: record.signature,
        slot: record.slot,
        err: record.error,
        memo: memoOf(record),
        blockTime: chain.blockTime(record.slot),
        confirmationStatus: "finalized",
        transactionIndex: record.position,
      });
    }
    return signatures;
  },

  getFeeForMessage(chain, params) {
    const at = commitment(chain, config(params, 1));
    const message = messageOf(bytesOf(text(params, 0), "base64"));
    if (!chain.isBlockhashValid(message.lifetimeToken)) return inContext(chain, at, null);
    return inContext(chain, at, networkFee(message));
  },

  /** Lowest price per slot, in micro-lamports, that got in, for those of the last 150 slots with such transactions. */
  getRecentPrioritizationFees(chain, params) {
    const addresses = params[0] === undefined ? [] : list(params, 0, MAX_FEE_ACCOUNTS).map(addressOf);
    const newest = chain.slot("processed");
    const least = new Map<number, bigint>();
    for (const { record, wire, accounts } of chain.recentTransactions()) {
      if (record.slot < newest - BLOCKHASH_LIFETIME) continue;
      const locks = (address: string) =>
        isAccountWritable(wire, record.loadedWritable.length, accounts.indexOf(address));
      if (!addresses.every((address) => accounts.includes(address) && locks(address))) continue;
      const { unitPrice } = computeBudget(wire.message);
      const known = least.get(record.slot);
      if (known === undefined || unitPrice < known) least.set(record.slot, unitPrice);
    }
    if (least.size === 0) return [{ slot: newest, prioritizationFee: 0 }];
    return [...least].map(([slot, prioritizationFee]) => ({ slot, prioritizationFee }));
  },
};

/** A status as `getSignatureStatuses` shows it. */
const statusOf = (chain: LocalChain, { record, commitment: reached }: FoundTransaction): Json => ({
  slot: record.slot,
  confirmations: reached === "finalized" ? null : chain.slot("processed") - record.slot,
  ...outcome(record),
  confirmationStatus: reached,
});

async function placeOf(chain: LocalChain, signature: unknown): Promise<ChainPlace | null> {
  if (signature === undefined || signature === null) return null;
  const validSignature = signatureOf(signature);
  const found = await chain.find(validSignature);
  if (!found) throw new RpcError(-32020, `Transaction ${validSignature} not found`);
  return found.record;
}

function messageOf(bytes: Uint8Array) {
  try {
    return readMessage(bytes);
  } catch {
    throw invalidParams("failed to deserialize solana_message::versions::VersionedMessage");
  }
}
