import type { CookieSerializeOptions } from "@fastify/cookie";
import { parseCookie } from "cookie";

/** Names and attributes of the cookies; the same for calls and sockets (rule IDENTITY-2). */
export interface Cookies {
  readonly session: string;
  /**
   * Proves the wallet's confirmations in this browser, which a copy of the session's cookie does not (rule ACCESS-8).
   */
  readonly stepUp: string;
  readonly browser: string;
  readonly sessionOptions: CookieSerializeOptions;
  /** For the other two, which no other site's link needs. */
  readonly strictOptions: CookieSerializeOptions;
}

/**
 * Over https the names have the prefix `__Host-`: browsers then refuse the cookie from a subdomain, over plain http or
 * with another path.
 */
export function cookiesFor(publicOrigin: string | null): Cookies {
  const secure = publicOrigin?.startsWith("https:") ?? false;
  const prefix = secure ? "__Host-" : "";
  const shared = { httpOnly: true, path: "/", secure } as const;
  return {
    session: `${prefix}furlong-session`,
    stepUp: `${prefix}furlong-step-up`,
    browser: `${prefix}furlong-sign-in`,
    sessionOptions: { ...shared, sameSite: "lax" },
    strictOptions: { ...shared, sameSite: "strict" },
  };
}

/** One cookie of a Cookie header; null when it is absent. */
export const cookieValue = (header: string | undefined, name: string): string | null =>
  parseCookie(header ?? "")[name] ?? null;
