import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import type { TrustedProxies } from "../trusted-proxies.ts";
import { clientAddress } from "./client-address.ts";
import { networkOf } from "./limits.ts";

/** Where a sign-in comes from, coarse enough to be stored: for people to recognise their own. */
export interface ClientDescription {
  /** The address without its last part, e.g. `203.0.113.0/24`. */
  readonly network: string;
  /** What the browser calls itself, e.g. `Firefox, Linux`; null if that is none we know. */
  readonly browser: string | null;
}

export const describeClient = (request: IncomingMessage, trusted: TrustedProxies): ClientDescription => ({
  network: coarse(clientAddress(request, trusted)),
  browser: browserName(request.headers["user-agent"] ?? ""),
});

function coarse(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0/24");
  return `${networkOf(address).split(":").slice(0, 3).join(":")}::/48`;
}

// Most of them also call themselves by the names further down.
const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
const systems = {
  Android: "Android",
  iPhone: "iOS",
  iPad: "iPadOS",
  Windows: "Windows",
  "Mac OS": "macOS",
  Linux: "Linux",
};

function browserName(userAgent: string): string | null {
  const found = [browsers, systems].flatMap(
    (names) => Object.entries(names).find(([part]) => userAgent.includes(part))?.[1] ?? [],
  );
  return found.length === 0 ? null : found.join(", ");
}
