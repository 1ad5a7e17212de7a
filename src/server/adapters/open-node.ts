import type { Logger } from "../log.ts";
import type { Chain } from "../ports.ts";
import { guardedExchange } from "./guarded-exchange.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { textTransport } from "./rpc-transport.ts";
import { solanaChain } from "./solana-chain.ts";

interface Options {
  readonly log: Logger;
  /** A node on this machine may be named too. */
  readonly isLocal: boolean;
}

/** Opens the node at a URL that an admin named; no address but a public one is connected to (rule LIMITS-5). */
export const nodeOpener =
  ({ log, isLocal }: Options) =>
  (url: string): Chain => {
    const mayConnect = (address: string) =>
      isPublicAddress(address) || (isLocal && isLoopbackAddress(address));
    return solanaChain({ transport: textTransport(guardedExchange(url, { mayConnect })), log });
  };
