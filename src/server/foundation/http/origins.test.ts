import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";

const site = useTestServer();

const write = (origin: string | null, path = "/api/auth/nonce") =>
  newBrowser(site.url).call("POST", path, { headers: origin === null ? {} : { origin } });

it.each(["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1"])(
  "ACCESS-1 a write from a page of %s is refused",
  async (origin) => {
    const answer = await write(origin);
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe("ORIGIN_NOT_ALLOWED");
    expect(answer.headers.getSetCookie()).toEqual([]);
  },
);

it("BET-32 pages of every origin may show and ask for an Action, without a session, and nothing else", async () => {
  const headers = { origin: "https://wallet.example" };
  const ask = async (method: string, path: string, body?: object) =>
    (await fetch(`${site.url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })) as Response;
  const query = "?race=race-1&horse=3&amount=0.1";
  for (const answer of [
    await ask("OPTIONS", "/actions.json"),
    await ask("GET", "/actions.json"),
    await ask("OPTIONS", "/api/actions/bet"),
    await ask("GET", "/api/actions/bet"),
    // Refused, and the other site reads why.
    await ask("POST", `/api/actions/bet${query}`, { account: "none" }),
  ]) {
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-headers")).toContain("Content-Type");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  }
  expect(await (await ask("GET", "/actions.json")).json()).toEqual({
    rules: ["/", "/race", "/api/actions/bet"].map((pathPattern) => ({
      pathPattern,
      apiPath: "/api/actions/bet",
    })),
  });
  const refused = await ask("POST", `/api/actions/bet${query}`, { account: "none" });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { field: "account", message: expect.any(String) },
  ]);
  const { headers: others } = await ask("GET", "/api/races/active");
  expect(others.get("access-control-allow-origin")).toBeNull();
});

it("ACCESS-1 a write from the site's own page, or from a program, is taken", async () => {
  expect((await write(site.url)).status).toBe(200);
  expect((await write(null)).status).toBe(200);
});

it("IDENTITY-1 in local mode nobody signs in by a name that is not loopback", async () => {
  const { request } = await import("node:http");
  const status = await new Promise<number | undefined>((resolve) => {
    const call = request(`${site.url}/api/auth/nonce`, {
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
