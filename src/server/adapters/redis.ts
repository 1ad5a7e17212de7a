import { Redis } from "ioredis";
import type { Logger } from "../foundation/log.ts";

/** A command that has no answer by then is counted in memory instead. */
const COMMAND_TIMEOUT_MS = 500;
/** A connection that has been silent for this long while it owes an answer is closed and opened again. */
const SILENCE_MS = 1_000;
const PROBE_EVERY_MS = 1_000;

/** Where several servers count limits together; nothing else depends on it (rule OPERATE-10). */
export interface SharedCounts {
  readonly redis: Redis;
  /** Whether it does not count now: it is away, hangs, or refuses to write. */
  readonly isSilent: () => boolean;
  readonly close: () => void;
}

/**
 * Connects in the background and reconnects for as long as it takes. While Redis does not answer, commands fail at once
 * instead of waiting, so that their callers count in memory. A connection alone proves nothing: a replica, a Redis
 * without memory or one whose rights have changed answers, and refuses each write. So it is asked to write each second.
 */
export function openRedis(url: string, log: Logger): SharedCounts {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  let counts: boolean | null = null;
  const note = (now: boolean, err?: unknown) => {
    if (now === counts) return;
    counts = now;
    if (now) log.info("Redis counts limits for all servers together");
    else log.warn({ err }, "Redis does not count: this server counts limits by itself");
  };
  const tryWrite = () =>
    redis.set("furlong-probe", "1", "EX", 60).then(
      () => note(true),
      (error: unknown) => note(false, error),
    );
  redis.on("ready", () => void tryWrite());
  redis.on("error", (error: Error) => note(false, error));
  redis.on("close", () => note(false));
  const probe = setInterval(() => void tryWrite(), PROBE_EVERY_MS);
  return {
    redis,
    isSilent: () => counts !== true,
    close() {
      clearInterval(probe);
      counts = false;
      redis.disconnect();
    },
  };
}
