import { getAddMemoInstruction } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type SignatureBytes,
} from "@solana/kit";
import { type Keypair, signed } from "./keys.ts";

export interface SignedTransaction {
  readonly wire: Uint8Array;
  readonly signature: string;
}

const base58 = getBase58Decoder();
const memoAddress = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr" as Address;

/** Signs what the server prepared: a place for one signature, then the message. */
export function signPrepared(pair: Keypair, wire: string): SignedTransaction {
  const bytes = Buffer.from(wire, "base64");
  const signature = signed(pair, bytes.subarray(65));
  return {
    wire: new Uint8Array(Buffer.concat([bytes.subarray(0, 1), signature, bytes.subarray(65)])),
    signature: base58.decode(signature),
  };
}

interface OwnTransfer {
  /** An additional signer; the fee payer if absent. */
  readonly from?: Keypair;
  readonly to: string;
  readonly lamports: bigint;
}

interface OwnTransaction {
  readonly transfers: readonly OwnTransfer[];
  readonly memo: string | null;
  readonly blockhash: string;
}

/** A transaction that the player builds and pays the fee for. */
export function signOwn(pair: Keypair, { transfers, memo, blockhash }: OwnTransaction): SignedTransaction {
  const payer = createNoopSigner(address(pair.address));
  const compiled = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(payer.address, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
        message,
      ),
    (message) =>
      appendTransactionMessageInstructions(
        [
          ...transfers.map(({ from = pair, to, lamports }) =>
            getTransferSolInstruction({
              source: createNoopSigner(address(from.address)),
              destination: address(to),
              amount: lamports,
            }),
          ),
          ...(memo === null ? [] : [getAddMemoInstruction({ memo }, { programAddress: memoAddress })]),
        ],
        message,
      ),
    compileTransaction,
  );
  const message = new Uint8Array(compiled.messageBytes);
  const signatures = { ...compiled.signatures };
  for (const signer of [pair, ...transfers.map(({ from = pair }) => from)])
    signatures[address(signer.address)] = signed(signer, message) as SignatureBytes;
  const wire = getTransactionEncoder().encode({ ...compiled, signatures });
  return { wire: new Uint8Array(wire), signature: base58.decode(signed(pair, message)) };
}
