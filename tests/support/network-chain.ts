import { genesisHashes } from "../../src/domain/genesis-hashes.ts";
import { loadOrCreateChain } from "../../src/localnet/chain/create-chain.ts";
import type { ChainStore } from "../../src/localnet/chain/chain-store.ts";
import type { PublicNetwork } from "../../src/domain/networks.ts";
import { openLocalRpc } from "./local-rpc.ts";
import { memoryChainStore } from "./memory-chain-store.ts";

/** The store of an embedded chain that begins with the hash of a public network, and so stands in for it. */
export async function networkChainStore(network: PublicNetwork, nowMs: number): Promise<ChainStore> {
  const store = memoryChainStore();
  await loadOrCreateChain(store, {
    nowMs,
    slotMs: 400,
    faucetLamports: 10_000_000_000_000_000n,
  });
  return {
    ...store,
    async load() {
      const stored = await store.load();
      const genesisHash = genesisHashes[network];
      return stored && { ...stored, identity: { ...stored.identity, genesisHash } };
    },
  };
}

/** An embedded chain in real time that stands in for devnet, served over HTTP and WebSocket. */
export const openDevnetRpc = async (slotMs?: number) =>
  openLocalRpc(slotMs, await networkChainStore("devnet", Date.now()));
