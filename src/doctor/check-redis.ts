import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { check, failed, type Finding, fine, skipped } from "./check.ts";

const PATIENCE_MS = 3_000;

/** Redis stores counts (rule OPERATE-3); servers do without it while it is away (rule OPERATE-10). */
export async function checkRedis(redisUrl: string | null): Promise<Finding> {
  if (redisUrl === null) {
    return check("Redis", () => skipped("REDIS_URL is not set: each server counts its own limits."));
  }
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
  });
  // Reported by the call that fails.
  redis.on("error", () => {});
  try {
    return await check("Redis", async () => {
      await redis.connect();
      const key = `furlong-doctor-${randomUUID()}`;
      await redis.set(key, "1", "PX", PATIENCE_MS);
      return (await redis.incr(key)) === 2 ? fine("It counts.") : failed("It does not count.");
    });
  } finally {
    redis.disconnect();
  }
}
