import { setTimeout as after } from "node:timers/promises";
import type { ChainStore } from "../../src/localnet/chain/chain-store.ts";
import { memoryChainStore } from "./memory-chain-store.ts";
import { openLocalChain } from "../../src/localnet/chain/open-local-chain.ts";
import { listenRpc } from "./rpc-listener.ts";

/** The machine's own clock. */
const realClock = {
  now: () => Date.now(),
  sleep: async (ms: number, signal?: AbortSignal) => {
    await after(ms, undefined, { signal }).catch(() => undefined);
  },
};

/** An embedded chain running in real time with short slots, served over HTTP and WebSocket. */
export async function openLocalRpc(slotMs = 25, store: ChainStore = memoryChainStore()) {
  const chain = await openLocalChain({
    store,
    clock: realClock,
    slotMs,
    onFault: (error) => console.error("embedded chain:", error),
  });
  const listener = await listenRpc(chain);
  return {
    ...listener,
    chain,
    async close() {
      await listener.close();
      await chain.close();
    },
  };
}
