import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Endpoint } from "../../src/contract/wire/endpoint.ts";
import { plainTcp, sendAndReset } from "./plain-tcp.ts";
import type { Fixture } from "./fixture.ts";

/** What goes on from a place that the caller names. */
const lists = Object.entries<Endpoint>(api).filter(
  ([, { method, query }]) => method === "GET" && query !== undefined && "cursor" in query._zod.def.shape,
);
const places = [
  "0",
  "1",
  // The largest numbers that fit, and numbers whose 256th part does not.
  "2147483648",
  "549755813889",
  "999999999999999",
  "9223372036854775808",
  "9999999999999.1",
  "9223372036854775808.a",
  "9999999999999_a",
  "a.b",
  "-1.-",
];

const ok = (text: string) => text.startsWith("HTTP/1.1 200 ");

function sendSlowly(port: number) {
  const header = "POST /api/auth/nonce HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  const body = `${header}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const bit = { everyMs: 300, patienceMs: 32_000 };
  const drops = (drop: string) => Array.from({ length: 120 }, () => drop);
  return Promise.all([
    plainTcp(port, { send: [header, ...drops("X-a: b\r\n")], ...bit }),
    plainTcp(port, { send: [body, ...drops("1")], ...bit }),
    plainTcp(port, { send: [], ...bit }),
  ]);
}

export function wireAttacks(fixture: () => Fixture) {
  const raw = (request: string, patienceMs = 3_000) =>
    plainTcp(fixture().port, { send: [request], patienceMs });
  const mustBeAlive = async () => {
    const { status } = await fixture().visitor().call("GET", "/api/health/ready");
    expect(status).toBe(200);
  };

  // This takes a while: started first, checked last.
  let slow: ReturnType<typeof sendSlowly>;
  beforeAll(() => {
    slow = sendSlowly(fixture().port);
  });

  describe("bodies", () => {
    const send = (body: string, headers: Record<string, string> = {}) =>
      fixture().admin.call("PUT", `/api/users/${fixture().admin.address}/presets`, { raw: body, headers });

    it.each([
      ["a megabyte", "x".repeat(1_000_000), 413],
      ["a hundred thousand lists in each other", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, 400],
      ["an object a hundred deep", `${'{"presets":'.repeat(100)}1${"}".repeat(100)}`, 400],
      ["a list of thirty thousand", `{"presets":[${"1,".repeat(30_000)}1]}`, 400],
      ["ten thousand fields", `{${Array.from({ length: 9_000 }, (_, at) => `"f${at}":1`).join()}}`, 400],
      ["a number of ten thousand digits", `{"presets":[${"9".repeat(10_000)},1,1,1]}`, 400],
      ["bytes that are no UTF-8", "\u00ff\u00fe", 400],
      ["half a surrogate pair", '{"presets":"\\ud800"}', 400],
      ["JSON with a comment", '{"presets":[1,1,1,1]/**/}', 400],
      ["NaN", '{"presets":[NaN,1,1,1]}', 400],
    ])("%s is sent as JSON: refused, and the server goes on", async (_what, body, status) => {
      expect((await send(body)).status).toBe(status);
      await mustBeAlive();
    });

    it("a field is given twice: one value counts for the check and for the effect", async () => {
      const { admin } = fixture();
      const other = fixture().visitor().address;
      const twice = (first: string, second: string) =>
        admin.call("POST", "/api/admin/settings", {
          raw: `{"adminWallet":"${first}","adminWallet":"${second}","settingKey":"theme","settingValue":"main-prime"}`,
        });
      expect((await twice(admin.address, other)).status).toBe(403);
      expect((await twice(other, admin.address)).status).toBe(200);
    });

    it.each([
      '{"__proto__":{"isAdmin":true,"wallet":"x"},"presets":[1,1,1,1]}',
      '{"constructor":{"prototype":{"isAdmin":true}},"presets":[1,1,1,1]}',
      '{"presets":{"__proto__":[1,1,1,1]}}',
      '{"presets":{"length":4,"0":1,"1":1,"2":1,"3":1}}',
    ])("JavaScript's own names are set, %s: no role and no other object changes", async (body) => {
      await send(body);
      const { body: session } = await fixture().visitor().call("GET", "/api/auth/session");
      expect(session).toEqual({ success: true, wallet: null, isAdmin: false, isModerator: false });
    });

    it.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=a",
      "text/html",
      "",
    ])("a form of another site could send a body as %j: 415", async (type) => {
      expect((await send('{"presets":[1,1,1,1]}', { "content-type": type })).status).toBe(415);
    });

    it("fifty megabytes are sent packed into fifty kilobytes: never unpacked", async () => {
      const { url, admin } = fixture();
      const answer = await fetch(`${url}/api/users/${admin.address}/presets`, {
        method: "PUT",
        headers: {
          cookie: admin.cookieHeader(),
          "content-type": "application/json",
          "content-encoding": "gzip",
        },
        body: gzipSync(Buffer.alloc(50_000_000, "0")),
      });
      expect([400, 413]).toContain(answer.status);
      await mustBeAlive();
    });
  });

  describe("other sites", () => {
    it.each(["https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1:1"])(
      "a page of %s makes a signed-in browser write: 403, and nothing is allowed to its scripts",
      async (origin) => {
        const answer = await fixture().admin.call("POST", "/api/auth/logout", { headers: { origin } });
        expect([answer.status, answer.body.code]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
        expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
        expect((await fixture().admin.call("GET", "/api/auth/session")).body.isAdmin).toBe(true);
      },
    );

    it("another site asks whether it may call (preflight): no answer allows it", async () => {
      const answer = await fixture()
        .visitor()
        .call("OPTIONS", "/api/admin/settings", {
          headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
        });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    });

    it("another site reads by a plain GET: no header lets its scripts see the answer", async () => {
      const answer = await fixture()
        .visitor()
        .call("GET", "/api/races/active", { headers: { origin: "https://evil.example" } });
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    });

    it.each(["x-http-method-override", "x-method-override", "x-http-method"])(
      "a GET asks to be taken for a POST by %s: it stays a GET",
      async (header) => {
        const answer = await fixture().admin.call("GET", "/api/auth/session?_method=POST", {
          headers: { [header]: "DELETE" },
        });
        expect(answer.status).toBe(200);
        expect(
          (await fixture().admin.call("GET", "/api/auth/logout", { headers: { [header]: "POST" } })).status,
        ).toBe(405);
        expect((await fixture().admin.call("GET", "/api/auth/session")).body.isAdmin).toBe(true);
      },
    );

    it("another site frames, embeds or sniffs the pages: every answer forbids it", async () => {
      for (const path of ["/", "/api/races/active", "/api/nothing", "/metrics", "/assets/none.js"]) {
        const { headers } = await fixture().visitor().call("GET", path);
        expect(headers.get("x-frame-options")).toBe("DENY");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        expect(headers.get("content-security-policy")).not.toMatch(/unsafe-(inline|eval)/);
        expect(headers.get("referrer-policy")).toBe("same-origin");
        expect(headers.has("server")).toBe(false);
        expect(headers.has("x-powered-by")).toBe(false);
      }
    });

    it("a shared cache keeps what one player read: no answer of a call may be stored", async () => {
      for (const path of [
        "/api/auth/session",
        `/api/wallet/balance/${fixture().admin.address}`,
        "/api/nothing",
      ])
        expect((await fixture().admin.call("GET", path)).headers.get("cache-control")).toBe("no-store");
    });
  });

  describe("paths", () => {
    it.each([
      "/../../../../etc/passwd",
      "/..%2f..%2f..%2fetc%2fpasswd",
      "/%2e%2e/%2e%2e/package.json",
      "/assets/../../package.json",
      "/assets/..%2f..%2fpackage.json",
      "/assets/%252e%252e/package.json",
      "/assets/....//....//package.json",
      "/..\\..\\package.json",
      "/%5c..%5cpackage.json",
      "//etc/passwd",
      "/index.html%00.js",
      "/.env",
      "/data/house-password",
      "/house-password",
      "/.git/config",
      "/package.json",
      "/src/server/main.ts",
    ])("%s is asked for: no file outside the built pages is served", async (path) => {
      const { text } = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      // A path that does not look like a file leads to the race.
      expect(text).toMatch(/^HTTP\/1\.1 (200 |400 |404 |302 Found\r\n[^]*\nlocation: \/\r\n)/);
      expect(text).not.toMatch(/root:|"dependencies"|\[core\]|Aa1!|import /);
      expect(ok(text)).toBe(text.includes("<!doctype html>"));
    });

    it.each([
      "/api/users/%00",
      "/api/races/%00",
      "/api/races/verify/%27%20or%201=1--",
      "/api/races/%F0%9F%98%80",
      "/api/users/%ff",
    ])("%s is asked for: 400 or 404, never 500", async (path) => {
      expect([400, 404]).toContain((await fixture().visitor().call("GET", path)).status);
    });

    it.each([
      "/api/races?cursor=9999999999999999999999",
      "/api/races?cursor=999999999999999",
      "/api/races?cursor=-1",
      "/api/races?limit=99999999999999999999",
      "/api/races?limit[]=1",
      "/api/races?limit=1&limit=2",
      "/api/races?cursor=%00",
      "/api/leaderboard?period=__proto__",
    ])("%s is asked for: refused or served within its bounds, never 500", async (path) => {
      expect([200, 400, 501]).toContain((await fixture().visitor().call("GET", path)).status);
    });

    it.each(lists)(
      "%s is asked for from a place that may be none: refused or empty, never 500",
      async (_name, { path }) => {
        const { admin } = fixture();
        const list = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
          name === "wallet" ? admin.address : "race-1",
        );
        for (const cursor of places) {
          const { status } = await admin.call("GET", `/api${list}?cursor=${cursor}`);
          expect([200, 400, 404], `${list} from ${cursor}`).toContain(status);
        }
      },
    );

    it.each(["999999999999999.a", "8640000000000001.b-1", "0.", "x", "1.-"])(
      "a player's own lists are asked for from the place %s: refused or empty, never 500",
      async (cursor) => {
        const { admin } = fixture();
        const history = await admin.call("GET", `/api/races/history/${admin.address}?cursor=${cursor}`);
        expect([200, 400]).toContain(history.status);
        const notices = await admin.call(
          "GET",
          `/api/notifications/${admin.address}?cursor=${cursor.replace(".", "_")}`,
        );
        expect([200, 400]).toContain(notices.status);
      },
    );
  });

  describe("headers", () => {
    const get = (lines: string, path = "/api/auth/session") =>
      raw(`GET ${path} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);

    it.each([
      ["no host", "Accept: */*"],
      ["two hosts", "Host: 127.0.0.1\r\nHost: evil.example"],
      ["a line that is folded", "Host: 127.0.0.1\r\nX: a\r\n b"],
      ["a name with a space", "Host: 127.0.0.1\r\nX : a"],
      ["a NUL in a value", "Host: 127.0.0.1\r\nX: a\0b"],
      ["sixteen thousand characters", `Host: 127.0.0.1\r\nX: ${"a".repeat(17_000)}`],
      ["two lengths", "Host: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2"],
      ["a length and chunks", "Host: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked"],
      ["a length below zero", "Host: 127.0.0.1\r\nContent-Length: -1"],
      ["chunks that are not the last coding", "Host: 127.0.0.1\r\nTransfer-Encoding: chunked, identity"],
    ])(
      "a request has %s: an error and the end of the connection, so that no proxy sees two requests",
      async (_what, lines) => {
        const answer = await get(lines);
        expect(answer.text).toMatch(/^HTTP\/1\.1 4\d\d /);
        expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
        expect(answer.wasClosed).toBe(true);
        await mustBeAlive();
      },
    );

    it("line breaks are put into everything that could become a header: none does", async () => {
      const { text } = await raw(
        "GET /api/x%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: 127.0.0.1%0d%0aX-Evil:1\r\nConnection: close\r\n\r\n",
      );
      expect(text).not.toMatch(/^(set-cookie|x-evil)/im);
    });

    it("TRACE would show a script its own cookies: not answered with the request", async () => {
      const { text } = await raw(
        "TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: secret=1\r\nConnection: close\r\n\r\n",
      );
      expect(text).toMatch(/^HTTP\/1\.1 40[045] /);
      expect(text).not.toContain("secret=1");
    });

    it("the server is asked to be a proxy (CONNECT, a whole URL): it fetches nothing", async () => {
      expect(ok((await raw("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n")).text)).toBe(
        false,
      );
      const whole = await raw(
        "GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: 169.254.169.254\r\nConnection: close\r\n\r\n",
      );
      expect(whole.text).not.toContain("ami-id");
      await mustBeAlive();
    });

    it("/metrics is asked for through a proxy: 404, as only this machine may read it", async () => {
      const plain = await fixture().visitor().call("GET", "/metrics");
      expect(plain.status).toBe(200);
      for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host"]) {
        const { status } = await fixture()
          .visitor()
          .call("GET", "/metrics", { headers: { [header]: "127.0.0.1" } });
        expect([header, status]).toEqual([header, 404]);
      }
    });

    it("/metrics is asked for by a page that made its name point to this machine: 404", async () => {
      const { text } = await get("Host: evil.example", "/metrics");
      expect(text).toMatch(/^HTTP\/1\.1 404 /);
    });
  });

  describe("slow and many", () => {
    it("a request is sent a byte at a time, header and body: cut off within half a minute", async () => {
      for (const { wasClosed, afterMs } of await slow) {
        expect(wasClosed).toBe(true);
        expect(afterMs).toBeLessThan(30_000);
      }
    });

    it("five hundred connections are held open without a word: others are still served", async () => {
      const silent = Array.from({ length: 500 }, () =>
        connect(fixture().port, "127.0.0.1").on("error", () => undefined),
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      await mustBeAlive();
      for (const socket of silent) socket.destroy();
    });

    it("two thousand requests come in one go on one connection: answered in order or cut, never out of order", async () => {
      const one = "GET /api/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
      const last = one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
      const { text } = await raw(one.repeat(1_999) + last, 20_000);
      expect(text.match(/HTTP\/1\.1 200/g)?.length).toBe(2_000);
      await mustBeAlive();
    });

    it("a connection asks to become a WebSocket, at any path, and is reset: the server survives", async () => {
      for (const path of ["/", "/nothing", "/api/races/active", "/rpc/../x", "/rpc", "/socket.io/"]) {
        const upgrade = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
        for (let at = 0; at < 5; at++) await sendAndReset(fixture().port, `${upgrade}${"x".repeat(5_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await mustBeAlive();
    });
  });
}
