import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { getBase58Encoder } from "@solana/kit";
import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import { addressOf, keyFromSecret, signWith } from "../../src/server/house-wallets/wallet-key.ts";

export interface Keypair {
  readonly address: string;
  readonly key: KeyObject;
}

/** The same name gives the same key in every run. */
export function keypairOf(name: string): Keypair {
  const key = keyFromSecret(createHash("sha256").update(`furlong simulator ${name}`).digest());
  return { address: addressOf(key), key };
}

export const signed = ({ key }: Keypair, message: Uint8Array) => signWith(key, message);

const publicKeys = new Map<string, KeyObject>();
const spki = Buffer.from("302a300506032b6570032100", "hex");

export function isSigned(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  let key = publicKeys.get(address);
  if (!key) {
    const bytes = Buffer.concat([spki, new Uint8Array(getBase58Encoder().encode(address))]);
    key = createPublicKey({ key: bytes, format: "der", type: "spki" });
    publicKeys.set(address, key);
  }
  return verify(null, message, key, signature);
}

export const houseKinds = ["deposit", "hot", "treasury"] as const satisfies readonly HouseWalletKind[];

const keypairs = Object.fromEntries(houseKinds.map((kind) => [kind, keypairOf(`house ${kind}`)])) as Record<
  HouseWalletKind,
  Keypair
>;

export const house: Readonly<Record<HouseWalletKind, Keypair>> = keypairs;
export const kindOf: ReadonlyMap<string, HouseWalletKind> = new Map(
  houseKinds.map((kind) => [keypairs[kind].address, kind]),
);
