import proxyAddress from "@fastify/proxy-addr";
import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "../trusted-proxies.ts";

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** A name for the machine on which it is used, with or without a port. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");

/** The client's address: the nearest peer that is not one of our proxies (rule LIMITS-4). */
export const clientAddress = (request: IncomingMessage, trusted: TrustedProxies): string =>
  withoutMapping(proxyAddress(request, trusted));

/** Headers that proxies add to the requests they forward. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * True for requests from this machine to one of its loopback names. A request that a proxy forwarded never counts, nor
 * one that a browser sends for a page whose name was made to point here.
 */
export function isLoopback(request: IncomingMessage): boolean {
  if (proxyHeaders.some((name) => request.headers[name] !== undefined)) return false;
  if (!isLoopbackHost(request.headers.host)) return false;
  const address = withoutMapping(request.socket.remoteAddress ?? "");
  return address === "::1" || address.startsWith("127.");
}
