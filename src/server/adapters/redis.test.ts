import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { openTestServer } from "../../../tests/support/http-server.ts";
import { startRedis, type TestRedis } from "../../../tests/support/redis.ts";
import { localLimits } from "../foundation/http/limits.ts";
import { useLimit } from "../foundation/http/use-limit.ts";
import { openRedis, type SharedCounts } from "./redis.ts";

const limit = { name: "shared", uses: 2, windowSeconds: 60 };
const answers = (shared: SharedCounts) => expect.poll(() => !shared.isSilent(), { timeout: 10_000 });

describe.runIf(process.env["TEST_REDIS_URL"] !== undefined)("servers that share a Redis", () => {
  const logged: { msg: string }[] = [];
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  async function openTwo(): Promise<{ server: TestRedis; both: [SharedCounts, SharedCounts] }> {
    const server = await startRedis();
    closers.push(server.stop);
    const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as { msg: string }) });
    const both: [SharedCounts, SharedCounts] = [openRedis(server.url, log), openRedis(server.url, log)];
    for (const one of both) {
      closers.push(one.close);
      await answers(one).toBe(true);
    }
    return { server, both };
  }

  it("LIMITS-4 count calls and other uses together", async () => {
    const { both } = await openTwo();
    const servers = await Promise.all(
      both.map(({ redis }) => openTestServer({ redis, limits: { ...localLimits, endpointFactor: 0.1 } })),
    );
    closers.push(...servers.map((server) => () => server.close()));
    // The contract allows 30 a minute, and these servers a tenth of that: if they counted separately, each would serve
    // three.
    const statuses: number[] = [];
    for (const { url } of [...servers, ...servers, ...servers]) {
      statuses.push((await newBrowser(url).call("POST", "/api/auth/nonce")).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    const [here, there] = both.map(({ redis }) => useLimit({ ...limit, redis }));
    expect([await here?.count("a"), await there?.count("a"), await here?.count("a")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  const configure = (...settings: string[]) => ["config", "set", ...settings];
  it.each([
    ["READONLY", ["replicaof", "127.0.0.1", "1"], ["replicaof", "no", "one"]],
    ["OOM", configure("maxmemory", "1"), configure("maxmemory", "0")],
    ["NOPERM", ["acl", "setuser", "default", "-@write"], ["acl", "setuser", "default", "+@all"]],
    ["NOAUTH", configure("requirepass", "another"), configure("requirepass", "")],
  ])(
    "LIMITS-4 OPERATE-10 count by themselves while it refuses with %s, and say so",
    async (_, refuse, mend) => {
      const { server, both } = await openTwo();
      const tools = new Redis(server.url);
      closers.push(() => tools.disconnect());
      const send = ([command = "", ...values]: string[]) => tools.call(command, ...values);
      await send(refuse);
      if (refuse.includes("requirepass"))
        await tools.call("client", "kill", "type", "normal", "skipme", "yes");
      for (const one of both) await answers(one).toBe(false);
      const [{ redis }] = both;
      const own = useLimit({ ...limit, redis });
      expect(await own.isReached("d")).toBe(false);
      expect([await own.count("d"), await own.count("d"), await own.isReached("d")]).toEqual([
        false,
        false,
        true,
      ]);
      await send(mend);
      for (const one of both) await answers(one).toBe(true);
    },
  );

  it("LIMITS-4 OPERATE-10 count on by themselves while it hangs, without waiting for it, and say so once", async () => {
    const { server, both } = await openTwo();
    logged.length = 0;
    const [{ redis }] = both;
    const own = useLimit({ ...limit, redis });
    server.hang();
    try {
      expect([await own.count("b"), await own.count("b"), await own.count("b")]).toEqual([
        false,
        false,
        true,
      ]);
      await answers(both[0]).toBe(false);
      const startedMs = performance.now();
      for (let use = 0; use < 100; use += 1) await own.count(`c${use}`);
      expect(performance.now() - startedMs).toBeLessThan(1_000);
      // Long enough for several attempts to connect.
      await pause(3_000);
    } finally {
      server.resume();
    }
    await answers(both[0]).toBe(true);
    const said = logged.map(({ msg }) => msg);
    expect(
      said.filter((msg) => msg.includes("this server counts limits by itself")).length,
    ).toBeLessThanOrEqual(2);
    expect(said).toContain("Redis counts limits for all servers together");
  });
});
