import { SLOTS_PER_EPOCH } from "../chain/slots.ts";
import type { StoredTransaction } from "../chain/chain-store.ts";
import { BLOCKHASH_LIFETIME } from "../chain/slots.ts";
import type { Json } from "./json.ts";
import { API_VERSION, type Method, inContext } from "./methods.ts";
import {
  type Config,
  blockCommitment,
  choice,
  commitment,
  config,
  count,
  encodingConfig,
  faultOfBase58,
  text,
  transactionDetailKinds,
  transactionEncodings,
} from "./params.ts";
import { renderAccounts, renderTransaction } from "./render-transaction.ts";
import { RpcError, invalidParams } from "./rpc-error.ts";

/** That of the same release's validator. */
const FEATURE_SET = 565_236_538;
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
const MAX_BLOCKS = 500_000;
const NO_BLOCK = "11111111111111111111111111111111";

/** Slots starting at `first`, `howMany` at most, none after `newest`. */
const slotsFrom = (first: number, howMany: number, newest: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(howMany, newest - first + 1)) }, (_, index) => first + index);

/**
 * By this a client tells a cluster on which what is confirmed is final. It is empty on a chain that began so, as a test
 * validator's does.
 */
const genesisCertificate: Json = {
  block: { block_id: zeros(32), slot: 0 },
  signature: { bitmap: zeros(3), signature: zeros(192) },
};

export const blockMethods: Record<string, Method> = {
  getHealth: () => "ok",
  getVersion: () => ({ "solana-core": API_VERSION, "feature-set": FEATURE_SET }),
  getGenesisHash: (chain) => chain.genesisHash,
  getAgGenesisCert: () => genesisCertificate,
  getIdentity: (chain) => ({ identity: chain.faucetAddress }),
  getSlotLeader: (chain) => chain.faucetAddress,
  getSlot: (chain, params) => chain.slot(commitment(chain, config(params, 0))),
  getBlockHeight: (chain, params) => chain.slot(commitment(chain, config(params, 0))),
  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,
  getTransactionCount: (chain) => chain.transactionCount(),

  getLatestBlockhash(chain, params) {
    const at = commitment(chain, config(params, 0));
    const slot = chain.slot(at);
    const lastValidBlockHeight = slot + BLOCKHASH_LIFETIME;
    return inContext(chain, at, { blockhash: chain.blockhash(slot), lastValidBlockHeight });
  },

  isBlockhashValid(chain, params) {
    const blockhash = text(params, 0);
    const at = commitment(chain, config(params, 1));
    const fault = faultOfBase58(blockhash, 32);
    if (fault !== null) throw invalidParams(fault);
    return inContext(chain, at, chain.isBlockhashValid(blockhash));
  },

  getEpochInfo(chain, params) {
    const slot = chain.slot(commitment(chain, config(params, 0)));
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: chain.transactionCount(),
    };
  },

  getEpochSchedule: () => ({
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),

  getBlockTime(chain, params) {
    const slot = count(params[0]);
    if (slot > chain.slot("processed")) throw blockNotAvailable(slot);
    return chain.blockTime(slot);
  },

  getBlocks(chain, params) {
    const first = count(params[0]);
    const hasLast = typeof params[1] === "number";
    const newest = chain.slot(blockCommitment(chain, config(params, hasLast || params[1] === null ? 2 : 1)));
    const last = Math.min(newest, hasLast ? count(params[1]) : newest);
    if (last - first > MAX_BLOCKS) throw invalidParams(`Slot range too large; max ${MAX_BLOCKS}`);
    return slotsFrom(first, last - first + 1, newest);
  },

  getBlocksWithLimit(chain, params) {
    const first = count(params[0]);
    const limit = count(params[1]);
    if (limit > MAX_BLOCKS) throw invalidParams(`Limit too large; max ${MAX_BLOCKS}`);
    return slotsFrom(first, limit, chain.slot(blockCommitment(chain, config(params, 2))));
  },

  async getBlock(chain, params) {
    const slot = count(params[0]);
    const options = encodingConfig(params, 1);
    if (slot > chain.slot(blockCommitment(chain, options))) throw blockNotAvailable(slot);
    const details = choice(options, "transactionDetails", transactionDetailKinds, "full");
    const records = details === "none" ? [] : await chain.transactionsInSlot(slot);
    return {
      blockHeight: slot,
      blockTime: chain.blockTime(slot),
      blockhash: chain.blockhash(slot),
      parentSlot: Math.max(0, slot - 1),
      previousBlockhash: slot === 0 ? NO_BLOCK : chain.blockhash(slot - 1),
      ...contents(records, details, options),
      ...(options["rewards"] === false ? {} : { rewards: [] }),
    };
  },
};

function contents(
  records: readonly StoredTransaction[],
  details: (typeof transactionDetailKinds)[number],
  options: Config,
): Record<string, Json> {
  if (details === "none") return {};
  if (details === "signatures") return { signatures: records.map(({ signature }) => signature) };
  const maxVersion = maxVersionOf(options);
  const encoding = choice(options, "encoding", transactionEncodings, "json");
  return {
    transactions: records.map((record) =>
      details === "accounts"
        ? renderAccounts(record, maxVersion)
        : renderTransaction(record, { encoding, maxVersion, showsRewards: options["rewards"] !== false }),
    ),
  };
}

/** The option `maxSupportedTransactionVersion`, or null for a client that knows only legacy. */
export const maxVersionOf = (options: Config): number | null =>
  (options["maxSupportedTransactionVersion"] as number | undefined) ?? null;

const blockNotAvailable = (slot: number): RpcError =>
  new RpcError(-32004, `Block not available for slot ${slot}`);
