import { afterAll, beforeAll, expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { manualClock } from "../../../tests/support/clock.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { openHealth } from "./open-health.ts";

let isDown = false;
let isUnlocked = true;
let server: TestServer;
beforeAll(async () => {
  const checks = {
    database: async () => undefined,
    chain: () => (isDown ? Promise.reject(new Error("secret reason")) : Promise.resolve()),
  };
  server = await openTestServer({
    handlers: openHealth({ clock: manualClock(0), checks, isHouseUnlocked: () => isUnlocked }).handlers,
  });
});
afterAll(() => server.close());

const get = (path: string) => newBrowser(server.url).call("GET", path);

it("names what is ready, and what is not", async () => {
  expect((await get("/api/health/live")).body).toEqual({ success: true });
  const ready = await get("/api/health/ready");
  expect(ready.body.dependencies).toEqual([
    { name: "database", ready: true },
    { name: "chain", ready: true },
  ]);
  expect(ready.body.house).toBe("unlocked");

  isUnlocked = false;
  const locked = await get("/api/health/ready");
  expect(locked.status).toBe(200);
  expect(locked.body.house).toBe("locked");

  isDown = true;
  const missing = await get("/api/health/ready");
  expect(missing.status).toBe(503);
  expect(missing.body).toEqual({
    success: false,
    code: "NOT_READY",
    message: "The service is not ready: chain",
  });
});
