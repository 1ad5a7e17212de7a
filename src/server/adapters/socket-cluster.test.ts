import pg from "pg";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { openRelay } from "../../../tests/support/relay.ts";
import type { SocketCluster } from "../foundation/sockets/socket-cluster.ts";
import { openSocketCluster } from "./socket-cluster.ts";

const databaseUrl = process.env["TEST_DATABASE_URL"] ?? null;

async function breakConnections() {
  const admin = new pg.Client({ connectionString: databaseUrl ?? "" });
  await admin.connect();
  const { rowCount } = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'furlong-sockets'",
  );
  await admin.end();
  return rowCount ?? 0;
}

describe.runIf(databaseUrl !== null)("instances that share Postgres", () => {
  let servers: TestServer[];
  const clusters: SocketCluster[] = [];
  const sockets: Socket[] = [];
  const troubles: unknown[] = [];
  beforeAll(async () => {
    const onError = (error: unknown) => troubles.push(error);
    servers = await Promise.all(
      [1, 2].map(async () => {
        const cluster = await openSocketCluster(databaseUrl ?? "", onError);
        clusters.push(cluster);
        return openTestServer({ cluster });
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
      type: "balance_update_request" as const,
      title: "Paid",
      body: "",
      kind: "balance_changed" as const,
      params: {},
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
    expect(troubles.splice(0).length).toBeGreaterThan(0);
  });

  it("OPERATE-16 give up a connection that has gone silent", { timeout: 30_000 }, async () => {
    const reached = new URL(databaseUrl ?? "");
    const relay = await openRelay(Number(reached.port));
    reached.port = new URL(relay.url).port;
    const failures: unknown[] = [];
    const cluster = await openSocketCluster(reached.href, (error) => failures.push(error));
    const server = await openTestServer({ cluster });
    const tell = () => server.sockets.broadcast.toEveryone("race-notification", news("from afar"));
    const [heard = []] = await listenEverywhere();
    await expect.poll(() => (tell(), heard)).toContain("from afar");
    relay.cut();
    tell();
    await expect.poll(() => failures.map(String).join(), { timeout: 15_000 }).toContain("Query read timeout");
    await relay.close();
    await server.close();
    await cluster.close();
  });

  it("end their own sockets alone when they stop", async () => {
    await listenEverywhere();
    const [here, there] = sockets.slice(-2);
    await servers[0]?.sockets.close();
    await expect.poll(() => here?.connected).toBe(false);
    expect(there?.connected).toBe(true);
  });
});
