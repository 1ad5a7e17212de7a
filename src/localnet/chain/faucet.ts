import { randomBytes } from "node:crypto";
import {
  type Blockhash,
  type KeyPairSigner,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3, getAddMemoInstruction } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";

/** A transfer signed by the faucet. The memo makes two equal requests two transactions. */
export async function signAirdrop(
  faucet: KeyPairSigner,
  request: { to: string; lamports: bigint; blockhash: string; lastValidBlockHeight: number },
): Promise<Uint8Array> {
  const transfer = getTransferSolInstruction({
    source: faucet,
    destination: address(request.to),
    amount: lamports(request.lamports),
  });
  const memo = getAddMemoInstruction(
    { memo: `airdrop ${randomBytes(8).toString("hex")}` },
    { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
  );
  const signed = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(faucet, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: request.blockhash as Blockhash,
          lastValidBlockHeight: BigInt(request.lastValidBlockHeight),
        },
        message,
      ),
    (message) => appendTransactionMessageInstructions([transfer, memo], message),
    (message) => signTransactionMessageWithSigners(message),
  );
  return Uint8Array.from(getTransactionEncoder().encode(signed));
}
