import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Whether the peer at `address`, `hop` steps away from this server, is a proxy of ours. */
export type TrustedProxies = (address: string, hop: number) => boolean;

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");
const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Reads the text of TRUST_PROXY: how many proxies stand in front of the server (`1`), or their
 * addresses and ranges (`10.0.0.0/8, ::1`). Null when it is neither. "Trust everything" is not offered:
 * whoever connects could then name any address as its own.
 */
export function trustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  const list = new BlockList();
  for (const part of text.split(/[\s,]+/)) {
    const [address = "", prefix, ...rest] = part.split("/");
    if (isIP(address) === 0 || rest.length > 0) return null;
    if (prefix === undefined) {
      list.addAddress(address, familyOf(address));
      continue;
    }
    const bits = Number(prefix);
    if (!/^\d{1,3}$/.test(prefix) || bits > (isIP(address) === 6 ? 128 : 32)) return null;
    list.addSubnet(address, bits, familyOf(address));
  }
  return (given) => {
    const address = withoutMapping(given);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

/** A name that leads to the machine on which it is used, with or without a port. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");

/** The client's address: the nearest peer that is no proxy of ours (rule LIMITS-4). */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies): string {
  const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
  const peers = [
    request.socket.remoteAddress ?? "",
    ...forwarded
      .split(",")
      .map((part) => part.trim())
      .reverse(),
  ];
  const named = peers.filter((peer) => peer !== "");
  const hop = named.findIndex((peer, index) => !trusted(peer, index));
  return withoutMapping(named[hop === -1 ? named.length - 1 : hop] ?? "");
}

/** What proxies add to what they pass on. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * True for this machine itself, asked for by a name of its own. What some proxy passed on is never from this
 * machine, nor what a browser sends for a page whose name somebody made point here.
 */
export function isLoopback(request: IncomingMessage): boolean {
  if (proxyHeaders.some((name) => request.headers[name] !== undefined)) return false;
  if (!isLoopbackHost(request.headers.host)) return false;
  const address = withoutMapping(request.socket.remoteAddress ?? "");
  return address === "::1" || address.startsWith("127.");
}
