import type { Redis } from "ioredis";
import { type UseLimit, useLimit } from "./use-limit.ts";

const ACTS_PER_HOUR = 30;

/**
 * Counts each wallet's moderation of the chat, by calls and by socket events together, on all instances that share
 * Redis, otherwise on each instance (rule ACCESS-9).
 */
export const moderationLimit = (redis: Redis | null): UseLimit =>
  useLimit({ name: "moderation", uses: ACTS_PER_HOUR, windowSeconds: 3_600, redis });
