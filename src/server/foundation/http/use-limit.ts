import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** Counts uses by key in time windows: for all instances together where they share Redis, otherwise for this one. */
export interface UseLimit {
  /** Counts one more use. True when it is one too many in the window. */
  count(key: string): Promise<boolean>;
  /** Counts one more use. Milliseconds to wait when it is one too many in the window, otherwise 0. */
  countWait(key: string): Promise<number>;
  /** Whether the next use would be one too many. */
  isReached(key: string): Promise<boolean>;
}

interface Options {
  /** Distinguishes the limits that are stored in one Redis. */
  readonly name: string;
  readonly uses: number;
  readonly windowSeconds: number;
  readonly redis: Redis | null;
}

/** While Redis does not count, each instance counts for itself. */
export function useLimit({ name, uses, windowSeconds, redis }: Options): UseLimit {
  const options = { keyPrefix: `furlong-${name}`, points: uses, duration: windowSeconds };
  const own = new RateLimiterMemory(options);
  const limiter =
    redis === null
      ? own
      : new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: own,
          // A flood puts no load on Redis once it is over the limit.
          inMemoryBlockOnConsumed: uses + 1,
        });
  const countWait = async (key: string) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext));
      throw error;
    }
  };
  return {
    countWait,
    count: async (key) => (await countWait(key)) > 0,
    async isReached(key) {
      // A Redis that refuses to write still answers what it counted before.
      const counted = await Promise.all([limiter.get(key), own.get(key)]);
      return counted.some((one) => one !== null && one.consumedPoints >= uses);
    },
  };
}
