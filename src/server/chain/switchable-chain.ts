import type { Chain } from "../ports.ts";
import { chainThrough } from "./chain-through.ts";

export interface SwitchableChain {
  /** What the server asks; each call goes to the node in use when it is made. */
  readonly chain: Chain;
  /** Has further calls go to another node of the same network. Those under way end where they were asked. */
  use(next: Chain): void;
}

/**
 * A chain whose node can change while the server runs (rule LIMITS-5). What one use case asks may so be answered by two
 * nodes, as behind a balancer: whoever compares answers asks by slot (`asOf`), or for the history itself.
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
