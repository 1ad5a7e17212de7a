import { compile } from "@fastify/proxy-addr";

/** Whether the peer at `address`, `hop` steps away from this server, is a proxy of ours. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * Reads the text of TRUST_PROXY: how many proxies stand in front of the server (`1`), or their
 * addresses and ranges (`10.0.0.0/8, ::1`). Null when it is neither. "Trust everything" is not offered:
 * whoever connects could then name any address as its own.
 */
export function trustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  try {
    return compile(text.split(/[\s,]+/));
  } catch {
    return null;
  }
}
