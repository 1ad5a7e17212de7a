import fastifyCompress from "@fastify/compress";
import fastifyCookie from "@fastify/cookie";
import fastifyHelmet from "@fastify/helmet";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Redis } from "ioredis";
import type { AddressInfo } from "node:net";
import { type Refused, refuse } from "../../../domain/result.ts";
import type { Metrics } from "../metrics.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Sessions } from "./sessions.ts";
import type { Db } from "../db/database.ts";
import type { Clock } from "../ports.ts";
import { answersOnce } from "./answer-once.ts";
import { registerApiPages } from "../site/api-pages.ts";
import { registerActionRules } from "../site/action-rules.ts";
import { registerCrawlerFiles } from "../site/crawlers.ts";
import { registerStoredFiles, type StoredFiles } from "./stored-files.ts";
import { MAX_PARAM_LENGTH, registerCalls, sendRefusal } from "./calls.ts";
import { clientAddress } from "./client-address.ts";
import { closeServer, endConnectionsOnClose, trackUpgrades } from "./closing.ts";
import { refuseOtherUpgrades } from "./refuse-upgrades.ts";
import { securityPolicy } from "../site/content-security.ts";
import { cookiesFor } from "./cookies.ts";
import { type Feed, registerFeeds } from "./feeds.ts";
import type { Handlers } from "./handler.ts";
import { takeJsonOnly } from "./json-body.ts";
import type { api } from "../../../contract/api.ts";
import { type CallLimits, type Limiter, networkOf, openLimiter } from "./limits.ts";
import { allowedMethods } from "./methods.ts";
import { registerMetrics } from "./operations.ts";
import { leadHome, mayBePage, type PageSettings, registerPages } from "../site/pages.ts";
import { type Previews, registerPreviews } from "../site/previews.ts";
import { refusalOf } from "./refusals-of-errors.ts";
import type { UseLimit } from "./use-limit.ts";
import { comesFromElsewhere, siteFinder, type SiteOf } from "./site.ts";
import { DAY_S } from "../../../domain/utc-day.ts";

const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** How often the two timeouts above are checked; the default of 30 s could stretch them to 45 s. */
const TIMEOUT_CHECK_MS = 2_000;
const HANDLER_TIMEOUT_MS = 30_000;
/** Paths that take WebSockets. */
const SOCKETS = /^\/socket\.io\//;
const SOCKETS_AND_CHAIN = /^\/(socket\.io\/|rpc\/?$)/;

export interface HttpPorts {
  readonly config: Pick<Config, "publicOrigin" | "trustedProxies" | "countryHeader" | "metricsToken">;
  readonly db: Db;
  readonly handlers: Handlers;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: CallLimits;
  readonly moderation: UseLimit;
  readonly isLocal: boolean;
  readonly pageSettings: () => Promise<PageSettings>;
  readonly previews: Previews;
  /** What features serve in addition to the contract's calls. */
  readonly files?: readonly StoredFiles[];
  readonly feeds?: readonly Feed[];
  /** Folder of the built web app; null when this server serves none. */
  readonly webRoot: string | null;
  /** The program's version. */
  readonly version: string;
  /** Counts calls for all instances together; null counts in this process. */
  readonly redis?: Redis | null;
  /** Adds further routes before the server listens, such as the embedded chain's. */
  readonly mount?: (app: FastifyInstance) => Promise<void> | void;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Resolves with the port; the system chooses one for 0. */
  readonly listen: (address: { host: string; port: number }) => Promise<number>;
  /** Takes no new calls, lets those in flight finish, and closes idle connections and remaining sockets. */
  readonly close: () => Promise<void>;
}

/** Builds the HTTP server from the contract. It does not listen yet. */
export async function openHttp(ports: HttpPorts): Promise<HttpServer> {
  const app = fastify({
    logger: false,
    forceCloseConnections: "idle",
    bodyLimit: 100 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, raw) => {
      const reply = raw as unknown as FastifyReply;
      const [path = ""] = request.url.split("?");
      if (error.code === "FST_ERR_BAD_URL" && request.method === "GET" && mayBePage(path)) leadHome(reply);
      else void sendRefusal(reply, refusalOf(error) ?? refuse("NOT_FOUND"));
    },
  });
  const upgraded = trackUpgrades(app);
  endConnectionsOnClose(app);
  app.setErrorHandler((error, request, reply) => sendError(ports.log, error, request, reply));
  takeJsonOnly(app);
  await app.register(fastifyCookie);
  await registerHeaders(app, ports.config.publicOrigin);
  await app.register(fastifyCompress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ["br", "gzip"],
  });
  const siteOf = siteFinder(ports.config.publicOrigin);
  const cookies = cookiesFor(ports.config.publicOrigin);
  const limiter = await openLimiter(app, ports.redis ?? null);
  guardRequests(app, ports, { limiter, siteOf });
  observeRequests(app, ports);

  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ""] = request.url.split("?");
    const methods = allowedMethods(path);
    if (methods.length === 0) return sendRefusal(reply, refuse("NOT_FOUND"));
    return sendRefusal(reply.header("allow", methods.join(", ")), refuse("METHOD_NOT_ALLOWED"));
  };
  app.setNotFoundHandler(notFound);
  registerCalls(app, {
    handlers: ports.handlers,
    stateOf: ports.sessions.state,
    siteOf,
    cookies,
    trustedProxies: ports.config.trustedProxies,
    countryHeader: ports.config.countryHeader,
    limits: ports.limits,
    limiter,
    redis: ports.redis ?? null,
    answerOnce: answersOnce(ports),
    moderation: ports.moderation,
  });
  registerApiPages(app, { version: ports.version, cookies, siteOf });
  registerMetrics(app, ports.metrics, { isLocal: ports.isLocal, token: ports.config.metricsToken });
  await ports.mount?.(app);
  registerStoredFiles(app, ports.files ?? [], notFound);
  registerFeeds(app, ports.feeds ?? [], siteOf);
  registerCrawlerFiles(app, siteOf);
  registerActionRules(app);
  refuseOtherUpgrades(app.server, ports.mount === undefined ? SOCKETS : SOCKETS_AND_CHAIN);
  const { webRoot, pageSettings, previews, clock } = ports;
  registerPreviews(app, { previews, countDrawing: drawingCounter(ports, limiter), notFound });
  await registerPages(app, { clock, webRoot, pageSettings, previews, siteOf, notFound });
  return {
    app,
    async listen(address) {
      await app.listen(address);
      return (app.server.address() as AddressInfo).port;
    },
    close: () => closeServer(app, upgraded),
  };
}

/** How many pictures of links are drawn a minute (rule SHARE-4). */
const DRAWINGS = { perAddress: 30, together: 120 } as const;

function drawingCounter({ config, limits }: HttpPorts, limiter: Limiter) {
  return async (request: FastifyRequest): Promise<Refused<"RATE_LIMITED"> | null> => {
    const client = networkOf(clientAddress(request.raw, config.trustedProxies));
    for (const [key, perMinute] of [
      [client, DRAWINGS.perAddress],
      ["", DRAWINGS.together],
    ] as const) {
      const counted = await limiter(request, `drawings:${key}`, perMinute * limits.endpointFactor);
      if (counted.isOver) return refuse("RATE_LIMITED", { retryAfterMs: counted.retryAfter * 1_000 });
    }
    return null;
  };
}

async function registerHeaders(app: FastifyInstance, publicOrigin: string | null): Promise<void> {
  const isHttps = publicOrigin?.startsWith("https:") ?? false;
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: securityPolicy([]),
    },
    strictTransportSecurity: isHttps ? { maxAge: 365 * DAY_S } : false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    // Some wallets answer from a separate window.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  });
}

/**
 * Costs no more than a refusal. A balancer that was refused, because clients at its own address ask too much, would take
 * every server out of service.
 */
const LIVENESS: keyof typeof api = "getLiveness";

/** Checks for every request, including pages: the address's limit, and that writes come from the site's own pages. */
function guardRequests(
  app: FastifyInstance,
  { config, limits }: HttpPorts,
  { limiter, siteOf }: { limiter: Limiter; siteOf: SiteOf },
): void {
  app.addHook("onRequest", async (request, reply) => {
    const isForAll = allowAnyOrigin(request, reply);
    if (countHosts(request) > 1) return sendRefusal(reply, refuse("INVALID_INPUT"));
    const client = `address:${networkOf(clientAddress(request.raw, config.trustedProxies))}`;
    const isCounted = callName(request) !== LIVENESS;
    const counted = isCounted && (await limiter(request, client, limits.perAddressPerMinute));
    if (counted && counted.isOver) {
      return sendRefusal(reply.header("retry-after", counted.retryAfter), refuse("RATE_LIMITED"));
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && !isForAll && comesFromElsewhere(request.raw, siteOf(request.raw))) {
      return sendRefusal(reply, refuse("ORIGIN_NOT_ALLOWED"));
    }
    if (request.url.startsWith("/api")) reply.header("cache-control", "no-store");
    return undefined;
  });
}

/** Whether pages of every origin may make this request, which then says so. */
function allowAnyOrigin({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  if (routeOptions.config.anyOrigin !== true) return false;
  reply.header("access-control-allow-origin", "*").header("access-control-allow-methods", "GET,POST,OPTIONS");
  // What the specification of Solana Actions names.
  reply.header(
    "access-control-allow-headers",
    "Content-Type, Authorization, Content-Encoding, Accept-Encoding",
  );
  return true;
}

/** A proxy may have read a different one of several Host headers than this server does. */
const countHosts = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;

function sendError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal !== null) return sendRefusal(reply, refusal);
  log.error({ err: error, call: callName(request) }, "a call failed");
  return sendRefusal(reply, refuse("INTERNAL_ERROR"));
}

/** A name from a bounded set: never the URL, which may contain anything. */
const callName = (request: FastifyRequest): string =>
  request.routeOptions.config?.call ?? request.routeOptions.url ?? "unknown";

function observeRequests(app: FastifyInstance, { clock, log, metrics }: HttpPorts): void {
  const began = new WeakMap<FastifyRequest, number>();
  app.addHook("onRequest", async (request) => void began.set(request, clock.now()));
  app.addHook("onResponse", async (request, reply) => {
    const tookMs = clock.now() - (began.get(request) ?? clock.now());
    const call = callName(request);
    metrics.observeRequest(call, reply.statusCode, tookMs / 1000);
    log.debug({ call, method: request.method, status: reply.statusCode, tookMs }, "call");
  });
}
