import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { NodeRefused } from "../foundation/chain/node-refused.ts";
import { httpFailure, readAnswer, type RpcExchange } from "./rpc-transport.ts";

interface Options {
  /** Whether a connection to this IP address may be opened. */
  readonly mayConnect: (address: string) => boolean;
  /** The machine's own resolver when absent. */
  readonly lookup?: typeof systemLookup;
}

/** An unused connection is closed after this time. */
const IDLE_MS = 30_000;

/**
 * Posts to a URL that an admin named (rule LIMITS-5). The addresses of its host are checked whenever a connection is
 * opened, and the connection goes to one of the checked addresses: a name that later resolves to another address cannot
 * redirect it. Redirects are not followed.
 */
export function guardedExchange(url: string, { mayConnect, lookup = systemLookup }: Options): RpcExchange {
  const target = new URL(url);
  const isSecure = target.protocol === "https:";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_MS });
  const send = isSecure ? requestHttps : requestHttp;
  const literal = hostOf(url);
  const guardedLookup = guardLookup(lookup, mayConnect);

  return async (body, signal) => {
    // An IP address is never resolved, so check it here.
    if (isIP(literal) !== 0 && !mayConnect(literal)) throw new NodeRefused("private-address");
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      send(target, { method: "POST", agent, headers, signal, lookup: guardedLookup }, resolve)
        .on("error", reject)
        .end(body);
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return readAnswer(response);
    response.destroy();
    if (status >= 300 && status < 400) throw new NodeRefused("redirect");
    throw httpFailure(status, response.headers["retry-after"]);
  };
}

/** The host of a URL, an IPv6 address without its brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");

/**
 * Options for a socket to a URL that an admin named, with the same restrictions on where it may lead. Throws where it
 * may not.
 */
export function guardedSocketOptions(url: string, { mayConnect, lookup = systemLookup }: Options) {
  const literal = hostOf(url);
  if (isIP(literal) !== 0 && !mayConnect(literal)) throw new NodeRefused("private-address");
  return { lookup: guardLookup(lookup, mayConnect), followRedirects: false };
}

/** A host with even one forbidden address is not connected to at all. */
function guardLookup(lookup: typeof systemLookup, mayConnect: Options["mayConnect"]): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null) callback(error, "");
      else if (first === undefined || !found.every(({ address }) => mayConnect(address)))
        callback(new NodeRefused("private-address"), "");
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
}
