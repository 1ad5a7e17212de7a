import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Decoder,
  getTransactionEncoder,
  type KeyPairSigner,
  signTransaction,
} from "@solana/kit";
import { type Lamports, lamports } from "../domain/lamports.ts";
import { composeTransaction } from "../server/foundation/chain/compose-transaction.ts";
import type { Chain } from "../server/foundation/ports.ts";

export const NETWORK_FEE = lamports(5_000n);
const LOOK_EVERY_MS = 500;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const newWallet = (): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(randomBytes(32)));

/** A key as written by `solana-keygen`: 64 numbers, the private key first. */
export async function walletFromFile(path: string): Promise<KeyPairSigner> {
  const bytes = readJson(path);
  if (!Array.isArray(bytes) || bytes.length !== 64) throw new Error(`${path} is not a key of solana-keygen`);
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(bytes.slice(0, 32) as number[]));
}

/** Null for what is no JSON: the error would quote the key. */
function readJson(path: string): unknown {
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Transfer {
  readonly from: KeyPairSigner;
  readonly to: string;
  readonly amount: Lamports;
  readonly patienceMs: number;
}

/** Sends SOL and waits until it is final. */
export async function transfer(node: Chain, { from, to, amount, patienceMs }: Transfer): Promise<string> {
  const lifetime = await node.latestBlockhash();
  const composed = composeTransaction({
    source: from.address,
    transfer: { destination: to, lamports: amount },
    memo: "furlong:doctor",
    lifetime,
    bid: null,
  });
  const signed = await signTransaction([from.keyPair], composed);
  const bytes = signed.signatures[from.address];
  if (!bytes) throw new Error("the transfer is not signed");
  const signature = getBase58Decoder().decode(bytes);
  const wire = new Uint8Array(getTransactionEncoder().encode(signed));
  await node.send(wire);
  await until(`the transfer ${signature}`, patienceMs, async () => {
    const [status] = await node.signatureStatuses([signature], { asOf: lifetime.slot });
    if (status?.error) throw new Error(`the transfer ${signature} failed: ${status.error}`);
    if (!status) await node.send(wire);
    return status !== null && status !== undefined;
  });
  return signature;
}

/** Polls until the condition holds; throws when the patience runs out. A failed poll is repeated. */
export async function until(what: string, patienceMs: number, look: () => Promise<boolean>): Promise<void> {
  const end = AbortSignal.timeout(patienceMs);
  let last: unknown = null;
  for (;;) {
    const isThere = await look().catch((error: unknown) => {
      last = error;
      return false;
    });
    if (isThere) return;
    if (end.aborted)
      throw new Error(`${what} did not come within ${Math.round(patienceMs / 1000)} s`, { cause: last });
    await pause(LOOK_EVERY_MS);
  }
}
