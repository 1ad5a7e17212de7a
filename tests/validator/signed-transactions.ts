import {
  type Instruction,
  type KeyPairSigner,
  type TransactionVersion,
  type V1TransactionConfig,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Decoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { createHash } from "node:crypto";
import { type SignedTransaction, emptyMessage, signedForm } from "../support/chain.ts";
import type { NodeCaller } from "./node-caller.ts";

/** The same key in each run, so that addresses need no name. */
export const signerOf = (name: string): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(createHash("sha256").update(`furlong ${name}`).digest());

interface Contents {
  readonly payer: KeyPairSigner;
  readonly instructions: readonly Instruction[];
  readonly version?: TransactionVersion;
  /** Of version 1. */
  readonly config?: V1TransactionConfig;
  /** The newest of the node if absent. */
  readonly recentBlockhash?: string;
}

/** Signs transactions on the node's newest blockhash and names their bytes and signatures. */
export const transactionSigner =
  (node: NodeCaller) =>
  async (name: string, { payer, instructions, version = 0, config, recentBlockhash }: Contents) => {
    const newest: string =
      recentBlockhash ??
      (await node.valueOf("getLatestBlockhash", { commitment: "processed" })).value.blockhash;
    const lifetime = { blockhash: blockhash(newest), lastValidBlockHeight: 0n };
    const signed: SignedTransaction = signedForm(
      await pipe(
        emptyMessage(version, config ?? {}),
        (empty) => setTransactionMessageFeePayerSigner(payer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
        (timed) => appendTransactionMessageInstructions(instructions, timed),
        (full) => signTransactionMessageWithSigners(full),
      ),
    );
    node.name(signed.base64, `base64 of ${name}`);
    node.name(getBase58Decoder().decode(signed.wire), `base58 of ${name}`);
    node.name(signed.signature, `signature of ${name}`);
    return signed;
  };

export type SignTransaction = ReturnType<typeof transactionSigner>;

const VERSION_1 = 0x81;

/** The message alone, of a transaction with one signature, which version 1 has after the message. */
export const messageOf = ({ wire }: Pick<SignedTransaction, "wire">): Uint8Array =>
  wire[0] === VERSION_1 ? wire.subarray(0, -64) : wire.subarray(1 + 64);
