import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { openSocket, useConnection } from "../lib/socket.ts";
import { dispatchLobby, useLobby } from "./lobby.ts";
import { sendMessage } from "./send-message.ts";

let http: HttpServer;
let io: Server;
let closeSocket: () => void;
/** Names of the events that the page sent. */
let arrived: string[];
let acknowledgement: unknown;

beforeEach(async () => {
  arrived = [];
  http = createServer();
  io = new Server(http);
  io.on("connection", (socket) => {
    socket.onAny((name: string, _payload: unknown, acknowledge: (answer: unknown) => void) => {
      arrived.push(name);
      acknowledge(acknowledgement);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${port}`, port: String(port) });
  closeSocket = openSocket(
    null,
    () => undefined,
    () => undefined,
  );
  await until("the connection", async () => useConnection.getState().status === "connected");
});

afterEach(async () => {
  dispatchLobby({ type: "left" });
  closeSocket();
  await io.close();
  vi.unstubAllGlobals();
});

/** Sends a message and waits until its acknowledgement was read. */
async function say(answer: object): Promise<void> {
  acknowledgement = { success: true, ...answer };
  expect(sendMessage("good luck")).toBe(true);
  await until("the acknowledgement", async () => useLobby.getState().outgoing.at(-1)?.status === "sent");
}

it("CHAT-12 a message that uses up the pace says why the next has to wait, and does not join the room again", async () => {
  await say({ retryAfterMs: 4_000, slowModeMs: 0 });
  expect(useLobby.getState()).toMatchObject({ wait: { reason: "flood" }, standing: { slowModeMs: 0 } });
  await say({ slowModeMs: 0 });
  expect(useLobby.getState().wait).toBeNull();
  expect(arrived).toEqual(["send-message", "send-message"]);
});

it("CHAT-11 slow mode that an admin has changed is named from the next message on", async () => {
  await say({ retryAfterMs: 5_000, slowModeMs: 5_000 });
  expect(useLobby.getState()).toMatchObject({ wait: { reason: "slow" }, standing: { slowModeMs: 5_000 } });
  await say({ slowModeMs: 0 });
  expect(useLobby.getState().standing.slowModeMs).toBe(0);
  expect(arrived).toEqual(["send-message", "send-message"]);
});
