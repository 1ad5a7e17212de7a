import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../../support/admin-session.ts";
import { newBrowser } from "../../support/browser-session.ts";
import { type LiveSocket, openLiveSocket } from "../../support/live-socket.ts";
import type { Player } from "../../support/player.ts";
import { startPostgres, type TestServer } from "../../support/postgres.ts";
import { startRedis, type TestRedis } from "../../support/redis.ts";
import { type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

const PROMPT_MS = 3_000;

let postgres: TestServer;
let redis: TestRedis;
let servers: readonly ServerProcess[] = [];
let admin: Player;
let elsewhere: LiveSocket;

beforeAll(async () => {
  postgres = await startPostgres();
  redis = await startRedis();
  // Absent when the servers start.
  await redis.end();
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const first = await startServer({ env });
  servers = [first, await startServer({ dataDir: first.dataDir, env })];
  admin = await openAdminSession(first.url);
  elsewhere = await openLiveSocket(servers[1]?.url ?? "", admin);
});
afterAll(async () => {
  elsewhere?.close();
  for (const server of servers) await server.stop();
  await redis?.stop();
  await postgres?.stop();
});

/** Whether Redis answers, as each server says; a server that is not ready for this reason fails the test. */
const readiness = () =>
  Promise.all(
    servers.map(async ({ url }) => {
      const { status, body } = await newBrowser(url).call("GET", "/api/health/ready");
      expect(status).toBe(200);
      return body.dependencies.find(({ name }: { name: string }) => name === "redis")?.ready;
    }),
  );

const saysAbout = (answers: boolean) =>
  until(`both servers to say that Redis ${answers ? "answers" : "is away"}`, async () =>
    (await readiness()).every((ready) => ready === answers),
  );

let theme = "main-prime";
/** Both servers run and answer promptly, and what is done at one is heard at the other. */
async function expectService() {
  for (const server of servers) {
    expect(server.hasEnded()).toBe(false);
    const startedMs = Date.now();
    expect((await newBrowser(server.url).call("GET", "/api/races/active")).status).toBe(200);
    expect(Date.now() - startedMs).toBeLessThan(PROMPT_MS);
  }
  theme = theme === "main-prime" ? "solana-future" : "main-prime";
  await changeSetting(admin, "theme", theme);
  await until(
    "the other server to tell of it",
    async () => elsewhere.all("theme-update").at(-1)?.theme === theme,
    {
      patienceMs: 10_000,
    },
  );
}

it("OPERATE-10 servers start without Redis, serve, and count together once it answers", async () => {
  await saysAbout(false);
  await expectService();
  await redis.start();
  await saysAbout(true);
  await expectService();
  expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
});

it.each([1, 30])("OPERATE-10 Redis stopped for %i s ends nothing", async (seconds) => {
  await saysAbout(true);
  await redis.end();
  for (let second = 0; second < seconds; second += 1) {
    await expectService();
    await pause(1_000);
  }
  await redis.start();
  await saysAbout(true);
  await expectService();
  expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
});

it("OPERATE-10 a Redis that hangs holds nobody up", async () => {
  await saysAbout(true);
  redis.hang();
  try {
    for (let second = 0; second < 10; second += 1) {
      await expectService();
      await pause(1_000);
    }
    await saysAbout(false);
  } finally {
    redis.resume();
  }
  await saysAbout(true);
  await expectService();
  expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
});
