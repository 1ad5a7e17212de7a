/**
 * What a page of the site may load (rule LIMITS-7): its own files, wallets' icons (data URLs), and the RPC nodes
 * that the browser asks. No inline script; inline style only with the page's nonce.
 */
export interface PageSources {
  /** Origins beyond the site's own that scripts may reach. */
  readonly connect: readonly string[];
  /** For the one answer that it is made for. */
  readonly styleNonce: string | null;
}

export function securityPolicy({ connect, styleNonce }: PageSources): Record<string, string[]> {
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": styleNonce === null ? ["'self'"] : ["'self'", `'nonce-${styleNonce}'`],
    "style-src-attr": ["'none'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connect],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
}

export const policyText = (sources: PageSources): string =>
  Object.entries(securityPolicy(sources))
    .map(([directive, values]) => `${directive} ${values.join(" ")}`)
    .join("; ");

/** The origins by which a browser reaches an RPC node: its URL's, and the same for WebSocket. */
export function rpcOrigins(urls: readonly string[]): string[] {
  return urls.flatMap((text) => {
    const url = URL.parse(text);
    if (url === null) return [];
    return [url.origin, url.origin.replace(/^http/, "ws")];
  });
}
