import { randomBytes } from "node:crypto";
import { createKeyPairSignerFromPrivateKeyBytes, getBase58Decoder } from "@solana/kit";
import type { ChainIdentity, ChainStore, StoredAccount } from "./chain-store.ts";

interface NewChain {
  readonly nowMs: number;
  readonly slotMs: number;
  readonly faucetLamports: bigint;
}

/** The stored chain; the first call creates one with nothing but a rich faucet. */
export async function loadOrCreateChain(
  store: ChainStore,
  created: NewChain,
): Promise<{ identity: ChainIdentity; accounts: readonly StoredAccount[] }> {
  const stored = await store.load();
  if (stored) return stored;
  const identity: ChainIdentity = {
    genesisHash: getBase58Decoder().decode(randomBytes(32)),
    secret: randomBytes(32),
    faucetKey: randomBytes(32),
    // Old enough that every commitment has a block from the start.
    startedAtMs: created.nowMs - 2 * created.slotMs,
    slotMs: created.slotMs,
  };
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(identity.faucetKey);
  const account: StoredAccount = {
    address: faucet.address,
    lamports: created.faucetLamports,
    owner: "11111111111111111111111111111111",
    data: new Uint8Array(),
    executable: false,
  };
  await store.create(identity, [account]);
  return { identity, accounts: [account] };
}
