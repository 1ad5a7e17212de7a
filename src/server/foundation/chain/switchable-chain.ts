import type { Chain } from "../ports.ts";
import { chainThrough } from "./chain-through.ts";

export interface SwitchableChain {
  /** The chain that the server uses; each call goes to the node in use when it is made. */
  readonly chain: Chain;
  /**
   * Directs further calls to another node of the same network. Calls under way finish on the node where they started.
   */
  use(next: Chain): void;
}

/**
 * A chain whose node can change while the server runs (rule LIMITS-5). The calls of one use case may thus be answered
 * by two nodes, as behind a load balancer: code that compares answers asks by slot (`asOf`), or for the history itself.
 */
export function switchableChain(first: Chain): SwitchableChain {
  let node = first;
  return {
    chain: chainThrough((ask) => ask(node)),
    use(next) {
      node = next;
    },
  };
}
