import { afterAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";
import { writeWebRoot } from "../../../../tests/support/web-root.ts";

const { webRoot, remove } = writeWebRoot();
const site = useTestServer({ webRoot });
afterAll(remove);

const { get } = site;

const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "").split(";").map((directive): [string, string] => {
      const [name = "", ...values] = directive.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );

describe("the content security policy", () => {
  it("a page on Android reaches the phone's wallet apps, and no other does", async () => {
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
    expect(policy.get("media-src")).toBe("'self' blob:");
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

  it("HISTORY-4 LIMITS-7 the worker that checks the history may ask any node, and no other file may", async () => {
    const policy = policyOf((await get("/assets/history-worker-abc123.js")).headers);
    expect(policy.get("connect-src")).toBe("'self' https: http://localhost:* http://127.0.0.1:*");
    expect(policy.get("script-src")).toBe("'self'");
    const other = policyOf((await get("/assets/index-abc123.js")).headers);
    expect(other.get("connect-src")).toBe("'self'");
  });

  it("LIMITS-7 a page may reach its own host and the public RPC nodes, and no other", async () => {
    const policy = policyOf((await get("/")).headers);
    const own = site.url.replace("http", "ws");
    expect(policy.get("connect-src")).toBe(
      `'self' ${site.url} ${own} https://rpc.example.com wss://rpc.example.com`,
    );
  });
});

describe("headers", () => {
  it("FAIR-34 the verifier's file is saved, not opened as a page of the site", async () => {
    const file = await get("/furlong-verifier.html");
    expect(file.status).toBe(200);
    expect(file.text).toContain("Furlong verifier");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="furlong-verifier.html"');
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await get("/icon.svg")).headers.get("content-disposition")).toBeNull();
  });

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
