import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { openTestChain, type TestChain } from "../../../tests/support/chain.ts";
import { openCountingNode } from "../../../tests/support/counting-node.ts";
import { manualClock } from "../../../tests/support/clock.ts";
import { listenRpc } from "../../../tests/support/rpc-listener.ts";
import { until } from "../../../tests/support/until.ts";
import { type NodeSocket, openNodeSocket } from "./node-socket.ts";
import { guardedSocketAt, nodeSocketAt } from "./open-node.ts";

const SOL = 1_000_000_000n;
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openListener() {
  const test = await openTestChain();
  const listener = await listenRpc(test.localChain);
  const node = await openCountingNode(listener);
  const house = await test.newKeypair();
  await test.fund(house.address, 10n * SOL);
  const clock = manualClock();
  const wallets = [house.address];
  const socket = openNodeSocket({
    connect: async () => nodeSocketAt(node.url),
    addresses: async () => wallets,
    clock,
    log,
  });
  closers.push(
    () => test.close(),
    () => listener.close(),
    () => node.close(),
    async () => socket.close(),
  );
  /** Tends the connection while slots pass, until the condition holds. */
  const eventually = (what: string, isSo: () => boolean) =>
    until(
      what,
      async () => {
        await test.advanceSlots(1);
        await socket.tend();
        return isSo();
      },
      { patienceMs: 20_000, everyMs: 20 },
    );
  return { test, node, house, clock, wallets, socket, eventually };
}

const hasTold = (socket: NodeSocket, expected: string) =>
  socket.since(0).transactions.some(({ signature }) => signature === expected);

const paid = async (test: TestChain, from: Awaited<ReturnType<TestChain["newKeypair"]>>) =>
  test.sendTransfer(from, (await test.newKeypair()).address, SOL);

it("LIMITS-18 a node tells of slots and of the house's transactions, those of wallets that are added later too", async () => {
  const { test, house, wallets, clock, socket, eventually } = await openListener();
  expect(socket.isLive()).toBe(false);
  await eventually("news", () => socket.isLive());
  const first = await paid(test, house);
  await eventually("the payment", () => hasTold(socket, first));
  expect(socket.since(0)).toEqual({
    transactions: [{ signature: first, hasFailed: false, memo: null }],
    place: 1,
  });

  const added = await test.newKeypair();
  await test.fund(added.address, 5n * SOL);
  wallets.push(added.address);
  await clock.advance(9_000);
  await eventually("news again", () => socket.isLive());
  await clock.advance(1_000);
  await socket.tend();
  await eventually("a slot", () => socket.isLive());
  const second = await paid(test, added);
  await eventually("a payment of the wallet that was added", () => hasTold(socket, second));
  expect(socket.since(1)).toEqual({
    transactions: [{ signature: second, hasFailed: false, memo: null }],
    place: 2,
  });
});

it("asks for events of final blocks alone", async () => {
  const server = new WebSocketServer({ port: 0 });
  const calls: { method: string; params: unknown[] }[] = [];
  server.on("connection", (peer) =>
    peer.on("message", (data: Buffer) => void calls.push(JSON.parse(data.toString()))),
  );
  const clock = manualClock();
  const { port } = server.address() as AddressInfo;
  const socket = openNodeSocket({
    connect: async () => nodeSocketAt(`ws://127.0.0.1:${port}`),
    addresses: async () => ["a-wallet", "another-wallet"],
    clock,
    log,
  });
  closers.push(
    async () => server.close(),
    async () => socket.close(),
  );
  await until("the subscriptions", async () => {
    await socket.tend();
    return calls.length === 3;
  });
  expect(calls.map(({ method, params }) => [method, params])).toEqual([
    ["slotSubscribe", []],
    ["logsSubscribe", [{ mentions: ["a-wallet"] }, { commitment: "finalized" }]],
    ["logsSubscribe", [{ mentions: ["another-wallet"] }, { commitment: "finalized" }]],
  ]);
});

it("LIMITS-18 a connection that is there and says nothing counts as lost, and another is opened", async () => {
  const { test, node, house, clock, socket, eventually } = await openListener();
  await eventually("news", () => socket.isLive());
  node.subscriptions("silent");
  await clock.advance(10_000);
  expect(socket.isLive()).toBe(false);
  await socket.tend();
  node.subscriptions("well");
  await clock.advance(10_000);
  await eventually("news over another connection", () => socket.isLive());
  const signature = await paid(test, house);
  await eventually("a payment", () => hasTold(socket, signature));
});

it("LIMITS-18 a node that refuses to be listened to is asked less and less often", async () => {
  const { node, clock, socket } = await openListener();
  node.subscriptions("refusing");
  for (let second = 0; second < 300; second += 1) {
    await socket.tend();
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(socket.isLive()).toBe(false);
  expect(node.connections()).toBeGreaterThan(3);
  expect(node.connections()).toBeLessThanOrEqual(12);
});

it("LIMITS-18 notifications that no node means seriously are ignored, and those after them are heard", async () => {
  const node = new WebSocketServer({ port: 0 });
  closers.push(async () => node.close());
  const slot = { method: "slotNotification" };
  const logs = (signature: unknown) => ({
    method: "logsNotification",
    params: { result: { value: { signature } } },
  });
  const messages = [logs("4".repeat(100_000)), logs(7), "no object", slot];
  node.on("connection", (connection) => {
    for (const each of messages) connection.send(JSON.stringify(each));
  });
  const socket = openNodeSocket({
    connect: async () => nodeSocketAt(`http://127.0.0.1:${(node.address() as AddressInfo).port}`),
    addresses: async () => [],
    clock: manualClock(),
    log,
  });
  closers.push(async () => socket.close());
  await socket.tend();
  await until("the last of them", async () => socket.isLive());
  expect(socket.since(0)).toEqual({ transactions: [], place: 0 });
});

it("LIMITS-5 a socket to a node that an admin named leads to no private address", async () => {
  const connect = guardedSocketAt({ isLocal: false });
  expect(() => connect("https://10.0.0.1/rpc")).toThrow("not public");
  const socket = connect("https://localhost:1/rpc");
  const error = await new Promise<Error>((resolve) => socket.once("error", resolve));
  expect(error.message).toContain("not public");
});
