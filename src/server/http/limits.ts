import fastifyRateLimit from "@fastify/rate-limit";
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

/** Counts in this process, or in Redis for all instances together. */
export async function openLimiter(app: FastifyInstance, redis: Redis | null): Promise<Limiter> {
  await app.register(fastifyRateLimit, {
    global: false,
    ...(redis === null ? { cache: 50_000 } : { redis, nameSpace: "furlong-calls-", skipOnError: true }),
  });
  const asked = new WeakMap<FastifyRequest, { key: string; perMinute: number }>();
  const count = app.createRateLimit({
    timeWindow: 60_000,
    keyGenerator: (request) => asked.get(request)?.key ?? "",
    max: (request) => asked.get(request)?.perMinute ?? 0,
  });
  return async (request, key, perMinute) => {
    asked.set(request, { key, perMinute });
    const answer = await count(request);
    if (answer.isAllowed || !answer.isExceeded) return { isOver: false, retryAfter: 0 };
    return { isOver: true, retryAfter: answer.ttlInSeconds };
  };
}
