import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { api, type EndpointName } from "../../../contract/api.ts";
import type { Access, Endpoint } from "../../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { readIdempotencyKey } from "../../../contract/wire/idempotency-key.ts";
import { readInput, writeRefusal, writeReply } from "../../../contract/wire/wire.ts";
import { type Refused, refuse, type Result } from "../../../domain/result.ts";
import { asHouse, asPlayer } from "../chain/caller.ts";
import type { Sessions } from "./sessions.ts";
import { type Answer, type AnswerOnce, contentOf } from "./answer-once.ts";
import { callRefusal, claimRefusal, visitor } from "./access.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";
import { clientAddress } from "./client-address.ts";
import { clientCountry } from "./client-country.ts";
import { describeClient } from "./describe-client.ts";
import { sendCsv } from "./send-csv.ts";
import type { Cookies } from "./cookies.ts";
import { type Caller, EncodedReply, type Exchange, type Handlers } from "./handler.ts";
import { type CallLimits, type Limiter, networkOf } from "./limits.ts";
import { type UseLimit, useLimit } from "./use-limit.ts";
import type { SiteOf } from "./site.ts";
import { DAY_S } from "../../../domain/utc-day.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const DEFAULT_BODY_LIMIT = 100 * 1024;
/** Longer path parameters match no route. */
export const MAX_PARAM_LENGTH = 200;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Name of the endpoint, for metrics and the log. */
    call?: string;
    /** Pages of every origin may call it. */
    anyOrigin?: boolean;
  }
}

export interface CallPorts {
  readonly handlers: Handlers;
  readonly stateOf: Sessions["state"];
  readonly siteOf: SiteOf;
  readonly cookies: Cookies;
  readonly trustedProxies: TrustedProxies;
  readonly countryHeader: string | null;
  readonly limits: CallLimits;
  readonly limiter: Limiter;
  readonly redis: Redis | null;
  readonly answerOnce: AnswerOnce;
  readonly moderation: UseLimit;
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
    const daily = dailyLimit(ports, name, endpoint);
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      ...(endpoint.timeoutMs !== undefined && { handlerTimeout: endpoint.timeoutMs }),
      config: { call: name, ...(endpoint.anyOrigin && { anyOrigin: true }) },
      // Before the body is read: a caller without access need not send a body.
      onRequest: (request, reply) => checkCaller(ports, name, endpoint, request, reply),
      preHandler: async (request, reply) => {
        const waitMs = (await daily?.countWait(networkOfCaller(ports, request))) ?? 0;
        if (waitMs === 0) return undefined;
        const refused = refuse("RATE_LIMITED", { retryAfterMs: waitMs });
        return sendRefusal(reply.header("retry-after", Math.ceil(waitMs / 1_000)), refused);
      },
      handler: (request, reply) => handleCall(ports, { name, endpoint, handler }, request, reply),
    });
  }
}

/** They say what is away, also in a browser whose session cannot be looked up because it is (rule OPERATE-12). */
const FOR_ANYBODY: ReadonlySet<EndpointName> = new Set(["getLiveness", "getReadiness"]);

async function checkCaller(
  ports: CallPorts,
  name: EndpointName,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { [ports.cookies.session]: session, [ports.cookies.stepUp]: stepUp = null } = request.cookies;
  const isUnknown = session === undefined || FOR_ANYBODY.has(name);
  const state = isUnknown ? null : await ports.stateOf({ session, stepUp });
  if (state !== null) callers.set(request, state);
  const waitSeconds = await secondsUntilAllowed(ports, name, endpoint, request);
  if (waitSeconds !== null) {
    return sendRefusal(reply.header("retry-after", waitSeconds), refuse("RATE_LIMITED"));
  }
  const refused =
    callRefusal(endpoint, callerOf(request)) ?? (endpoint.refusesBanned && state?.isBanned ? "BANNED" : null);
  return refused === null ? undefined : sendRefusal(reply, refuse(refused));
}

/**
 * Seconds to wait, or null. A wallet is limited wherever it calls from (rule LIMITS-4). A call that requires no
 * session, such as signing in, is limited by network: the caller could sign in as a new wallet each time (rule COST-1).
 */
async function secondsUntilAllowed(
  ports: CallPorts,
  name: EndpointName,
  { access, perMinute }: Endpoint,
  request: FastifyRequest,
): Promise<number | null> {
  const { limits, limiter } = ports;
  const { wallet } = callerOf(request);
  if (wallet !== null) {
    const all = await limiter(request, `wallet:${wallet}`, limits.perWalletPerMinute);
    if (all.isOver) return all.retryAfter;
  }
  if (perMinute === undefined) return null;
  const client = wallet === null || access === "public" ? networkOfCaller(ports, request) : wallet;
  const one = await limiter(request, `${name}:${client}`, perMinute * limits.endpointFactor);
  return one.isOver ? one.retryAfter : null;
}

/** Counts a call by network, because anybody has any number of wallets (rule GROWTH-1). */
const dailyLimit = ({ limits, redis }: CallPorts, name: EndpointName, { perDay }: Endpoint) =>
  perDay === undefined
    ? null
    : useLimit({
        name: `daily-${name}`,
        uses: perDay * limits.endpointFactor,
        windowSeconds: DAY_S,
        redis,
      });

const networkOfCaller = ({ trustedProxies }: CallPorts, { raw }: FastifyRequest) =>
  networkOf(clientAddress(raw, trustedProxies));

interface Call {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

/** What these calls ask a node is the house's own; everything else is a player's (rule LIMITS-41). */
const ofAdmins: ReadonlySet<Access> = new Set(["admin", "house"]);

async function handleCall(
  ports: CallPorts,
  { name, endpoint, handler }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, query, headers, body } = request;
  const caller = callerOf(request);
  const claimed = claimRefusal(endpoint, { params, query, headers, body }, caller);
  if (claimed !== null) return sendRefusal(reply, refuse(claimed));
  if (namesPassword(query)) return sendRefusal(reply, refuse("MASTER_PASSWORD_IN_URL"));
  const input = readInput(endpoint, { params, query, headers, body });
  if (!input.ok) return sendRefusal(reply, input);
  const retryAfterMs = endpoint.moderation ? await ports.moderation.countWait(caller.wallet ?? "") : 0;
  if (retryAfterMs > 0) {
    const waiting = reply.header("retry-after", Math.ceil(retryAfterMs / 1_000));
    return sendRefusal(waiting, refuse("RATE_LIMITED", { retryAfterMs }));
  }
  const run = () => handler(input.value, caller, exchangeOf(ports, request, reply));
  const payer = { wallet: caller.wallet, network: networkOfCaller(ports, request) };
  const handle = () => (ofAdmins.has(endpoint.access) ? asHouse(run) : asPlayer(payer, run));
  if (endpoint.movesMoney) {
    const key = readIdempotencyKey({ headers, body });
    if (!key.ok) return sendRefusal(reply, key);
    if (key.value !== null && caller.wallet !== null) {
      const content = contentOf(endpoint, input.value);
      const keyed = { wallet: caller.wallet, call: name, key: key.value, content };
      const answer = await ports.answerOnce(keyed, async () => asAnswer(endpoint, await handle()));
      return reply.code(answer.status).send(answer.body);
    }
  }
  const result = await handle();
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

/** The answer of a call that moves money, none of which sends text, a file or 304. */
const asAnswer = (endpoint: Endpoint, result: Result<unknown, RefusalCode>): Answer =>
  result.ok
    ? { status: endpoint.status ?? 200, body: writeReply(endpoint, result.value as never) }
    : writeRefusal(result);

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
  const { session, stepUp, browser, sessionOptions, strictOptions } = cookies;
  return {
    site: siteOf(request.raw),
    sessionToken: request.cookies[session] ?? null,
    stepUpToken: request.cookies[stepUp] ?? null,
    browserToken: request.cookies[browser] ?? null,
    client: describeClient(request.raw, ports.trustedProxies),
    country: clientCountry(request.raw, ports),
    setSession: (token, expires) => void reply.setCookie(session, token, { ...sessionOptions, expires }),
    clearSession: () => {
      void reply.clearCookie(session, sessionOptions).clearCookie(stepUp, strictOptions);
    },
    setStepUp: (token, expires) => void reply.setCookie(stepUp, token, { ...strictOptions, expires }),
    setBrowserToken: (token, expires) => void reply.setCookie(browser, token, { ...strictOptions, expires }),
  };
}
