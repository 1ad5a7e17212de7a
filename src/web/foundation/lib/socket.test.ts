import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/v4/core";
import { openSocketPeer, type SocketPeer } from "../../../../tests/support/socket-peer.ts";
import { until } from "../../../../tests/support/until.ts";
import { socketEvents } from "../../../contract/wire/socket-events.ts";
import { exampleRace } from "../live/testing/example-race.ts";
import { onSocketEvent, openSocket, sendEvent, useConnection } from "./socket.ts";

let peer: SocketPeer;
let closeSocket: () => void;
let connections: number;

const open = () =>
  openSocket(
    null,
    () => undefined,
    () => connections++,
  );

beforeEach(async () => {
  connections = 0;
  peer = await openSocketPeer();
  closeSocket = open();
});

afterEach(async () => {
  closeSocket();
  await peer.close();
  vi.unstubAllGlobals();
});

const sent = (content: string) => ({ name: "send-message", payload: { content, room: "lobby" } });
const sendMessage = (content: string) => sendEvent("send-message", { content, room: "lobby" });

it("sends an event and gives the server's acknowledgement", async () => {
  expect(await sendMessage("good luck")).toEqual({ ok: true, value: {} });
  expect(peer.arrived).toEqual([sent("good luck")]);
});

it("gives a refusal with its code and message", async () => {
  peer.acknowledgement = { success: false, code: "RATE_LIMITED", message: "Slow down" };
  expect(await sendMessage("again")).toMatchObject({ ok: false, code: "RATE_LIMITED", message: "Slow down" });
});

it("gives how long to wait, for what was done and for what was refused", async () => {
  peer.acknowledgement = { success: true, retryAfterMs: 2_000, slowModeMs: 2_000 };
  expect(await sendMessage("good luck")).toEqual({
    ok: true,
    value: { retryAfterMs: 2_000, slowModeMs: 2_000 },
  });
  peer.acknowledgement = { success: false, code: "CHAT_SLOW_MODE", message: "Slow down", retryAfterMs: 900 };
  expect(await sendMessage("again")).toMatchObject({ code: "CHAT_SLOW_MODE", retryAfterMs: 900 });
});

it("takes an acknowledgement that the contract does not know for none", async () => {
  peer.acknowledgement = { success: false, code: "NO_SUCH_CODE" };
  expect(await sendMessage("hello")).toMatchObject({ ok: false, code: "UNAVAILABLE" });
});

it("never sends an event again that was on its way when the connection broke", async () => {
  peer.acknowledgement = null;
  expect(await sendMessage("once")).toMatchObject({ ok: false, code: "UNAVAILABLE" });
  await until("the second connection", async () => connections === 2);
  peer.acknowledgement = { success: true };
  expect(await sendMessage("twice")).toMatchObject({ ok: true });
  expect(peer.arrived).toEqual([sent("once"), sent("twice")]);
});

it("sends nothing without a connection, neither then nor later, which is only logged", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await until("the connection", async () => connections === 1 && peer.io.sockets.sockets.size === 1);
  for (const socket of peer.io.sockets.sockets.values()) socket.conn.close();
  await until("the loss", async () => useConnection.getState().status === "lost");
  expect(await sendMessage("still here")).toMatchObject({ ok: false, code: "UNAVAILABLE" });
  const line = ["Sending send-message without a connection failed.", "UNAVAILABLE"];
  expect(log.mock.calls).toEqual([line]);
  await until("the second connection", async () => connections === 2);
  expect(await sendMessage("back again")).toMatchObject({ ok: true });
  closeSocket();
  expect(await sendMessage("anyone?")).toMatchObject({ ok: false, code: "UNAVAILABLE" });
  // The same failure is logged at most once a minute (rule LIMITS-17).
  expect(log.mock.calls).toEqual([line]);
  expect(peer.arrived).toEqual([sent("back again")]);
  log.mockRestore();
});

it("asks for changes of the race, and hands on the whole race that they make", async () => {
  const whole = z.encode(socketEvents["race-update"].payload, { race: exampleRace() }) as {
    race: Record<string, unknown>;
  };
  const pools: number[] = [];
  const stop = onSocketEvent("race-update", ({ race }) =>
    pools.push(Number(race.totalPool), race.horses.length),
  );
  await until("the connection", async () => connections === 1 && peer.io.sockets.sockets.size === 1);
  const [socket] = peer.io.sockets.sockets.values();
  expect(socket?.handshake.query).toMatchObject({ raceUpdates: "changes" });
  // A change to something that was not sent before.
  peer.io.emit("race-change", { race: { id: whole.race["id"], totalPool: 4 } });
  peer.io.emit("race-update", whole);
  peer.io.emit("race-change", { race: { id: whole.race["id"], totalPool: 5 } });
  peer.io.emit("race-change", { race: { id: whole.race["id"], horses: [{ id: 1, betCount: 9 }] } });
  await until("three events", async () => pools.length === 6);
  expect(pools).toEqual([3e9, 6, 5e9, 6, 5e9, 6]);
  stop();
});

it("hands events to whoever listens for them, over every connection, until they stop", async () => {
  const counts: number[] = [];
  const stop = onSocketEvent("online-users", ({ count }) => counts.push(count));
  const emitTo = async (count: number, number: number) => {
    await until("the connection", async () => connections === number && peer.io.sockets.sockets.size === 1);
    peer.io.emit("online-users", { count });
  };
  await emitTo(7, 1);
  await until("the event", async () => counts.length === 1);
  for (const socket of peer.io.sockets.sockets.values()) socket.conn.close();
  const before = useConnection.getState().connections;
  await emitTo(8, 2);
  expect(useConnection.getState().connections).toBe(before + 1);
  await until("the second event", async () => counts.length === 2);
  stop();
  peer.io.emit("online-users", { count: 9 });
  expect(await sendMessage("after it")).toMatchObject({ ok: true });
  expect(counts).toEqual([7, 8]);
});

it("says that the connection is lost also when the first one cannot be made, until one stands", async () => {
  await until("the first connection", async () => connections === 1);
  closeSocket();
  await peer.close();
  closeSocket = open();
  expect(useConnection.getState().status).toBe("starting");
  await until("the loss to be known", async () => useConnection.getState().status === "lost");
  peer = await openSocketPeer(peer.port);
  await until("the connection", async () => useConnection.getState().status === "connected");
});
