import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";

const site = useTestServer();

const { get } = site;

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
