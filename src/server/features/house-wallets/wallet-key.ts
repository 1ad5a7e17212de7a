import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

/** The bytes that precede the 32 secret bytes of an ed25519 key in its PKCS #8 form. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const base58 = getBase58Decoder();

export const keyFromSecret = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: "der", type: "pkcs8" });

export const addressOf = (key: KeyObject): string =>
  base58.decode(createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32));

export const signWith = (key: KeyObject, message: Uint8Array): Uint8Array => sign(null, message, key);
