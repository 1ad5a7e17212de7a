import { io } from "socket.io-client";
import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { ok } from "../../../domain/result.ts";

it("closing lets the calls in flight finish, and waits for no socket", async () => {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isInFlight = () => undefined as void;
  const inFlight = new Promise<void>((resolve) => {
    isInFlight = resolve;
  });
  const server = await openTestServer({
    handlers: {
      async getLiveness() {
        isInFlight();
        await released;
        return ok({});
      },
    },
  });
  const socket = io(server.url, { transports: ["websocket"], reconnection: false });
  await new Promise<void>((resolve) => socket.on("connect", () => resolve()));
  const call = newBrowser(server.url).call("GET", "/api/health/live");
  await inFlight;
  const closed = server.http.close();
  const late = await newBrowser(server.url)
    .call("GET", "/api/auth/session")
    .then(
      ({ status }) => status,
      () => 503,
    );
  expect(late).toBe(503);
  release();
  expect((await call).status).toBe(200);
  await closed;
  await server.close();
});
