import { createPublicKey, verify } from "node:crypto";
import { address, getAddressEncoder } from "@solana/kit";

/** DER prefix that makes 32 raw bytes an Ed25519 public key. */
const publicKeyPrefix = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Points of small order: a "signature" under one needs no secret, so nobody can prove ownership of such an address. The
 * all-zero key, for example, is the system program's address. The top bit is a sign and is masked before comparing.
 */
const smallOrderKeys = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

/** Whether the holder of `wallet`'s secret key signed exactly these bytes. */
export function isSignedBy(wallet: string, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  const key = Buffer.from(getAddressEncoder().encode(address(wallet)));
  const masked = Buffer.from(key);
  masked[31] = (masked[31] ?? 0) & 0x7f;
  if (smallOrderKeys.has(masked.toString("hex"))) return false;
  const publicKey = createPublicKey({
    key: Buffer.concat([publicKeyPrefix, key]),
    format: "der",
    type: "spki",
  });
  return verify(null, message, publicKey, signature);
}
