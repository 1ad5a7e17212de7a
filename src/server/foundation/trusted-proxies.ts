import { compile } from "@fastify/proxy-addr";

/** Whether the peer at `address`, `hop` steps away from this server, is one of our proxies. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * Parses TRUST_PROXY: the number of proxies in front of the server (`1`), or their addresses and ranges (`10.0.0.0/8,
 * ::1`). Null when it is neither. "Trust everything" is not offered: any client could then claim any address as its
 * own.
 */
export function trustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  try {
    return compile(text.split(/[\s,]+/));
  } catch {
    return null;
  }
}
