import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { check, failed, type Finding, fine, skipped } from "./check.ts";

const PATIENCE_MS = 3_000;

/** Redis stores counts and carries events from one connection to another (rule OPERATE-3). */
export async function checkRedis(redisUrl: string | null): Promise<Finding> {
  if (redisUrl === null) {
    return check("Redis", () =>
      skipped("REDIS_URL is not set: Postgres carries the events, each server counts its own limits."),
    );
  }
  const options = { lazyConnect: true, retryStrategy: () => null, connectTimeout: PATIENCE_MS };
  const redis = new Redis(redisUrl, options);
  const subscriber = new Redis(redisUrl, options);
  // Reported by the call that fails.
  redis.on("error", () => {});
  subscriber.on("error", () => {});
  try {
    return await check("Redis", async () => {
      await redis.connect();
      await subscriber.connect();
      const key = `furlong-doctor-${randomUUID()}`;
      await redis.set(key, "1", "PX", PATIENCE_MS);
      if ((await redis.incr(key)) !== 2) return failed("It does not count.");
      const heard = new Promise<boolean>((resolve) => {
        subscriber.once("message", () => resolve(true));
        AbortSignal.timeout(PATIENCE_MS).addEventListener("abort", () => resolve(false));
      });
      await subscriber.subscribe(key);
      await redis.publish(key, "1");
      return (await heard) ? fine("It counts, and carries events.") : failed("It carries no events.");
    });
  } finally {
    redis.disconnect();
    subscriber.disconnect();
  }
}
