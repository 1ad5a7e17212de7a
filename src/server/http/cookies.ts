import type { CookieSerializeOptions } from "@fastify/cookie";
import { parseCookie } from "cookie";

/** Names and attributes of the two cookies; the same for calls and sockets (rule IDENTITY-2). */
export interface Cookies {
  readonly session: string;
  readonly browser: string;
  readonly sessionOptions: CookieSerializeOptions;
  readonly browserOptions: CookieSerializeOptions;
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
    browser: `${prefix}furlong-sign-in`,
    sessionOptions: { ...shared, sameSite: "lax" },
    browserOptions: { ...shared, sameSite: "strict" },
  };
}

/** One cookie of a Cookie header; null when it is absent. */
export const cookieValue = (header: string | undefined, name: string): string | null =>
  parseCookie(header ?? "")[name] ?? null;
