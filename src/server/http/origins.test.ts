import { expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { useTestServer } from "../../../tests/support/use-test-server.ts";

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
