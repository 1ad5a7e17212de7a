import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopbackHost } from "./client-address.ts";

/** The site as browsers see it: what sign-in texts name and what an Origin header must equal. */
export interface Site {
  /** Host with its port, e.g. `example.com` or `localhost:3000`. */
  readonly host: string;
  /** Scheme and host. */
  readonly origin: string;
}

/** Finds the site that a request was sent to; null if the name it used is not the site's. */
export type SiteOf = (request: IncomingMessage) => Site | null;

/**
 * The site is PUBLIC_ORIGIN. Without one, in local mode, it is whichever loopback name the browser used, since no other
 * machine can be reached by it (rule IDENTITY-1).
 */
export function siteFinder(publicOrigin: string | null): SiteOf {
  if (publicOrigin !== null) {
    const site = { host: new URL(publicOrigin).host, origin: publicOrigin };
    return () => site;
  }
  return (request) => {
    const host = request.headers.host?.toLowerCase() ?? "";
    return isLoopbackHost(host) ? { host, origin: `http://${host}` } : null;
  };
}

/**
 * Whether a browser may have sent a request for a page of another site whose name was made to point at this machine
 * (DNS rebinding): its host is neither an address, nor a loopback name, nor one of ours.
 */
export function namesForeignHost(request: IncomingMessage, ownHosts: readonly string[]): boolean {
  const host = request.headers.host?.toLowerCase() ?? "";
  const name = host.replace(/:\d{1,5}$/, "").replace(/^\[(.*)\]$/, "$1");
  return !isLoopbackHost(host) && isIP(name) === 0 && !ownHosts.includes(name);
}

/** A browser names the page that sends a request; only the site's own pages are allowed. */
export function comesFromElsewhere(request: IncomingMessage, site: Site | null): boolean {
  const { origin } = request.headers;
  return origin !== undefined && origin !== site?.origin;
}
