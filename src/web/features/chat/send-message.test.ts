import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSocketPeer, type SocketPeer } from "../../../../tests/support/socket-peer.ts";
import { until } from "../../../../tests/support/until.ts";
import { openSocket, useConnection } from "../../foundation/lib/socket.ts";
import { dispatchLobby, useLobby } from "./lobby.ts";
import { sendMessage } from "./send-message.ts";

let peer: SocketPeer;
let closeSocket: () => void;

beforeEach(async () => {
  peer = await openSocketPeer();
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
  await peer.close();
  vi.unstubAllGlobals();
});

const namesArrived = () => peer.arrived.map(({ name }) => name);

/** Sends a message and waits until its acknowledgement was read. */
async function say(answer: object): Promise<void> {
  peer.acknowledgement = { success: true, ...answer };
  expect(sendMessage("good luck")).toBe(true);
  await until("the acknowledgement", async () => useLobby.getState().outgoing.at(-1)?.status === "sent");
}

it("CHAT-12 a message that uses up the pace says why the next has to wait, and does not join the room again", async () => {
  await say({ retryAfterMs: 4_000, slowModeMs: 0 });
  expect(useLobby.getState()).toMatchObject({ wait: { reason: "flood" }, rights: { slowModeMs: 0 } });
  await say({ slowModeMs: 0 });
  expect(useLobby.getState().wait).toBeNull();
  expect(namesArrived()).toEqual(["send-message", "send-message"]);
});

it("CHAT-11 slow mode that an admin has changed is named from the next message on", async () => {
  await say({ retryAfterMs: 5_000, slowModeMs: 5_000 });
  expect(useLobby.getState()).toMatchObject({ wait: { reason: "slow" }, rights: { slowModeMs: 5_000 } });
  await say({ slowModeMs: 0 });
  expect(useLobby.getState().rights.slowModeMs).toBe(0);
  expect(namesArrived()).toEqual(["send-message", "send-message"]);
});
