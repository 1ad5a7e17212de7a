/**
 * What a page of the site may load (rule LIMITS-7): its own files, wallets' icons (data URLs), videos that it has made
 * itself (blob URLs), and, by their origins, the RPC nodes that the browser calls (`connect`). Nothing inline, neither
 * script nor style.
 */
export function securityPolicy(connect: readonly string[], framedBy = "'none'"): Record<string, string[]> {
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "style-src-attr": ["'none'"],
    "img-src": ["'self'", "data:"],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connect],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": [framedBy],
  };
}

export const policyText = (connect: readonly string[]): string => written(securityPolicy(connect));

/**
 * The policy of the overlay: broadcast software opens it as a page, and the site's own preview shows it in a frame; no
 * other page may (rule OVERLAY-8).
 */
export const overlayPolicy: string = written(securityPolicy([], "'self'"));

/**
 * The policy of the worker that checks the history: it may call any node of the chain that the visitor names, which the
 * page itself may not, and loads no script but its own (rule HISTORY-4).
 */
export const historyWorkerPolicy: string = written(
  securityPolicy(["https:", "http://localhost:*", "http://127.0.0.1:*"]),
);

/** The hash of the empty string: it allows style elements without text. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The policy of the API page: Redoc inserts its rules, by script, into style elements that are empty in HTML. */
export const apiPagePolicy: string = written({ ...securityPolicy([]), "style-src": ["'self'", EMPTY_STYLE] });

function written(policy: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(policy)
    .map(([directive, values]) => `${directive} ${values.join(" ")}`)
    .join("; ");
}

/** The origins through which a browser reaches an RPC node: its URL's, and the same for WebSocket. */
export function rpcOrigins(urls: readonly string[]): string[] {
  return urls.flatMap((text) => {
    const url = URL.parse(text);
    if (url === null) return [];
    return [url.origin, url.origin.replace(/^http/, "ws")];
  });
}

/**
 * Where the wallet apps of an Android phone answer its browser. The port differs each time.
 *
 * @param userAgent of the browser that requested the page
 */
export const walletAppOrigins = (userAgent: string): readonly string[] =>
  /android/i.test(userAgent) ? ["http://localhost", "ws://localhost:*"] : [];
