import { encodeBase58 } from "../../../../domain/base58.ts";
import { fromBase64Url } from "../base64.ts";
import { readStored, writeStored } from "../storage.ts";

const STORED_KEY = "local-wallet-key";
const algorithm = { name: "Ed25519" };

/** The key of the local wallet: an ordinary browser key, good for SOL that has no value. */
export interface LocalKey {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly address: string;
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

export const hasLocalKey = (): boolean => readStored(STORED_KEY) !== null;

/** Opens the stored key, or creates one on first use. Throws if the browser does not support Ed25519. */
export async function openLocalKey(): Promise<LocalKey> {
  const jwk = storedJwk() ?? (await createJwk());
  if (jwk.x === undefined) throw new Error("The local wallet's stored key is not complete.");
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["sign"]);
  const publicKey = fromBase64Url(jwk.x);
  return {
    publicKey,
    address: encodeBase58(publicKey),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, key, message)),
  };
}

function storedJwk(): JsonWebKey | null {
  const stored = readStored(STORED_KEY);
  return stored === null ? null : (JSON.parse(stored) as JsonWebKey);
}

async function createJwk(): Promise<JsonWebKey> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("This browser made no key pair.");
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  writeStored(STORED_KEY, JSON.stringify(jwk));
  return jwk;
}
