import { expect, it } from "vitest";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";

const site = useTestServer();

const { get } = site;

it("are made from the contract, and load nothing from elsewhere", async () => {
  const document = await get("/api/openapi.json");
  expect(document.body).toMatchObject({ openapi: "3.1.0", servers: [{ url: site.url }] });
  expect(document.body.info.contact.url).toBe(site.url);
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
