import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { getBase58Encoder } from "@solana/kit";
import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import { addressOf, keyFromSecret, signWith } from "../../src/server/features/house-wallets/wallet-key.ts";

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

/** The number of wallets a house can have in a run, in the order in which it gets them. */
const mostOfKind: Readonly<Record<HouseWalletKind, number>> = { deposit: 30, hot: 8, treasury: 6 };

export const housePool: Readonly<Record<HouseWalletKind, readonly Keypair[]>> = {
  deposit: poolOf("deposit"),
  hot: poolOf("hot"),
  treasury: poolOf("treasury"),
};

function poolOf(kind: HouseWalletKind): readonly Keypair[] {
  return Array.from({ length: mostOfKind[kind] }, (_, index) => keypairOf(`house ${kind} ${index}`));
}

export const kindOf: ReadonlyMap<string, HouseWalletKind> = new Map(
  houseKinds.flatMap((kind) => housePool[kind].map(({ address }) => [address, kind] as const)),
);

/** The key of the public log. */
export const notary = keypairOf("notary");

const pairs = new Map(houseKinds.flatMap((kind) => housePool[kind].map((pair) => [pair.address, pair])));
export const housePairOf = (address: string): Keypair | null =>
  address === notary.address ? notary : (pairs.get(address) ?? null);

/** The ledger account of a house wallet. */
export const walletAccountOf = (address: string): string => `chain:${kindOf.get(address) ?? "?"}:${address}`;
