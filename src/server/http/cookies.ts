import type { CookieSerializeOptions } from "@fastify/cookie";

/** Names and attributes of the two cookies; the same for calls and sockets (rule IDENTITY-2). */
export interface Cookies {
  readonly session: string;
  readonly browser: string;
  readonly sessionOptions: CookieSerializeOptions;
  readonly browserOptions: CookieSerializeOptions;
}

/**
 * Over https the names carry `__Host-`: browsers then refuse the cookie from a subdomain, from plain http or with
 * another path.
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

/** One cookie of a Cookie header as it was sent; null when it is not there. */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
