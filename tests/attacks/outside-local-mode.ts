import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type BrowserSession, newBrowser, newWallet } from "../support/browser-session.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";
import { plainTcp } from "./plain-tcp.ts";
import type { Fixture } from "./fixture.ts";

const origin = "https://furlong.example";
const token = "a-token-for-metrics-1";
const masterPassword = "Correct-Horse-Battery-1!";
const adminWallet = newWallet();

/** A second server, configured as in production: another network, a public name, the limits for the public. */
export function outsideAttacks(fixture: () => Fixture) {
  let node: Awaited<ReturnType<typeof openDevnetRpc>>;
  let server: ServerProcess;
  let admin: BrowserSession;
  beforeAll(async () => {
    node = await openDevnetRpc();
    server = await startServer({
      env: {
        SOLANA_NETWORK: "devnet",
        RPC_URL_DEVNET: `${node.url}/rpc`,
        PUBLIC_ORIGIN: origin,
        HOUSE_MASTER_PASSWORD: masterPassword,
        METRICS_TOKEN: token,
        ADMIN_WALLETS: adminWallet.address,
        LOG_LEVEL: "trace",
      },
    });
    fixture().others.push({ server, masterPassword });
    admin = newBrowser(server.url, adminWallet);
    await admin.signIn();
  });
  afterAll(async () => {
    await server?.stop();
    await node?.close();
  });
  const visitor = () => newBrowser(server.url);

  it("somebody makes itself an admin by local mode's call: 404", async () => {
    const player = visitor();
    await player.signIn();
    const answer = await player.call("POST", "/api/local/admin", { body: {} });
    expect(answer.status).toBe(404);
    expect((await player.call("GET", "/api/auth/session")).body.isAdmin).toBe(false);
  });

  it("somebody asks the faucet and the embedded chain: there is none", async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["x",1]}';
    expect((await visitor().call("POST", "/rpc", { raw: call })).status).toBe(404);
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`);
    const outcome = await new Promise((resolve) => {
      socket.once("open", () => resolve("open"));
      socket.once("error", () => resolve("refused"));
    });
    expect(outcome).toBe("refused");
  });

  it("the operator's own node, whose URL may hold a key, is looked for in what everybody reads: not there", async () => {
    for (const path of [
      "/api/public/runtime",
      "/api/admin/settings",
      "/",
      "/api/health/ready",
      "/api/solvency",
    ])
      expect((await visitor().call("GET", path)).text).not.toContain(new URL(node.url).host);
  });

  it("cookies could go over plain http or come from a subdomain: they are Secure and __Host-", async () => {
    const browser = visitor();
    const answer = await browser.signIn();
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^__Host-furlong-session=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/,
    );
    expect(answer.headers.get("strict-transport-security")).toContain("max-age=31536000");
  });

  it("a request names another host: the text to sign names the site all the same", async () => {
    const { text } = await plainTcp(server.port, {
      send: [
        "POST /api/auth/nonce HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
      ],
    });
    expect(text).toContain('"domain":"furlong.example"');
    expect(text).not.toContain("evil.example");
  });

  it.each([
    "http://127.0.0.1:3000",
    "http://furlong.example",
    "https://furlong.example.evil.example",
    "https://www.furlong.example",
  ])("a page of %s writes: 403, only the site itself may", async (from) => {
    expect((await admin.call("POST", "/api/auth/nonce", { headers: { origin: from } })).status).toBe(403);
  });

  it("/metrics is read on this machine, or through a proxy, without the right token: 404", async () => {
    expect((await visitor().call("GET", "/metrics")).status).toBe(404);
    const read = async (headers: Record<string, string>) =>
      (await visitor().call("GET", "/metrics", { headers: { "x-forwarded-for": "1.2.3.4", ...headers } }))
        .status;
    expect(await read({})).toBe(404);
    for (const wrong of ["Bearer x", `Bearer ${token}x`, `Basic ${token}`, `Bearer  ${token}`, token])
      expect(await read({ authorization: wrong })).toBe(404);
    expect(await read({ authorization: `Bearer ${token}` })).toBe(200);
  });

  describe("floods", () => {
    it("sixty sign-ins are begun in a minute, each with another X-Forwarded-For: 429, as no proxy is trusted", async () => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          visitor().call("POST", "/api/auth/nonce", {
            headers: { "x-forwarded-for": `10.0.0.${at}`, "x-real-ip": `10.1.0.${at}` },
          }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(30);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    });

    it("eighty sockets and eighty long polls come from one address: fifty places in all", async () => {
      const sockets = await Promise.all(
        Array.from(
          { length: 80 },
          () =>
            new Promise<WebSocket | null>((resolve) => {
              const socket = new WebSocket(
                `ws://127.0.0.1:${server.port}/socket.io/?EIO=4&transport=websocket`,
              );
              socket.once("message", () => resolve(socket));
              socket.once("error", () => resolve(null));
              socket.once("close", () => resolve(null));
            }),
        ),
      );
      const open = sockets.filter((socket) => socket !== null);
      expect(open.length).toBeGreaterThan(40);
      expect(open.length).toBeLessThanOrEqual(50);
      const polls = await Promise.all(
        Array.from({ length: 80 }, () => fetch(`${server.url}/socket.io/?EIO=4&transport=polling`)),
      );
      const taken = polls.filter(({ status }) => status === 200).length;
      expect(open.length + taken).toBeLessThanOrEqual(50);
      for (const socket of open) socket.terminate();
    });

    it("an admin's session guesses the master password forty times: eleven guesses at most in a minute", async () => {
      const statuses = [];
      expect((await admin.stepUp("house-money")).status).toBe(200);
      for (let at = 0; at < 40; at++) {
        const answer = await admin.call("POST", "/api/house-wallet/resume-payments", {
          body: { adminWallet: admin.address, masterPassword: `Guess-Number-${at}-!` },
        });
        statuses.push(answer.status);
      }
      expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(11);
      expect(new Set(statuses)).toEqual(new Set([403, 429]));
    });

    it("fifteen hundred calls come from one address in a minute: 429, and the next address is served", async () => {
      const statuses = [];
      for (let at = 0; at < 15; at++)
        statuses.push(
          ...(await Promise.all(
            Array.from({ length: 100 }, async () => (await fetch(`${server.url}/api/auth/session`)).status),
          )),
        );
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(250);
      expect((await fixture().visitor().call("GET", "/api/auth/session")).status).toBe(200);
    });
  });
}
