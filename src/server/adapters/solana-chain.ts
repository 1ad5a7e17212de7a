import {
  type Address,
  type Base64EncodedWireTransaction,
  type Blockhash,
  type RpcTransport,
  type Signature,
  createSolanaRpcFromTransport,
  getBase64Decoder,
  isBlockhash,
  isSignature,
} from "@solana/kit";
import * as z from "zod";
import { lamports, ZERO } from "../../domain/lamports.ts";
import type { Logger } from "../foundation/log.ts";
import { type AddressSignature, type Chain, ChainUnavailable, NoRoom } from "../foundation/ports.ts";
import { withTimeLimit } from "./time-limit.ts";
import { decodeTransaction, errorText, transactionReply } from "./solana-transaction.ts";

interface Options {
  readonly transport: RpcTransport;
  readonly log: Logger;
  /** Time limit for one call, in milliseconds. */
  readonly timeoutMs?: number;
}

const SIGNATURES_PER_CALL = 1000;
const STATUSES_PER_CALL = 256;
/**
 * A node refuses to return transactions of a newer version (-32015), so a payment in one could not be counted (rule
 * LIMITS-20).
 */
const NEWEST_VERSION = 1;

const base64 = getBase64Decoder();
const slot = z.bigint().check(z.nonnegative());
/**
 * What one node names, others are asked about: they refuse to answer where it is malformed, and that is this node's
 * fault.
 */
const hash = z.string().refine((text) => isBlockhash(text));
const signature = z.string().refine((text) => isSignature(text));
/** The only one that the game reads at: what is final is never taken back. */
const commitment = "finalized" as const;
const chainError = z.unknown().transform(errorText);

const replies = {
  genesisHash: hash,
  slot,
  latestBlockhash: z.object({
    context: z.object({ slot }),
    value: z.object({ blockhash: hash, lastValidBlockHeight: slot }),
  }),
  balance: z.object({ context: z.object({ slot }), value: slot.transform(lamports) }),
  accounts: z.object({
    context: z.object({ slot }),
    value: z.array(z.nullable(z.object({ lamports: slot.transform(lamports) }))),
  }),
  isValid: z.object({ value: z.boolean() }),
  tip: z.object({ absoluteSlot: slot, blockHeight: slot }),
  priorityFees: z.array(z.object({ prioritizationFee: slot })),
  simulation: z.object({ value: z.object({ err: z.unknown(), unitsConsumed: z.optional(slot) }) }),
  statuses: z.object({
    context: z.object({ slot }),
    value: z.array(
      z.nullable(
        z.object({
          slot,
          err: chainError,
          confirmationStatus: z.nullable(z.enum(["processed", "confirmed", commitment])),
        }),
      ),
    ),
  }),
  signatures: z.array(z.object({ signature, slot, err: chainError, memo: z.nullish(z.string()) })),
  sent: signature,
  blocks: z.array(slot),
  block: z.object({ blockhash: hash, parentSlot: slot }),
};

/**
 * Solana through a node's JSON-RPC. Every answer is checked before it is believed: an answer that is malformed,
 * contradicts the request or comes late counts as no answer, `ChainUnavailable`, and so does a refusal (rule
 * LIMITS-20).
 */
export function solanaChain({ transport, log, timeoutMs = 5000 }: Options): Chain {
  const rpc = createSolanaRpcFromTransport(transport);
  /** Slot of the newest transaction that was told to be final. */
  let finalAt = 0n;

  /** Sends a call and reads its reply; any failure becomes `ChainUnavailable`. */
  async function ask<Schema extends z.ZodType>(
    what: string,
    schema: Schema,
    call: { send(options: { abortSignal: AbortSignal }): Promise<unknown> },
  ): Promise<z.output<Schema>> {
    try {
      return schema.parse(await withTimeLimit(timeoutMs, (abortSignal) => call.send({ abortSignal })));
    } catch (cause) {
      if (cause instanceof NoRoom) throw cause;
      log.debug({ err: cause, call: what }, "the chain node gave no usable answer");
      throw new ChainUnavailable(`no usable answer to ${what}`, { cause });
    }
  }

  const signaturePage = (address: string, options: SignaturePage) =>
    ask(
      "getSignaturesForAddress",
      replies.signatures,
      rpc.getSignaturesForAddress(address as Address, options as never),
    );

  return {
    genesisHash: () => ask("getGenesisHash", replies.genesisHash, rpc.getGenesisHash()),
    slot: () => ask("getSlot", replies.slot, rpc.getSlot({ commitment })),
    newestSlot: () => ask("getSlot", replies.slot, rpc.getSlot({ commitment: "processed" })),

    async tip() {
      const call = rpc.getEpochInfo({ commitment });
      const { absoluteSlot, blockHeight } = await ask("getEpochInfo", replies.tip, call);
      return { slot: absoluteSlot, blockHeight };
    },

    async latestBlockhash() {
      const call = rpc.getLatestBlockhash({ commitment });
      const { context, value } = await ask("getLatestBlockhash", replies.latestBlockhash, call);
      return { ...value, slot: context.slot };
    },

    async hasBlockhash(blockhash) {
      // At the newest slot: this node may be a little behind the one that gave the blockhash.
      const call = rpc.isBlockhashValid(blockhash as Blockhash, { commitment: "processed" });
      return (await ask("isBlockhashValid", replies.isValid, call)).value;
    },

    async balance(address) {
      const askedAt = finalAt;
      const call = rpc.getBalance(address as Address, { commitment });
      const { context, value } = await ask("getBalance", replies.balance, call);
      // A node that was restarted goes through its blocks again: what has left a wallet would still be in it.
      if (context.slot < askedAt) {
        throw new ChainUnavailable(`the balance is of ${context.slot}, before ${askedAt}`);
      }
      return value;
    },

    async balances(addresses) {
      const options = { commitment, encoding: "base64", dataSlice: { offset: 0, length: 0 } } as const;
      const call = rpc.getMultipleAccounts(addresses as readonly Address[], options);
      const { context, value } = await ask("getMultipleAccounts", replies.accounts, call);
      if (value.length !== addresses.length) throw new ChainUnavailable("accounts are missing");
      return { slot: context.slot, lamports: value.map((account) => account?.lamports ?? ZERO) };
    },

    async fundedBy(address) {
      const call = rpc.getBalance(address as Address, { commitment });
      const { context, value } = await ask("getBalance", replies.balance, call);
      return value === 0n ? null : context.slot;
    },

    async signatureStatuses(signatures, { asOf }) {
      const statuses = [];
      for (let from = 0; from < signatures.length; from += STATUSES_PER_CALL) {
        const batch = signatures.slice(from, from + STATUSES_PER_CALL);
        const call = rpc.getSignatureStatuses(batch as Signature[], { searchTransactionHistory: true });
        const { context, value } = await ask("getSignatureStatuses", replies.statuses, call);
        // Behind a load balancer one node may report the height, and another, which lags, may report that it knows of
        // nothing.
        if (context.slot < asOf) throw new ChainUnavailable(`the node is at ${context.slot}, before ${asOf}`);
        if (value.length !== batch.length) throw new ChainUnavailable("statuses are missing");
        if (value.some((status) => status !== null && status.slot > context.slot))
          throw new ChainUnavailable(`something landed after ${context.slot}, where the node is`);
        statuses.push(...value);
      }
      return statuses.map((status) => {
        // Nodes omit it only for what has been rooted for long.
        if (status === null || (status.confirmationStatus ?? commitment) !== commitment) return null;
        if (status.slot > finalAt) finalAt = status.slot;
        return { slot: status.slot, error: status.err };
      });
    },

    async transaction(signature) {
      const call = rpc.getTransaction(signature as Signature, {
        commitment,
        encoding: "base64",
        maxSupportedTransactionVersion: NEWEST_VERSION,
      });
      const reply = await ask("getTransaction", z.nullable(transactionReply), call);
      if (!reply) return null;
      const transaction = decodeTransaction(reply);
      if (transaction?.signature !== signature) {
        throw new ChainUnavailable(`the node's transaction ${signature} cannot be read`);
      }
      return transaction;
    },

    firstAvailableBlock: () => ask("getFirstAvailableBlock", slot, rpc.getFirstAvailableBlock()),

    async signaturesFor(address, { limit, before: start, asOf }) {
      const found: AddressSignature[] = [];
      let before = start;
      while (found.length < limit) {
        const size = Math.min(limit - found.length, SIGNATURES_PER_CALL);
        const options = {
          commitment,
          limit: size,
          ...(before && { before }),
          ...(asOf !== undefined && { minContextSlot: asOf }),
        };
        const page = await signaturePage(address, options);
        found.push(
          ...page.map(({ signature, slot: landedIn, err, memo = null }) => ({
            signature,
            slot: landedIn,
            error: err,
            memo,
          })),
        );
        before = page.at(-1)?.signature;
        if (page.length < size) break;
      }
      return found;
    },

    async recentPriorityFees(accounts) {
      const call = rpc.getRecentPrioritizationFees(accounts as readonly Address[]);
      const blocks = await ask("getRecentPrioritizationFees", replies.priorityFees, call);
      return blocks.map(({ prioritizationFee }) => prioritizationFee);
    },

    async simulatedUnits(wireTransaction) {
      const call = rpc.simulateTransaction(base64.decode(wireTransaction) as Base64EncodedWireTransaction, {
        commitment,
        encoding: "base64",
        replaceRecentBlockhash: true,
        sigVerify: false,
      });
      const { value } = await ask("simulateTransaction", replies.simulation, call);
      return value.err === null && value.unitsConsumed ? Number(value.unitsConsumed) : null;
    },

    async send(wireTransaction) {
      const wire = base64.decode(wireTransaction) as Base64EncodedWireTransaction;
      const options = {
        encoding: "base64",
        skipPreflight: true,
        preflightCommitment: commitment,
        maxRetries: 0n,
      } as const;
      await ask("sendTransaction", replies.sent, rpc.sendTransaction(wire, options));
    },

    async firstBlockFrom(from) {
      const listing = rpc.getBlocksWithLimit(from, 1, { commitment });
      const [first] = await ask("getBlocksWithLimit", replies.blocks, listing);
      if (first === undefined) return null;
      const call = rpc.getBlock(first, {
        commitment,
        transactionDetails: "none",
        rewards: false,
        maxSupportedTransactionVersion: NEWEST_VERSION,
      });
      const block = await ask("getBlock", replies.block, call);
      // Its parent must be before the requested slot, otherwise the node omitted a block.
      if (first < from || block.parentSlot >= from) {
        throw new ChainUnavailable(`the node left out a block between ${from} and ${first}`);
      }
      return { slot: first, blockhash: block.blockhash };
    },
  };
}

interface SignaturePage {
  readonly commitment: typeof commitment;
  readonly limit: number;
  readonly before?: string;
  readonly minContextSlot?: bigint;
}
