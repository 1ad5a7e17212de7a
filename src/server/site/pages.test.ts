import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { languageTags } from "../../contract/wire/languages.ts";
import { OVERLAY_FILE, pageFile, places } from "../../contract/pages.ts";
import { themes } from "../../domain/theme.ts";
import { networks } from "../../contract/settings/runtime.ts";
import { lamports } from "../../domain/lamports.ts";
import { races } from "../db/schema/races.ts";
import { settings } from "../db/schema/settings.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";

let server: TestServer;
let webRoot: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), "furlong-web-"));
  mkdirSync(join(webRoot, "assets"));
  const script = `console.log(${JSON.stringify("x".repeat(5_000))})`;
  writeFileSync(join(webRoot, "assets", "index-abc123.js"), script);
  writeFileSync(join(webRoot, "icon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  writeFileSync(join(webRoot, "assets", "index-abc123.js.br"), brotliCompressSync("made by the build"));
  mkdirSync(join(webRoot, "pages"));
  for (const place of places) {
    for (const theme of themes) {
      for (const network of networks) {
        for (const language of languageTags) {
          const page = `<!doctype html><title>Furlong</title><p>${place} ${theme} ${network} ${language}</p>`;
          writeFileSync(join(webRoot, pageFile({ place, theme, network, language })), page);
        }
      }
    }
  }
  writeFileSync(join(webRoot, OVERLAY_FILE), "<!doctype html><title>Furlong</title><p>overlay</p>");
  server = await openTestServer({ webRoot });
});
afterAll(async () => {
  await server.close();
  rmSync(webRoot, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  newBrowser(server.url).call("GET", path, { headers });

const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "").split(";").map((directive): [string, string] => {
      const [name = "", ...values] = directive.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );

describe("pages", () => {
  it.each([
    "/",
    "/race",
    "/race/",
    "/ref/someone",
    "/ref/some.one",
    "/provably-fair",
    "/dashboard?x=1",
    "/dashboard/titles",
    "/dashboard/history",
  ])("%s is the web app's page", async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.text).toContain("<title>Furlong</title>");
    expect(page.headers.get("cache-control")).toBe("no-cache");
  });

  it.each([
    ["/", "race"],
    ["/race?ref=x", "race"],
    ["/ref/someone", "race"],
    ["/provably-fair", "other"],
    ["/dashboard", "race"],
    ["/dashboard/history", "other"],
    ["/dashboard/referrals", "race"],
    ["/overlay/setup", "other"],
  ])("%s shows the %s first", async (path, place) => {
    expect((await get(path)).text).toContain(`<p>${place} main-prime localnet en</p>`);
  });

  it("a page comes in the theme that everybody sees", async () => {
    await server.db.insert(settings).values({ key: "theme", value: "solana-future", updatedAt: new Date() });
    try {
      expect((await get("/")).text).toContain("<p>race solana-future localnet en</p>");
    } finally {
      await server.db.delete(settings).where(eq(settings.key, "theme"));
    }
  });

  it.each([
    ["de-AT,de;q=0.9,en;q=0.8", undefined, "de"],
    ["fr, en;q=0.5, de;q=0.4", undefined, "en"],
    ["", undefined, "en"],
    ["en;q=0.3, de;q=0.7", undefined, "de"],
    ["fr, de;q=0.4, en;q=0.8", undefined, "en"],
    ["de;q=0, *;q=0.1", undefined, "en"],
    ["en", "language=de", "de"],
    ["de", "language=xx", "de"],
  ])("asked for in %j with the cookie %j a page comes in %s", async (wanted, cookie, language) => {
    const page = await get("/", { "accept-language": wanted, ...(cookie && { cookie }) });
    expect(page.text).toContain(` ${language}</p>`);
    expect(page.headers.get("vary")).toContain("accept-language, cookie");
  });

  it("PHONE-7 a page on Android reaches the phone's wallet apps, and no other does", async () => {
    const connectOf = async (agent: string) =>
      policyOf((await get("/", { "user-agent": agent })).headers).get("connect-src");
    expect(await connectOf("Mozilla/5.0 (Linux; Android 15; Pixel 9)")).toMatch(
      / http:\/\/localhost ws:\/\/localhost:\*$/,
    );
    for (const agent of [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)",
      "Mozilla/5.0 (X11; Linux)",
      "",
    ])
      expect(await connectOf(agent)).not.toContain("localhost:*");
  });

  it("LIMITS-7 a page loads nothing but the site's own files and runs nothing inline", async () => {
    const page = await get("/");
    const policy = policyOf(page.headers);
    expect(policy.get("default-src")).toBe("'self'");
    expect(policy.get("script-src")).toBe("'self'");
    expect(policy.get("style-src")).toBe("'self'");
    expect(policy.get("style-src-attr")).toBe("'none'");
    expect(policy.get("img-src")).toBe("'self' data:");
    expect(policy.get("worker-src")).toBe("'self' blob:");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(page.headers.get("content-security-policy")).not.toMatch(/unsafe/);
  });

  it("OVERLAY-8 the overlay is a page that the site alone may frame", async () => {
    const overlay = await get("/overlay?show=pool&theme=x");
    expect(overlay.status).toBe(200);
    expect(overlay.text).toContain("<p>overlay</p>");
    expect(overlay.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const policy = policyOf(overlay.headers);
    expect(policy.get("frame-ancestors")).toBe("'self'");
    expect(policy.get("script-src")).toBe("'self'");
    expect(policy.get("connect-src")).toBe("'self'");
    for (const path of ["/", "/overlay/setup", "/dashboard", "/api/races/active"]) {
      const { headers } = await get(path);
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(policyOf(headers).get("frame-ancestors")).toBe("'none'");
    }
  });

  it("LIMITS-7 a page may reach its own host and the public RPC nodes, and no other", async () => {
    const policy = policyOf((await get("/")).headers);
    const own = server.url.replace("http", "ws");
    expect(policy.get("connect-src")).toBe(
      `'self' ${server.url} ${own} https://rpc.example.com wss://rpc.example.com`,
    );
  });

  it("files with a hash in their name are kept for good, others are asked for again", async () => {
    const script = await get("/assets/index-abc123.js", { "accept-encoding": "br" });
    expect(script.status).toBe(200);
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(script.headers.get("content-type")).toContain("javascript");
    expect((await get("/icon.svg")).headers.get("cache-control")).toBe("no-cache");
  });

  it("a script travels as the build has compressed it", async () => {
    const pressed = await get("/assets/index-abc123.js", { "accept-encoding": "br" });
    expect(pressed.headers.get("content-encoding")).toBe("br");
    expect(pressed.headers.get("vary")).toContain("accept-encoding");
    expect(pressed.text).toBe("made by the build");
    const plain = await get("/assets/index-abc123.js", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.text).toContain("console.log");
    expect((await get("/assets/index-abc123.js.br")).status).toBe(404);
  });

  it.each(["/assets/gone-abc123.js", "/rpc", "/metrics/x", "/assets/..%2f..%2fpackage.json"])(
    "%s is no page: 404",
    async (path) => {
      const answer = await get(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain("<title>");
    },
  );

  it.each(["/admin", "/anything/else?x=1", "/Race", "/race/r1/replay", "//evil", "/ref", "/ref/"])(
    "SITE-1 %s is no page: it leads to the race",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe("/");
    },
  );

  it.each([
    "/.env",
    "/.git/config",
    "/.well-known/security.txt",
    "/index.html",
    "/wp-login.php",
    "/pages/race-main-prime-localnet-en.html",
    "//evil.example",
    "/assets/",
    "/favicon.png?x=1",
  ])("SITE-1 %s is no file of the site: 404", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, code: "NOT_FOUND" });
  });

  it.each(["/race/r12", "/race/no%20id", "/race/x.y", "/race/%00"])(
    "SITE-1 %s is no race: its page says so, with 404",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain("<p>other main-prime localnet en</p>");
    },
  );

  it("SITE-1 the page of a race that there is comes with 200", async () => {
    await server.db.insert(races).values({
      id: "r1204",
      number: 1_204,
      status: "completed",
      raceType: "classic",
      ledger: "real",
      settings: {},
      settingsHash: "",
      jackpot: lamports(0n),
      outcomeEntropy: "beacon",
      seedChainId: 1,
      seedIndex: 1_204,
      serverSeedHash: "",
      nonce: "n",
      createdAt: new Date(server.clock.now()),
    });
    const answer = await get("/race/r1204");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("<p>other main-prime localnet en</p>");
  });

  it("SITE-2 search engines are told where the pages are, by the site's own name", async () => {
    const robots = await get("/robots.txt");
    expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(robots.text).toMatch(/^User-agent: \*$/m);
    expect(robots.text).toMatch(/^Disallow: \/api\/$/m);
    expect(robots.text).toContain(`Sitemap: ${server.url}/sitemap.xml`);
    const map = await get("/sitemap.xml");
    expect(map.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const [, ...urls] = map.text.split("<loc>").map((part) => part.replace(/<.*/s, ""));
    expect(urls).toEqual([`${server.url}/`, `${server.url}/provably-fair`, `${server.url}/leaderboard`]);
    for (const url of urls) expect((await get(url.slice(server.url.length))).status).toBe(200);
  });

  it("a server without the built app says so", async () => {
    const bare = await openTestServer({ webRoot: join(webRoot, "nothing") });
    try {
      const answer = await newBrowser(bare.url).call("GET", "/");
      expect(answer.status).toBe(503);
      expect(answer.body.code).toBe("NOT_READY");
    } finally {
      await bare.close();
    }
  });
});

describe("headers", () => {
  it.each(["/", "/api/auth/session", "/api/nothing", "/assets/index-abc123.js"])(
    "LIMITS-7 %s comes with the strict ones",
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("strict-transport-security")).toBeNull();
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("IDENTITY-2 over https the cookies are Secure and bound to the host, and HSTS is on", async () => {
    const https = await openTestServer({ publicOrigin: "https://furlong.example" });
    try {
      const nonce = await newBrowser(https.url).call("POST", "/api/auth/nonce");
      expect(nonce.body.input).toMatchObject({ domain: "furlong.example", uri: "https://furlong.example" });
      const [cookie = ""] = nonce.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-furlong-sign-in=.*Path=\/;.*HttpOnly; Secure; SameSite=Strict$/);
      expect(nonce.headers.get("strict-transport-security")).toContain("max-age=31536000");
    } finally {
      await https.close();
    }
  });

  it("answers of calls are not kept by anybody", async () => {
    expect((await get("/api/auth/session")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("calls from other sites", () => {
  const write = (origin: string | null, path = "/api/auth/nonce") =>
    newBrowser(server.url).call("POST", path, { headers: origin === null ? {} : { origin } });

  it.each(["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1"])(
    "ACCESS-1 a write from a page of %s is refused",
    async (origin) => {
      const answer = await write(origin);
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe("ORIGIN_NOT_ALLOWED");
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  it("ACCESS-1 a write from the site's own page, or from a program, is taken", async () => {
    expect((await write(server.url)).status).toBe(200);
    expect((await write(null)).status).toBe(200);
  });

  it("IDENTITY-1 in local mode nobody signs in by a name that is not loopback", async () => {
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve) => {
      const call = request(`${server.url}/api/auth/nonce`, {
        method: "POST",
        headers: { host: "evil.example" },
      });
      call.on("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.end();
    });
    expect(status).toBe(403);
  });
});

describe("the API's own pages", () => {
  it("are made from the contract, and load nothing from elsewhere", async () => {
    const document = await get("/api/openapi.json");
    expect(document.body).toMatchObject({ openapi: "3.1.0", servers: [{ url: server.url }] });
    expect(document.body.info.contact.url).toBe(server.url);
    expect(document.body.paths["/api/races/{id}/bet/prepare"].post["x-access"]).toBe("player");
    expect(document.body.paths["/api/races/active"].get.responses).not.toHaveProperty("501");
    const page = await get("/api/docs");
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.text).toContain('spec-url="/api/openapi.json"');
    expect(page.text).not.toMatch(/<script>|style="|https?:\/\//);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe/);
    const plain = await get("/api/docs/redoc.js", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const pressed = await get("/api/docs/redoc.js", { "accept-encoding": "gzip, br" });
    expect(pressed.headers.get("content-encoding")).toBe("br");
    expect(pressed.text).toBe(plain.text);
  });
});

describe("metrics", () => {
  it("LIMITS-12 are for this machine in local mode", async () => {
    expect((await get("/metrics")).text).toContain("furlong_http_request_seconds");
    expect((await get("/metrics", { "x-forwarded-for": "127.0.0.1" })).status).toBe(404);
  });

  it.each([["a-token-for-metrics"], [undefined]])(
    "LIMITS-12 want the token outside local mode, on this machine too (the token is %s)",
    async (metricsToken) => {
      const guarded = await openTestServer({ isLocal: false, ...(metricsToken && { metricsToken }) });
      try {
        const ask = async (headers: Record<string, string>) =>
          (await newBrowser(guarded.url).call("GET", "/metrics", { headers })).status;
        expect(await ask({})).toBe(404);
        expect(await ask({ authorization: "Bearer a-token-for-metricz" })).toBe(404);
        expect(await ask({ authorization: "Bearer a-token-for-metrics" })).toBe(metricsToken ? 200 : 404);
      } finally {
        await guarded.close();
      }
    },
  );
});
