import proxyAddress from "@fastify/proxy-addr";
import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "../trusted-proxies.ts";

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** A name that leads to the machine on which it is used, with or without a port. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");

/** The client's address: the nearest peer that is no proxy of ours (rule LIMITS-4). */
export const clientAddress = (request: IncomingMessage, trusted: TrustedProxies): string =>
  withoutMapping(proxyAddress(request, trusted));

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
