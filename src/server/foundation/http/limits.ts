import fastifyRateLimit, { type RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Redis } from "ioredis";
import { isIPv6 } from "node:net";

/** How many calls one client may make (rule LIMITS-4). */
export interface CallLimits {
  readonly perAddressPerMinute: number;
  readonly perWalletPerMinute: number;
  /** Multiplies the limits that the contract sets for single endpoints. */
  readonly endpointFactor: number;
}

export const publicLimits: CallLimits = {
  perAddressPerMinute: 1_200,
  perWalletPerMinute: 600,
  endpointFactor: 1,
};

/** In local mode the browser and all practice bettors share one address. */
export const localLimits: CallLimits = {
  perAddressPerMinute: 120_000,
  perWalletPerMinute: 12_000,
  endpointFactor: 100,
};

/** True when the caller behind `key` is over the limit; `retryAfter` is in seconds. */
export type Limiter = (
  request: FastifyRequest,
  key: string,
  perMinute: number,
) => Promise<{ isOver: boolean; retryAfter: number }>;

/** One network counts as one client: an IPv6 customer owns at least a /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("::");
  const front = head.split(":").filter((group) => group !== "");
  const back = tail.split(":").filter((group) => group !== "");
  const zeros = address.includes("::")
    ? Array.from({ length: 8 - front.length - back.length }, () => "0")
    : [];
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

type Counter = ReturnType<FastifyInstance["createRateLimit"]>;

/** Counts in Redis for all instances together, and in this process without Redis or while it does not count. */
export async function openLimiter(app: FastifyInstance, redis: Redis | null): Promise<Limiter> {
  const limitOf = new WeakMap<FastifyRequest, { key: string; perMinute: number }>();
  /** The library takes one store for each scope. */
  const openCounter = async (store: RateLimitPluginOptions): Promise<Counter> => {
    const opened: Counter[] = [];
    await app.register(async (scope) => {
      await scope.register(fastifyRateLimit, { global: false, ...store });
      const count = scope.createRateLimit({
        timeWindow: 60_000,
        keyGenerator: (request) => limitOf.get(request)?.key ?? "",
        max: (request) => limitOf.get(request)?.perMinute ?? 0,
      });
      opened.push(count);
    });
    return opened[0] as Counter;
  };
  const countHere = await openCounter({ cache: 50_000 });
  const countTogether =
    redis === null ? countHere : await openCounter({ redis, nameSpace: "furlong-calls-" });
  return async (request, key, perMinute) => {
    limitOf.set(request, { key, perMinute });
    const answer = await countTogether(request).catch(() => countHere(request));
    if (answer.isAllowed || !answer.isExceeded) return { isOver: false, retryAfter: 0 };
    return { isOver: true, retryAfter: answer.ttlInSeconds };
  };
}
