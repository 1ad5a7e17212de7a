import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { freePort } from "../../../../tests/support/server-process.ts";
import { openRedis } from "../../adapters/redis.ts";
import { trustedProxies } from "../trusted-proxies.ts";
import { clientAddress } from "./client-address.ts";
import { networkOf, publicLimits } from "./limits.ts";

const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let index = 0; index < count; index++) all.push((await call()).status);
  return all;
};

it("LIMITS-4 OPERATE-10 while Redis does not answer, each server counts calls by itself", async () => {
  const { redis, close } = openRedis(`redis://127.0.0.1:${await freePort()}`, pino({ level: "silent" }));
  const server = await openTestServer({ redis, limits: { ...publicLimits, endpointFactor: 0.1 } });
  try {
    const all = await statuses(4, () => newBrowser(server.url).call("POST", "/api/auth/nonce"));
    expect(all).toEqual([200, 200, 200, 429]);
  } finally {
    await server.close();
    close();
  }
});

describe("limits on calls", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({
      limits: { perAddressPerMinute: 60, perWalletPerMinute: 8, endpointFactor: 0.1 },
      trustedProxies: trustedProxies("1") ?? undefined!,
    });
  });
  afterAll(() => server.close());
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

  it("LIMITS-4 OPERATE-12 an address that asks too much is told to wait, others are served", async () => {
    const browser = newBrowser(server.url);
    const all = await statuses(61, () => browser.call("GET", "/api/auth/session", from("9.9.9.9")));
    expect(all.filter((status) => status === 200)).toHaveLength(60);
    const over = await browser.call("GET", "/", from("9.9.9.9"));
    expect(over.status).toBe(429);
    expect(over.body).toMatchObject({ success: false, code: "RATE_LIMITED" });
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await browser.call("GET", "/api/auth/session", from("9.9.9.8"))).status).toBe(200);
    // Nobody at a balancer's address takes the server away from it.
    expect((await browser.call("GET", "/api/health/live", from("9.9.9.9"))).status).toBe(200);
  });

  it("LIMITS-4 a call with a limit of its own is limited by itself", async () => {
    const browser = newBrowser(server.url);
    // 30 a minute by the contract, a tenth of it here.
    const all = await statuses(4, () => browser.call("POST", "/api/auth/nonce", from("7.7.7.7")));
    expect(all).toEqual([200, 200, 200, 429]);
    expect((await browser.call("GET", "/api/auth/session", from("7.7.7.7"))).status).toBe(200);
  });

  it("LIMITS-4 signing in is limited by address, also for a caller that has a session", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    const all = await statuses(4, () => browser.call("POST", "/api/auth/nonce", from("5.5.5.5")));
    expect(all).toEqual([200, 200, 200, 429]);
    const other = newBrowser(server.url);
    await other.signIn();
    expect((await other.call("POST", "/api/auth/nonce", from("5.5.5.5"))).status).toBe(429);
  });

  it("LIMITS-4 a wallet is limited wherever it calls from", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    let address = 0;
    const all = await statuses(9, () => browser.call("GET", "/api/auth/session", from(`6.6.6.${address++}`)));
    expect(all.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("the client's address", () => {
  const request = (peer: string, forwarded?: string) =>
    ({
      socket: { remoteAddress: peer },
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    }) as never;

  it("LIMITS-4 is the peer's own unless the peer is a proxy of ours", () => {
    const none = () => false;
    expect(clientAddress(request("1.2.3.4", "5.6.7.8"), none)).toBe("1.2.3.4");
    expect(clientAddress(request("::ffff:1.2.3.4"), none)).toBe("1.2.3.4");
  });

  it("LIMITS-4 is what the outermost proxy of ours saw, whatever the client claims", () => {
    const one = trustedProxies("1") ?? undefined!;
    expect(clientAddress(request("10.0.0.1", "6.6.6.6, 5.6.7.8"), one)).toBe("5.6.7.8");
    const ranges = trustedProxies("10.0.0.0/8") ?? undefined!;
    expect(clientAddress(request("10.0.0.1", "6.6.6.6, 5.6.7.8, 10.0.0.2"), ranges)).toBe("5.6.7.8");
    expect(clientAddress(request("10.0.0.1", "10.0.0.3"), ranges)).toBe("10.0.0.3");
    expect(clientAddress(request("9.9.9.9", "5.6.7.8"), ranges)).toBe("9.9.9.9");
  });

  it("LIMITS-4 counts an IPv6 network as one client", () => {
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:db8:1:2::1"));
    expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("1.2.3.4")).toBe("1.2.3.4");
  });
});

describe("what stays stored", () => {
  it("GROWTH-1 one network creates at most 200 profiles a day, with whatever wallets", async () => {
    const server = await openTestServer({ limits: publicLimits });
    const answers: { readonly status: number; readonly waitSeconds: number }[] = [];
    for (let browsers = 0; browsers < 11; browsers += 1) {
      const browser = newBrowser(server.url);
      await browser.signIn();
      for (let tries = 0; tries < 19; tries += 1) {
        const body = { walletAddress: browser.address, username: "x" };
        const { status, headers } = await browser.call("POST", "/api/users", { body });
        answers.push({ status, waitSeconds: Number(headers.get("retry-after")) });
      }
    }
    await server.close();
    expect(answers.slice(0, 200).filter(({ status }) => status === 429)).toEqual([]);
    const refused = answers.slice(200);
    expect(refused.length).toBe(9);
    for (const { status, waitSeconds } of refused)
      expect([status, waitSeconds > 80_000]).toEqual([429, true]);
  });
});
