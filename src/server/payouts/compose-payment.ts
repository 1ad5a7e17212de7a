import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import {
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
import type { Lamports } from "../../domain/lamports.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { RecentBlockhash } from "../ports.ts";

interface PaymentToSign {
  readonly source: string;
  /** Null for an anchor: the memo alone. */
  readonly destination: string | null;
  readonly lamports: Lamports;
  readonly memo: string;
}

/** Everything that must be stored before it is first sent (rule MONEY-11). */
export interface SignedAttempt {
  readonly signature: string;
  /** base64 */
  readonly wire: string;
  readonly lastValidBlockHeight: bigint;
}

/** The signed transaction of an outgoing payment. Its source pays the network fee and is the only signer. */
export async function signPayment(
  { source, destination, lamports, memo }: PaymentToSign,
  lifetime: RecentBlockhash,
  vault: Pick<HouseKeys, "sign">,
): Promise<Result<SignedAttempt, "HOUSE_LOCKED">> {
  const payer = createNoopSigner(address(source));
  const transfer = destination
    ? [getTransferSolInstruction({ source: payer, destination: address(destination), amount: lamports })]
    : [];
  const written = getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });
  const compiled = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(payer.address, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: lifetime.blockhash as Blockhash, lastValidBlockHeight: lifetime.lastValidBlockHeight },
        message,
      ),
    (message) => appendTransactionMessageInstructions([...transfer, written], message),
    compileTransaction,
  );
  const signed = await vault.sign(source, new Uint8Array(compiled.messageBytes));
  if (!signed.ok) return signed;
  const signatures = { [payer.address]: signed.value as SignatureBytes };
  const wire = getTransactionEncoder().encode({ ...compiled, signatures });
  return ok({
    signature: getBase58Decoder().decode(signed.value),
    wire: Buffer.from(wire).toString("base64"),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  });
}
