import { getBase58Decoder, getTransactionEncoder, type SignatureBytes } from "@solana/kit";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { composeTransaction } from "./compose-transaction.ts";
import type { PriorityBid } from "./priority-fee.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { RecentBlockhash } from "../ports.ts";

interface PaymentToSign {
  readonly source: string;
  /** Null for an anchor, which has only a memo. */
  readonly destination: string | null;
  readonly lamports: Lamports;
  readonly memo: string;
  /** A slot by which the source held money; null where a node is never behind another. */
  readonly fundedBy: bigint | null;
  readonly bid: PriorityBid | null;
}

/** Everything that must be stored before the first send (rule MONEY-11). */
export interface SignedAttempt {
  readonly signature: string;
  /** base64 */
  readonly wire: string;
  readonly lastValidBlockHeight: bigint;
  /** It can only land in a later slot. */
  readonly signedAtSlot: bigint;
}

/** The signed transaction of an outgoing payment. Its source pays the network fee and is the only signer. */
export async function signPayment(
  { source, destination, lamports, memo, fundedBy, bid }: PaymentToSign,
  lifetime: RecentBlockhash,
  keys: Pick<HouseKeys, "sign">,
): Promise<Result<SignedAttempt, "HOUSE_LOCKED">> {
  const transfer = destination === null ? null : { destination, lamports };
  const compiled = composeTransaction({ source, transfer, memo, lifetime, bid });
  const signed = await keys.sign(source, new Uint8Array(compiled.messageBytes));
  if (!signed.ok) return signed;
  const signatures = { [source]: signed.value as SignatureBytes };
  const wire = getTransactionEncoder().encode({ ...compiled, signatures });
  return ok({
    signature: getBase58Decoder().decode(signed.value),
    wire: Buffer.from(wire).toString("base64"),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
    // The blockhash may come from a node that lags behind the one that reported the money.
    signedAtSlot: fundedBy !== null && fundedBy > lifetime.slot ? fundedBy : lifetime.slot,
  });
}
