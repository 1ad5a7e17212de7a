import { isIP } from "node:net";
import type { RpcTransport } from "@solana/kit";
import { WebSocket } from "ws";
import type { Logger } from "../foundation/log.ts";
import type { Chain } from "../foundation/ports.ts";
import { guardedExchange, guardedSocketOptions, hostOf } from "./guarded-exchange.ts";
import { GOVERNED_MS, type NodeGovernor } from "./node-governor.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { textTransport } from "./rpc-transport.ts";
import { solanaChain } from "./solana-chain.ts";

interface Options {
  readonly governor: NodeGovernor;
  readonly log: Logger;
  /** Whether nodes on this machine may be named too. */
  readonly isLocal: boolean;
}

interface Governed {
  readonly log: Logger;
  readonly governor: NodeGovernor;
}

/** A node whose calls stay within the budget. */
export const governedChain = (transport: RpcTransport, { log, governor }: Governed): Chain =>
  solanaChain({ transport: governor.govern(transport), log, timeoutMs: GOVERNED_MS });

/** A node that is slow to open a connection is treated as one that sends nothing; its messages are short. */
const SOCKET = { handshakeTimeout: 5_000, maxPayload: 1_000_000, followRedirects: false };

/** Opens the event socket of the node at a URL configured by the operator; nodes serve it at the same address. */
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

/** Whether a URL that an admin named may lead to a node, as far as the URL itself tells: a name is resolved later. */
export const nodeUrlChecker =
  ({ isLocal }: Pick<Options, "isLocal">) =>
  (url: string): boolean => {
    const host = hostOf(url);
    return isIP(host) === 0 || mayConnectTo(host, isLocal);
  };

/** Opens the node at a URL that an admin named; only public addresses are connected to (rule LIMITS-5). */
export const nodeOpener =
  ({ log, isLocal, governor }: Options) =>
  (url: string): Chain => {
    const mayConnect = (address: string) => mayConnectTo(address, isLocal);
    return governedChain(textTransport(guardedExchange(url, { mayConnect })), { log, governor });
  };
