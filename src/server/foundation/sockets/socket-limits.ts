import type { IncomingMessage } from "node:http";
import { clientAddress } from "../http/client-address.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";
import { networkOf } from "../http/limits.ts";

/** How many connections one client may open and how much it may send (rule LIMITS-4). */
export interface SocketLimits {
  readonly socketsPerAddress: number;
  /** Packets of any kind. */
  readonly packetsPerTenSeconds: number;
  /** Packets that queue because the client does not read; a client beyond that is cut. */
  readonly unreadPackets: number;
}

export const publicSocketLimits: SocketLimits = {
  socketsPerAddress: 50,
  packetsPerTenSeconds: 100,
  unreadPackets: 256,
};

/** In local mode the browser and all practice bettors share one address. */
export const localSocketLimits: SocketLimits = { ...publicSocketLimits, socketsPerAddress: 1_000 };

/** Counts open connections by the client's network. */
export function addressCounter(trustedProxies: TrustedProxies, limit: number) {
  const counts = new Map<string, number>();
  const addressOf = (request: IncomingMessage) => networkOf(clientAddress(request, trustedProxies));
  return {
    isFull: (request: IncomingMessage) => (counts.get(addressOf(request)) ?? 0) >= limit,
    /** Counts a new connection; false when it is one too many. `leave` subtracts it again. */
    enter(request: IncomingMessage): { isAllowed: boolean; leave: () => void } {
      const address = addressOf(request);
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      return {
        isAllowed: count <= limit,
        leave() {
          const left = (counts.get(address) ?? 1) - 1;
          if (left === 0) counts.delete(address);
          else counts.set(address, left);
        },
      };
    },
  };
}
