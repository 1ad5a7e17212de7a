import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { api, type EndpointName } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { readInput, writeRefusal, writeReply } from "../../contract/wire/wire.ts";
import { type Refused, refuse, type Result } from "../../domain/result.ts";
import type { Standing } from "./sessions.ts";
import { claimRefusal, endpointRefusal, visitor } from "./access.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";
import { clientAddress } from "./client-address.ts";
import { clientCountry } from "./client-country.ts";
import { sendCsv } from "./send-csv.ts";
import type { Cookies } from "./cookies.ts";
import { type Caller, EncodedReply, type Exchange, type Handlers } from "./handler.ts";
import { type CallLimits, type Limiter, networkOf } from "./limits.ts";
import { notBuilt } from "./not-built.ts";
import type { SiteOf } from "./site.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const DEFAULT_BODY_LIMIT = 100 * 1024;
/** Longer path parameters match no route. */
export const MAX_PARAM_LENGTH = 200;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Name of the endpoint, for metrics and the log. */
    call?: string;
  }
}

export interface CallPorts {
  readonly handlers: Handlers;
  readonly standing: (token: string) => Promise<Standing | null>;
  readonly siteOf: SiteOf;
  readonly cookies: Cookies;
  readonly trustedProxies: TrustedProxies;
  readonly countryHeader: string | null;
  readonly limits: CallLimits;
  readonly limiter: Limiter;
}

/** A handler whose types the contract already checked, seen from the loop over all endpoints. */
type AnyHandler = (
  input: unknown,
  caller: Caller,
  exchange: Exchange,
) => Promise<Result<unknown, RefusalCode>>;

export const sendRefusal = (reply: FastifyReply, refusal: Refused<RefusalCode>): FastifyReply => {
  const { status, body } = writeRefusal(refusal);
  return reply.code(status).send(body);
};

/** The caller, determined before anything else in a call happens. */
const callers = new WeakMap<FastifyRequest, Caller>();
const callerOf = (request: FastifyRequest): Caller => callers.get(request) ?? visitor;

/** Registers a route for every endpoint of the contract. */
export function registerCalls(app: FastifyInstance, ports: CallPorts): void {
  for (const [name, endpoint] of Object.entries(api) as [EndpointName, Endpoint][]) {
    const handler = ports.handlers[name] as AnyHandler;
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      ...(endpoint.timeoutMs !== undefined && { handlerTimeout: endpoint.timeoutMs }),
      config: { call: name },
      // Before the body is read: a caller without access need not send a body.
      onRequest: (request, reply) => checkCaller(ports, name, endpoint, request, reply),
      handler: (request, reply) => handleCall(ports, endpoint, handler, request, reply),
    });
  }
}

async function checkCaller(
  ports: CallPorts,
  name: EndpointName,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const token = request.cookies[ports.cookies.session];
  const standing = token === undefined ? null : await ports.standing(token);
  if (standing !== null) callers.set(request, standing);
  const waitSeconds = await secondsUntilAllowed(ports, name, endpoint, request);
  if (waitSeconds !== null) {
    return sendRefusal(reply.header("retry-after", waitSeconds), refuse("RATE_LIMITED"));
  }
  const refused = endpointRefusal(endpoint, callerOf(request));
  return refused === null ? undefined : sendRefusal(reply, refuse(refused));
}

/**
 * Seconds to wait, or null. A wallet is limited wherever it calls from (rule LIMITS-4). A call that requires no session,
 * such as signing in, is limited by network: the caller could sign in as a new wallet each time.
 */
async function secondsUntilAllowed(
  { limits, limiter, trustedProxies }: CallPorts,
  name: EndpointName,
  { access, perMinute }: Endpoint,
  request: FastifyRequest,
): Promise<number | null> {
  const { wallet } = callerOf(request);
  if (wallet !== null) {
    const all = await limiter(request, `wallet:${wallet}`, limits.perWalletPerMinute);
    if (all.isOver) return all.retryAfter;
  }
  if (perMinute === undefined) return null;
  const client =
    wallet === null || access === "public" ? networkOf(clientAddress(request.raw, trustedProxies)) : wallet;
  const one = await limiter(request, `${name}:${client}`, perMinute * limits.endpointFactor);
  return one.isOver ? one.retryAfter : null;
}

async function handleCall(
  ports: CallPorts,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, query, headers, body } = request;
  const caller = callerOf(request);
  const claimed = claimRefusal(endpoint, { params, query, headers, body }, caller);
  if (claimed !== null) return sendRefusal(reply, refuse(claimed));
  if (namesPassword(query)) return sendRefusal(reply, refuse("MASTER_PASSWORD_IN_URL"));
  if (handler === notBuilt) return sendRefusal(reply, await notBuilt());
  const input = readInput(endpoint, { params, query, headers, body });
  if (!input.ok) return sendRefusal(reply, input);
  const result = await handler(input.value, caller, exchangeOf(ports, request, reply));
  if (!result.ok) return sendRefusal(reply, result);
  if (result.value instanceof EncodedReply) {
    return reply
      .code(endpoint.status ?? 200)
      .type(JSON_TYPE)
      .send(result.value.text);
  }
  const answer = writeReply(endpoint, result.value as never);
  if (endpoint.csv && (query as { format?: unknown }).format === "csv") {
    return sendCsv(reply, endpoint.csv, answer);
  }
  if (endpoint.revalidates) return sendUnlessKnown(request, reply, answer);
  return reply.code(statusOf(endpoint, body)).send(answer);
}

function statusOf({ status = 200, createsWithout }: Endpoint, body: unknown): number {
  if (createsWithout === undefined) return status;
  return ((body as Record<string, unknown>)[createsWithout] ?? null) === null ? 201 : status;
}

/**
 * Sends 304 to a browser that already has the same answer. The browser revalidates each time, and no shared cache may
 * store it.
 */
function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const text = JSON.stringify(answer);
  const etag = `W/"${createHash("sha256").update(text).digest("base64url")}"`;
  void reply.header("cache-control", "private, no-cache").header("etag", etag);
  const known = request.headers["if-none-match"]?.split(",").map((one) => one.trim()) ?? [];
  if (known.includes(etag)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(text);
}

/** A URL ends up in logs and histories: a password there is refused, whoever sends it (rule MONEY-18). */
const namesPassword = (query: unknown) =>
  Object.keys(query as object).some((name) => /^(master|confirm)?-?_?password$/i.test(name));

function exchangeOf(ports: CallPorts, request: FastifyRequest, reply: FastifyReply): Exchange {
  const { siteOf, cookies } = ports;
  const { session, browser, sessionOptions, browserOptions } = cookies;
  return {
    site: siteOf(request.raw),
    sessionToken: request.cookies[session] ?? null,
    browserToken: request.cookies[browser] ?? null,
    country: clientCountry(request.raw, ports),
    setSession: (token, expires) => void reply.setCookie(session, token, { ...sessionOptions, expires }),
    clearSession: () => void reply.clearCookie(session, sessionOptions),
    setBrowserToken: (token, expires) => void reply.setCookie(browser, token, { ...browserOptions, expires }),
  };
}
