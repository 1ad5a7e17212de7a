import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "../trusted-proxies.ts";

/** Where a client is, as the proxy in front of the server says. */
export interface CountrySource {
  readonly trustedProxies: TrustedProxies;
  /** The header in which the proxy says it; null where none does. */
  readonly countryHeader: string | null;
}

/**
 * The client's country by its two letters, null where nobody knows it (rule BET-18). Believed of our own proxy alone, and
 * of several values the last, which is the one that the proxy added.
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
