import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { freePort } from "../../../tests/support/server-process.ts";
import { type UseLimit, useLimit } from "./use-limit.ts";

const limits = { name: "test", uses: 2, windowSeconds: 60 };

async function mustLimit(limit: UseLimit) {
  expect(await limit.count("one")).toBe(false);
  expect(await limit.isReached("one")).toBe(false);
  expect(await limit.count("one")).toBe(false);
  expect(await limit.isReached("one")).toBe(true);
  expect(await limit.count("one")).toBe(true);
  expect(await limit.count("other")).toBe(false);
}

it("LIMITS-4 counts by key, and says when a use is one too many", async () => {
  await mustLimit(useLimit({ ...limits, redis: null }));
});

it("LIMITS-4 the count starts anew with each window", async () => {
  const limit = useLimit({ ...limits, uses: 1, windowSeconds: 1, redis: null });
  expect(await limit.count("one")).toBe(false);
  expect(await limit.count("one")).toBe(true);
  await expect.poll(() => limit.isReached("one"), { timeout: 5_000 }).toBe(false);
  expect(await limit.count("one")).toBe(false);
});

it("LIMITS-4 while Redis gives no answer, the instance counts for itself", async () => {
  const redis = new Redis({ port: await freePort(), host: "127.0.0.1", maxRetriesPerRequest: 0 });
  redis.on("error", () => undefined);
  try {
    await mustLimit(useLimit({ ...limits, redis }));
  } finally {
    redis.disconnect();
  }
});
