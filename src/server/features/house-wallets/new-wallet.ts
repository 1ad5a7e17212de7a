import type { Entropy } from "../../foundation/ports.ts";
import { seal } from "./sealing.ts";
import { addressOf, keyFromSecret } from "./wallet-key.ts";

/** A wallet as stored: its key is sealed under the data key, bound to its address (rule MONEY-17). */
export interface SealedWallet {
  readonly address: string;
  readonly sealedKey: string;
}

export function newWallet(dataKey: Uint8Array, entropy: Entropy): SealedWallet {
  const secret = entropy.bytes(32);
  const address = addressOf(keyFromSecret(secret));
  const sealedKey = seal(secret, { key: dataKey, boundTo: address }, entropy);
  secret.fill(0);
  return { address, sealedKey };
}
