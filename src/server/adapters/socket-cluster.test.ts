import { Redis } from "ioredis";
import pg from "pg";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { localLimits } from "../http/limits.ts";
import { useLimit } from "../http/use-limit.ts";
import type { SocketCluster } from "../sockets/socket-cluster.ts";
import { openSocketCluster } from "./socket-cluster.ts";

const databaseUrl = process.env["TEST_DATABASE_URL"] ?? null;
const redisUrl = process.env["TEST_REDIS_URL"] ?? null;

async function breakPostgresConnections() {
  const admin = new pg.Client({ connectionString: databaseUrl ?? "" });
  await admin.connect();
  const { rowCount } = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'furlong-sockets'",
  );
  await admin.end();
  return rowCount ?? 0;
}

async function breakRedisConnections() {
  const admin = new Redis(redisUrl ?? "");
  const ended = await Promise.all(
    (["pubsub", "normal"] as const).map((type) => admin.client("KILL", "TYPE", type, "SKIPME", "yes")),
  );
  await admin.quit();
  return ended.reduce<number>((sum, count) => sum + Number(count), 0);
}

/** The transports of the events that the test environment offers. */
const carriers = [
  {
    carrier: "Postgres",
    urls: { redisUrl: null, databaseUrl },
    breakConnections: breakPostgresConnections,
  },
  { carrier: "Redis", urls: { redisUrl, databaseUrl: null }, breakConnections: breakRedisConnections },
].filter(({ urls }) => urls.redisUrl !== null || urls.databaseUrl !== null);

it("an instance that is alone needs no cluster", async () => {
  expect(await openSocketCluster({ redisUrl: null, databaseUrl: null, onError: () => undefined })).toBeNull();
});

describe.each(carriers)("instances that share $carrier", ({ carrier, urls, breakConnections }) => {
  let servers: TestServer[];
  const clusters: SocketCluster[] = [];
  const sockets: Socket[] = [];
  const troubles: unknown[] = [];
  beforeAll(async () => {
    const onError = (error: unknown) => troubles.push(error);
    servers = await Promise.all(
      [1, 2].map(async () => {
        const cluster = await openSocketCluster({ ...urls, onError });
        if (cluster === null) throw new Error("no cluster");
        clusters.push(cluster);
        return openTestServer({ cluster, limits: { ...localLimits, endpointFactor: 0.1 } });
      }),
    );
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all(clusters.map((cluster) => cluster.close()));
    if (troubles.length > 0) throw new AggregateError(troubles, "the cluster had troubles");
  });

  const news = (message: string) => ({
    type: "next-race" as const,
    message,
    nextRaceIn: null,
    timestamp: new Date(0),
  });

  /** Messages received by a socket on each server. */
  async function listenEverywhere(cookies: readonly string[] = []) {
    return Promise.all(
      servers.map(async ({ url }, index) => {
        const cookie = cookies[index];
        const options = cookie === undefined ? {} : { extraHeaders: { cookie } };
        const socket = io(url, { transports: ["websocket"], reconnection: false, ...options });
        sockets.push(socket);
        const heard: string[] = [];
        socket.on("race-notification", ({ message }: { message: string }) => heard.push(message));
        socket.on("user-notification", ({ notification }) => heard.push(notification.title));
        await new Promise<void>((resolve) => socket.on("connect", () => resolve()));
        return heard;
      }),
    );
  }

  it("tell everyone at every instance, in order, however large", async () => {
    const heard = await listenEverywhere();
    const large = "x".repeat(20_000);
    // The adapter starts listening to the database a moment after connecting to it.
    await expect
      .poll(() => {
        servers[0]?.sockets.broadcast.toEveryone("race-notification", news("are you there"));
        return heard.map((messages) => messages.length > 0);
      })
      .toEqual([true, true]);
    for (const message of ["one", large, "three"]) {
      servers[0]?.sockets.broadcast.toEveryone("race-notification", news(message));
    }
    const rest = () => heard.map((messages) => messages.filter((text) => text !== "are you there"));
    await expect.poll(() => rest().map(({ length }) => length)).toEqual([3, 3]);
    expect(rest()[0]).toEqual(["one", large, "three"]);
    expect(new Set(rest()[1])).toEqual(new Set(["one", large, "three"]));
  });

  it("tell a wallet wherever it is connected", async () => {
    const browser = newBrowser(servers[1]?.url ?? "");
    await browser.signIn();
    const [, heard = []] = await listenEverywhere(["", browser.cookieHeader()]);
    const notification = {
      id: "n1",
      type: "race_won" as const,
      title: "Paid",
      body: null,
      kind: null,
      params: null,
      created_at: new Date(0),
      read_at: null,
    };
    servers[0]?.sockets.broadcast.toWallet(browser.address, "user-notification", { notification });
    await expect.poll(() => heard).toEqual(["Paid"]);
  });

  it("hear of each other again after their connections broke, each time", { timeout: 60_000 }, async () => {
    const heard = await listenEverywhere();
    for (const time of ["first", "second", "third"]) {
      expect(await breakConnections()).toBeGreaterThan(0);
      await expect
        .poll(
          () => {
            servers[0]?.sockets.broadcast.toEveryone("race-notification", news(`after the ${time}`));
            return heard.map((messages) => messages.includes(`after the ${time}`));
          },
          { timeout: 15_000, interval: 100 },
        )
        .toEqual([true, true]);
    }
    // Connections over Redis reconnect silently.
    expect(troubles.splice(0).length > 0).toBe(carrier === "Postgres");
  });

  it.runIf(carrier === "Redis")("LIMITS-4 count calls and events together", async () => {
    // The contract allows 30 a minute, and these servers a tenth of that: if they counted separately, each would serve
    // three.
    const statuses: number[] = [];
    for (const { url } of [...servers, ...servers, ...servers]) {
      statuses.push((await newBrowser(url).call("POST", "/api/auth/nonce")).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(statuses.slice(-2)).toEqual([429, 429]);

    const limit = { name: "shared", uses: 2, windowSeconds: 60 };
    const [here, there] = clusters.map(({ redis }) => useLimit({ ...limit, redis }));
    expect([await here?.count("a"), await there?.count("a"), await here?.count("a")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("end their own sockets alone when they stop", async () => {
    await listenEverywhere();
    const [here, there] = sockets.slice(-2);
    await servers[0]?.sockets.close();
    await expect.poll(() => here?.connected).toBe(false);
    expect(there?.connected).toBe(true);
  });
});
