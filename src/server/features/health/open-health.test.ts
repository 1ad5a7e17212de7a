import { afterAll, beforeAll, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { openHealth } from "./open-health.ts";

let askChain: () => Promise<string | null> = async () => null;
let queries = 0;
let isUnlocked = true;
let isRedisAway = false;
const clock = manualClock(0);
let server: TestServer;
beforeAll(async () => {
  const checks = {
    database: { ask: async () => null },
    chain: {
      ask: () => {
        queries += 1;
        return askChain();
      },
      mayWait: true,
    },
  };
  const ports = { clock, checks, isRedisSilent: () => isRedisAway, isHouseUnlocked: () => isUnlocked };
  server = await openTestServer({ handlers: openHealth(ports).handlers });
});
afterAll(() => server.close());

const get = (path: string) => newBrowser(server.url).call("GET", path);
const getLater = async () => {
  await clock.advance(2_000);
  return get("/api/health/ready");
};

it("OPERATE-10 OPERATE-12 names what is ready, and what is not", async () => {
  expect((await get("/api/health/live")).body).toEqual({ success: true });
  const ready = await getLater();
  expect(ready.body.dependencies).toEqual([
    { name: "database", ready: true },
    { name: "chain", ready: true },
    { name: "redis", ready: true },
  ]);
  expect(ready.body.house).toBe("unlocked");

  isUnlocked = false;
  const locked = await getLater();
  expect(locked.status).toBe(200);
  expect(locked.body.house).toBe("locked");

  isRedisAway = true;
  const withoutRedis = await getLater();
  expect(withoutRedis.status).toBe(200);
  expect(withoutRedis.body.dependencies).toContainEqual({ name: "redis", ready: false });

  askChain = () => Promise.reject(new Error("secret reason"));
  const missing = await getLater();
  expect(missing.status).toBe(503);
  expect(missing.body).toEqual({
    success: false,
    code: "NOT_READY",
    message: "The service is not ready: chain does not answer",
  });
  expect((await get("/api/health/live")).status).toBe(200);
});

it("OPERATE-12 answers whoever has a session while sessions cannot be looked up", async () => {
  const browser = newBrowser(server.url);
  await browser.signIn();
  askChain = () => Promise.reject(new Error("away"));
  await clock.advance(2_000);
  await server.db.execute("alter table sessions rename to sessions_away");
  const answers = [
    await browser.call("GET", "/api/auth/session"),
    await browser.call("GET", "/api/health/live"),
    await browser.call("GET", "/api/health/ready"),
  ];
  await server.db.execute("alter table sessions_away rename to sessions");
  expect(answers.map(({ body }) => body.code ?? "answered")).toEqual([
    "INTERNAL_ERROR",
    "answered",
    "NOT_READY",
  ]);
});

it("OPERATE-12 asks what all servers share at most every two seconds, and a question that waits is no failure", async () => {
  askChain = async () => null;
  expect((await getLater()).status).toBe(200);
  queries = 0;
  for (let call = 0; call < 20; call += 1) await get("/api/health/ready");
  expect(queries).toBe(0);

  let answer: (problem: string | null) => void = () => undefined;
  askChain = () => new Promise((resolve) => (answer = resolve));
  const waiting = getLater();
  await expect.poll(() => queries).toBe(1);
  await clock.advance(3_000);
  expect((await waiting).status).toBe(200);
  answer("does not answer");
  askChain = () => new Promise(() => undefined);
  const next = getLater();
  await expect.poll(() => queries).toBe(2);
  await clock.advance(3_000);
  expect((await next).status).toBe(503);
});
