import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { makeOnServer } from "../../../../tests/support/database.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { openRelay } from "../../../../tests/support/relay.ts";
import { until } from "../../../../tests/support/until.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";
import { writeWebRoot } from "../../../../tests/support/web-root.ts";
import { lamports } from "../../../domain/lamports.ts";
import { openPostgres } from "../db/open-postgres.ts";
import { races } from "../db/schema/races.ts";
import { settings } from "../db/schema/settings.ts";

const { webRoot, remove } = writeWebRoot();
const site = useTestServer({ webRoot });
afterAll(remove);

const { get } = site;

describe("pages", () => {
  it.runIf(process.env["TEST_DATABASE_URL"])(
    "OPERATE-17 come while the database is silent or away, and calls say that it is",
    async () => {
      const made = await makeOnServer(process.env["TEST_DATABASE_URL"]!);
      const relay = await openRelay(Number(new URL(made.url).port));
      const url = new URL(made.url);
      url.port = new URL(relay.url).port;
      const database = await openPostgres({ url: url.href, onError: () => {} });
      const other = await openTestServer({ webRoot, database });
      const visitor = newBrowser(other.url);

      relay.cut();
      const pages = [visitor.call("GET", "/"), visitor.call("GET", "/race/race-7")];
      const came = Promise.all(pages);
      await until("the pages", async () => {
        await other.clock.advance(100);
        return Promise.race([came.then(() => true), pause(20, false)]);
      });
      expect((await came).map(({ status }) => status)).toEqual([200, 200]);

      await relay.close();
      expect((await visitor.call("GET", "/")).status).toBe(200);
      expect(await visitor.call("GET", "/api/races/active")).toMatchObject({
        status: 503,
        body: { code: "UNAVAILABLE" },
      });
      await other.close();
      await database.close();
      await made.drop();
    },
  );

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
    await site.server.db
      .insert(settings)
      .values({ key: "theme", value: "solana-future", updatedAt: new Date() });
    try {
      expect((await get("/")).text).toContain("<p>race solana-future localnet en</p>");
    } finally {
      await site.server.db.delete(settings).where(eq(settings.key, "theme"));
    }
  });

  it.each([
    ["de-AT,de;q=0.9,en;q=0.8", undefined, "de"],
    ["it, en;q=0.5, de;q=0.4", undefined, "en"],
    ["", undefined, "en"],
    ["en;q=0.3, de;q=0.7", undefined, "de"],
    ["it, de;q=0.4, en;q=0.8", undefined, "en"],
    ["de;q=0, *;q=0.1", undefined, "en"],
    ["en", "language=de", "de"],
    ["de", "language=xx", "de"],
  ])("asked for in %j with the cookie %j a page comes in %s", async (wanted, cookie, language) => {
    const page = await get("/", { "accept-language": wanted, ...(cookie && { cookie }) });
    expect(page.text).toContain(` ${language}</p>`);
    expect(page.headers.get("vary")).toContain("accept-language, cookie");
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

  it.each(["/assets/gone-abc123.js", "/rpc", "/metrics/x", "/assets/..%2f..%2fpackage.json", "/assets/%E0"])(
    "%s is no page: 404",
    async (path) => {
      const answer = await get(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain("<title>");
    },
  );

  it.each([
    "/anything/else?x=1",
    "/Race",
    "/race/r1/replay",
    "//evil",
    "/ref",
    "/ref/",
    "/ref/%E0%A4%A",
    "/race/%",
  ])("%s is no page: it leads to the race", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/");
  });

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
  ])("%s is no file of the site: 404", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, code: "NOT_FOUND" });
  });

  it.each(["/race/r12", "/race/no%20id", "/race/x.y", "/race/%00"])(
    "%s is no race: its page says so, with 404",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain("<p>other main-prime localnet en</p>");
    },
  );

  it("the page of a race that there is comes with 200", async () => {
    await site.server.db.insert(races).values({
      id: "r1204",
      number: 1_204,
      status: "completed",
      raceType: "classic",
      ledger: "real",
      settings: {},
      log: "0".repeat(16),
      commitIndex: 1,
      jackpot: lamports(0n),
      outcomeEntropy: "beacon",
      seedChainId: 1,
      seedIndex: 1_204,
      serverSeedHash: "",
      nonce: "n",
      createdAt: new Date(site.server.clock.now()),
    });
    const answer = await get("/race/r1204");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("<p>other main-prime localnet en</p>");
  });

  it("search engines are told where the pages are, by the site's own name", async () => {
    const robots = await get("/robots.txt");
    expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(robots.text).toMatch(/^User-agent: \*$/m);
    expect(robots.text).toMatch(/^Disallow: \/api\/$/m);
    expect(robots.text).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    const map = await get("/sitemap.xml");
    expect(map.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const [, ...urls] = map.text.split("<loc>").map((part) => part.replace(/<.*/s, ""));
    expect(urls).toEqual([
      `${site.url}/`,
      `${site.url}/provably-fair`,
      `${site.url}/provably-fair/history`,
      `${site.url}/provably-fair/statistics`,
      `${site.url}/rules-log`,
      `${site.url}/leaderboard`,
      `${site.url}/status`,
    ]);
    for (const url of urls) expect((await get(url.slice(site.url.length))).status).toBe(200);
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
