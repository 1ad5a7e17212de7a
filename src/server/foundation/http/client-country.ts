import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "../trusted-proxies.ts";

/** Where a client is, according to the proxy in front of the server. */
export interface CountrySource {
  readonly trustedProxies: TrustedProxies;
  /** The header in which the proxy says it; null if none does. */
  readonly countryHeader: string | null;
}

/**
 * The client's two-letter country code, null where unknown (rule BET-18). Only our own proxy is trusted, and of several
 * values the last counts, which is the one that the proxy added.
 */
export function clientCountry(
  { headers, socket }: IncomingMessage,
  { trustedProxies, countryHeader }: CountrySource,
): string | null {
  if (countryHeader === null || !trustedProxies(socket.remoteAddress ?? "", 0)) return null;
  const given = [headers[countryHeader] ?? []].flat().join(",");
  const country = given.split(",").at(-1)?.trim().toUpperCase() ?? "";
  return /^[A-Z]{2}$/.test(country) ? country : null;
}
