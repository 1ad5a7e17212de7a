import { once } from "node:events";
import { WebSocket } from "ws";
import { afterEach, expect, it, vi } from "vitest";
import { openTestChain } from "../../../tests/support/chain.ts";
import { listenRpc } from "../../../tests/support/rpc-listener.ts";

// This test runs in real time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
  readonly method?: string;
  readonly params?: { readonly result: unknown; readonly subscription: number };
}

async function connected() {
  const test = await openTestChain();
  const listener = await listenRpc(test.localChain);
  const socket = new WebSocket(listener.webSocketUrl);
  const inbox: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    const taker = waiting.shift();
    if (taker) taker(message);
    else inbox.push(message);
  });
  await once(socket, "open");
  closers.push(() => listener.close());
  const next = async () => inbox.shift() ?? new Promise<Message>((resolve) => waiting.push(resolve));
  const call = async (method: string, ...params: unknown[]) => {
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    return next();
  };
  return { test, socket, next, call };
}

it("tells a signature that is already there only after the subscription's id", async () => {
  const { test, call, next } = await connected();
  const alice = await test.newKeypair();
  const signature = await test.fund(alice.address, 1_000_000_000n);
  const options = { commitment: "confirmed" };
  expect(await call("signatureSubscribe", signature, options)).toMatchObject({ id: 1, result: 1 });
  expect(await next()).toMatchObject({
    method: "signatureNotification",
    params: { subscription: 1, result: { value: { err: null } } },
  });
});

it("tells an account once per commitment reached, until unsubscribed", async () => {
  const { test, call, next } = await connected();
  const { address } = await test.newKeypair();
  await call("accountSubscribe", address, { commitment: "finalized", encoding: "base64" });
  await test.fund(address, 5_000_000_000n);
  await test.advanceSlots();
  expect(await next()).toMatchObject({
    method: "accountNotification",
    params: { result: { value: { lamports: 5_000_000_000 } } },
  });
  expect(await call("accountUnsubscribe", 1)).toMatchObject({ result: true });
  expect(await call("accountUnsubscribe", 1)).toMatchObject({ error: { code: -32602 } });
  await test.fund(address, 1n);
  await test.advanceSlots();
  expect(await call("getHealth")).toMatchObject({ result: "ok" });
});

it("tells slots and roots as they come", async () => {
  const { test, call, next } = await connected();
  await call("slotSubscribe");
  await call("rootSubscribe");
  await test.advanceSlots(1);
  const slot = test.localChain.slot("processed");
  expect([await next(), await next()]).toMatchObject([
    { method: "slotNotification", params: { result: { slot, parent: slot - 1, root: slot - 1 } } },
    { method: "rootNotification", params: { result: slot - 1 } },
  ]);
});

it("LOCALNET-6 a socket may hold 100 subscriptions, and bad ones are refused", async () => {
  const { call } = await connected();
  expect(await call("accountSubscribe", "nobody")).toMatchObject({ error: { code: -32602 } });
  expect(await call("logsSubscribe", { mentions: [] })).toMatchObject({ error: { code: -32602 } });
  expect(await call("programSubscribe", "x")).toMatchObject({ error: { code: -32601 } });
  for (let count = 0; count < 100; count++) expect(await call("slotSubscribe")).toHaveProperty("result");
  expect(await call("slotSubscribe")).toMatchObject({ error: { code: -32603 } });
});

it("LOCALNET-6 a client that asks without reading is cut, and the chain goes on", async () => {
  const { test, socket } = await connected();
  const closed = once(socket, "close");
  socket.pause();
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getSlot" });
  for (let count = 0; count < 5000; count++) socket.send(request);
  setTimeout(() => socket.resume(), 200);
  await closed;
  await test.advanceSlots(1);
  expect(await test.chain.newestSlot()).toBeGreaterThan(0n);
});

it("closes its sockets when the chain stops, so that clients look for the one that runs", async () => {
  const { test, socket } = await connected();
  const closed = once(socket, "close");
  await test.close();
  expect((await closed)[0]).toBe(1001);
});
