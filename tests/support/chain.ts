import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  type TransactionVersion,
  type V1TransactionConfig,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  lamports,
  partiallySignTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3, getAddMemoInstruction } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import type { ChainStore } from "../../src/localnet/chain/chain-store.ts";
import type { LocalChain } from "../../src/localnet/chain/local-chain.ts";
import { memoryChainStore } from "./memory-chain-store.ts";
import { openLocalChain } from "../../src/localnet/chain/open-local-chain.ts";
import { handleRpc } from "../../src/localnet/rpc/handle-rpc.ts";
import { textTransport } from "../../src/server/adapters/rpc-transport.ts";
import { solanaChain } from "../../src/server/adapters/solana-chain.ts";
import type { Chain } from "../../src/server/foundation/ports.ts";
import { type ManualClock, manualClock } from "./clock.ts";

export interface TestChain {
  /** The port, as the server sees the chain. */
  readonly chain: Chain;
  readonly localChain: LocalChain;
  /** The clock that drives the chain's slots. */
  readonly clock: ManualClock;
  readonly slotMs: number;
  newKeypair(): Promise<KeyPairSigner>;
  /** Airdrops, final on return; resolves with the signature. */
  fund(address: string, amount: bigint): Promise<string>;
  /** A transfer, with a memo if given, in the current slot: final in the next one. */
  sendTransfer(from: KeyPairSigner, to: string, amount: bigint, memo?: string): Promise<string>;
  /** Any instructions in one v0 transaction of the current slot. */
  sendInstructions(payer: KeyPairSigner, instructions: readonly Instruction[]): Promise<string>;
  /** Like `sendInstructions`, but without sending, and in any version: the signed bytes and their signature. */
  sign(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    version?: TransactionVersion,
    config?: V1TransactionConfig,
  ): Promise<SignedTransaction>;
  /** Signs a base64 transaction, as a wallet does with the one from `bet/prepare`. */
  signPrepared(unsigned: string, signer: KeyPairSigner): Promise<SignedTransaction>;
  /** `signPrepared`, then sent in the current slot; resolves with the signature. */
  signAndSend(unsigned: string, signer: KeyPairSigner): Promise<string>;
  /** Advances the clock; what was sent before is final then. */
  advanceSlots(slots?: number): Promise<void>;
  close(): Promise<void>;
}

export interface SignedTransaction {
  readonly signature: string;
  readonly wire: Uint8Array;
  readonly base64: string;
}

interface Options {
  /** Shared with the server under test; a separate clock if absent. */
  readonly clock?: ManualClock;
  /** Provided by the caller to open the same chain again. */
  readonly store?: ChainStore;
  /** When aborted, the chain stops as in a crash. */
  readonly signal?: AbortSignal;
  readonly onFault?: (error: unknown) => void;
  /** Transactions held in memory beyond those of the last 150 slots. */
  readonly keepTransactions?: number;
}

const SLOT_MS = 400;
const quiet = () => undefined;
const silentLog = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** A real embedded chain in memory, advanced by hand. */
export async function openTestChain(options: Options = {}): Promise<TestChain> {
  const clock = options.clock ?? manualClock();
  const localChain = await openLocalChain({
    store: options.store ?? memoryChainStore(),
    clock,
    slotMs: SLOT_MS,
    keepTransactions: options.keepTransactions ?? 5000,
    ...(options.signal && { signal: options.signal }),
    onFault: options.onFault ?? ((error) => console.error("embedded chain:", error)),
  });
  const chain = solanaChain({
    transport: textTransport((body) => handleRpc(localChain, body)),
    log: silentLog,
  });

  const advanceSlots = async (slots = 1) => {
    await clock.advance(slots * SLOT_MS);
    await localChain.tick();
  };

  const sign: TestChain["sign"] = async (payer, instructions, version = 0, config) => {
    const slot = localChain.slot("processed");
    const lifetime = {
      blockhash: blockhash(localChain.blockhash(slot)),
      lastValidBlockHeight: BigInt(slot + 150),
    };
    const signed = await pipe(
      emptyMessage(version, config),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) => signTransactionMessageWithSigners(message),
    );
    return signedForm(signed);
  };

  const sendInstructions: TestChain["sendInstructions"] = async (payer, instructions) => {
    const { wire, signature } = await sign(payer, instructions);
    await chain.send(wire);
    return signature;
  };

  const signPrepared: TestChain["signPrepared"] = async (unsigned, signer) => {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(unsigned));
    return signedForm(await partiallySignTransaction([signer.keyPair], transaction));
  };

  return {
    chain,
    localChain,
    clock,
    slotMs: SLOT_MS,
    newKeypair: () => generateKeyPairSigner(),
    advanceSlots,
    sign,
    sendInstructions,
    signPrepared,

    async fund(to, amount) {
      const signature = await localChain.airdrop(to, amount);
      await localChain.seal();
      return signature;
    },

    sendTransfer: (from, to, amount, memo) =>
      sendInstructions(from, [
        transferInstruction(from, to, amount),
        ...(memo === undefined ? [] : [memoInstruction(memo)]),
      ]),

    async signAndSend(unsigned, signer) {
      const { wire, signature } = await signPrepared(unsigned, signer);
      await chain.send(wire);
      return signature;
    },

    close: () => localChain.close(),
  };
}

/** Limits that a transfer and a memo fit in, as wallets may set them. */
const SUFFICIENT: V1TransactionConfig = {
  computeUnitLimit: 200_000,
  loadedAccountsDataSizeLimit: 1_000_000,
};

/** A message of any version, to add to; version 1 with its configuration. */
export function emptyMessage(version: TransactionVersion, config: V1TransactionConfig = SUFFICIENT) {
  const empty =
    version === 1
      ? setTransactionMessageConfig(config, createTransactionMessage({ version }))
      : createTransactionMessage({ version: version as 0 });
  // What is done to a message is the same in each version, but not its types.
  return empty as ReturnType<typeof createTransactionMessage<0>>;
}

export const transferInstruction = (from: KeyPairSigner, to: string, amount: bigint): Instruction =>
  getTransferSolInstruction({ source: from, destination: address(to), amount: lamports(amount) });

export const memoInstruction = (memo: string): Instruction =>
  getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });

const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111" as Address;

/** Compute-budget instructions as wallets add them: a limit, and a price in micro-lamports per unit. */
export function priorityInstructions(unitLimit: number, unitPrice: bigint): Instruction[] {
  const limit = new DataView(new ArrayBuffer(5));
  limit.setUint8(0, 2);
  limit.setUint32(1, unitLimit, true);
  const price = new DataView(new ArrayBuffer(9));
  price.setUint8(0, 3);
  price.setBigUint64(1, unitPrice, true);
  return [limit, price].map(({ buffer }) => ({
    programAddress: COMPUTE_BUDGET,
    data: new Uint8Array(buffer),
  }));
}

export function signedForm(
  transaction: Parameters<ReturnType<typeof getTransactionEncoder>["encode"]>[0],
): SignedTransaction {
  const wire = Uint8Array.from(getTransactionEncoder().encode(transaction));
  const [signature] = Object.values(transaction.signatures);
  if (!signature) throw new Error("the fee payer has not signed");
  return {
    wire,
    signature: getBase58Decoder().decode(signature),
    base64: Buffer.from(wire).toString("base64"),
  };
}
