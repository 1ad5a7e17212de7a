import type { RpcTransport } from "@solana/kit";
import { WebSocket } from "ws";
import type { Logger } from "../log.ts";
import type { Chain } from "../ports.ts";
import { guardedExchange, guardedSocketOptions } from "./guarded-exchange.ts";
import { GOVERNED_MS, type NodeGovernor } from "./node-governor.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { textTransport } from "./rpc-transport.ts";
import { solanaChain } from "./solana-chain.ts";

interface Options {
  readonly governor: NodeGovernor;
  readonly log: Logger;
  /** A node on this machine may be named too. */
  readonly isLocal: boolean;
}

interface Governed {
  readonly log: Logger;
  readonly governor: NodeGovernor;
}

/** A node whose calls keep within the budget. */
export const governedChain = (transport: RpcTransport, { log, governor }: Governed): Chain =>
  solanaChain({ transport: governor.govern(transport), log, timeoutMs: GOVERNED_MS });

/** A node that is slow to open a connection is treated as one that tells nothing; what it tells is short. */
const SOCKET = { handshakeTimeout: 5_000, maxPayload: 1_000_000, followRedirects: false };

/** What the node at a URL of the operator's tells by itself; nodes speak at the same address. */
export const nodeSocketAt = (url: string): WebSocket => new WebSocket(url.replace(/^http/, "ws"), SOCKET);

/** The same for a URL that an admin named (rule LIMITS-5). */
export const guardedSocketAt =
  ({ isLocal }: Pick<Options, "isLocal">) =>
  (url: string): WebSocket =>
    new WebSocket(url.replace(/^http/, "ws"), {
      ...SOCKET,
      ...guardedSocketOptions(url, { mayConnect: (address) => mayConnectTo(address, isLocal) }),
    });

const mayConnectTo = (address: string, isLocal: boolean): boolean =>
  isPublicAddress(address) || (isLocal && isLoopbackAddress(address));

/** Opens the node at a URL that an admin named; no address but a public one is connected to (rule LIMITS-5). */
export const nodeOpener =
  ({ log, isLocal, governor }: Options) =>
  (url: string): Chain => {
    const mayConnect = (address: string) => mayConnectTo(address, isLocal);
    return governedChain(textTransport(guardedExchange(url, { mayConnect })), { log, governor });
  };
