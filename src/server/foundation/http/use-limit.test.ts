import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { freePort } from "../../../../tests/support/server-process.ts";
import { type UseLimit, useLimit } from "./use-limit.ts";

const limits = { name: "test", uses: 2, windowSeconds: 60 };

/** What a limit of two says about three uses of one key, before and after each, and about another key. */
async function useFourTimes(limit: UseLimit) {
  const said = [];
  for (const key of ["one", "one", "one", "other"])
    said.push(await limit.isReached(key), await limit.count(key));
  return said;
}
const expected = [false, false, false, false, true, true, false, false];

it("LIMITS-4 counts by key, and says when a use is one too many", async () => {
  expect(await useFourTimes(useLimit({ ...limits, redis: null }))).toEqual(expected);
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
    expect(await useFourTimes(useLimit({ ...limits, redis }))).toEqual(expected);
  } finally {
    redis.disconnect();
  }
});
