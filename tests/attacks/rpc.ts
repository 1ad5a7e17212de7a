import { plainTcp } from "./plain-tcp.ts";
import { randomBytes } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { Player } from "../support/player.ts";
import type { Json } from "../support/browser-session.ts";
import type { Fixture } from "./fixture.ts";

const methods = [
  "getAccountInfo",
  "getBalance",
  "getBlock",
  "getBlockHeight",
  "getBlocks",
  "getBlocksWithLimit",
  "getBlockTime",
  "getEpochInfo",
  "getFeeForMessage",
  "getGenesisHash",
  "getHealth",
  "getIdentity",
  "getLatestBlockhash",
  "getMinimumBalanceForRentExemption",
  "getMultipleAccounts",
  "getRecentPrioritizationFees",
  "getSignatureStatuses",
  "getSignaturesForAddress",
  "getSlot",
  "getTransaction",
  "getTransactionCount",
  "isBlockhashValid",
  "requestAirdrop",
  "sendTransaction",
  "simulateTransaction",
  "__proto__",
  "constructor",
  "toString",
  "",
];

const oddParams: readonly unknown[] = [
  [],
  {},
  null,
  "x",
  [null],
  [[]],
  [{}],
  [-1],
  [1.5],
  [2 ** 53],
  ["\0"],
  ["1".repeat(50_000)],
  ["11111111111111111111111111111111", -1],
  ["11111111111111111111111111111111", "5"],
  ["11111111111111111111111111111111", 2 ** 60],
  ["11111111111111111111111111111111", { commitment: "never", encoding: "none", dataSlice: { offset: -1 } }],
  ["11111111111111111111111111111111", { limit: 10 ** 9, before: "x", until: {} }],
  [0, 10 ** 15],
  [0, { maxSupportedTransactionVersion: "x", transactionDetails: [] }],
  [["x"]],
  [Array.from({ length: 300 }, () => "11111111111111111111111111111111")],
  ["AA==", { encoding: "base64", accounts: { addresses: ["x"] } }],
];

export function rpcAttacks(fixture: () => Fixture) {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${fixture().url}/rpc`, { method: "POST", body, headers });
    const text = await answer.text();
    return { status: answer.status, text, json: (/^[[{]/.test(text) ? JSON.parse(text) : null) as Json };
  };
  const ask = (method: string, params: unknown) =>
    post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const isAlive = async () =>
    (await ask("getHealth", [])).json?.result === "ok" &&
    (await fixture().visitor().call("GET", "/api/health/ready")).status === 200;
  const open: WebSocket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.terminate();
  });
  const subscribe = (headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${fixture().port}/rpc`, { headers });
    socket.on("error", () => undefined);
    open.push(socket);
    return new Promise<WebSocket | null>((resolve) => {
      socket.once("open", () => resolve(socket));
      socket.once("close", () => resolve(null));
    });
  };

  it.each([
    "",
    "x",
    "null",
    "5",
    "{}",
    '{"jsonrpc":"2.0"}',
    '{"method":5}',
    '{"method":"getSlot","params":"x"}',
    '[1,null,"x",[],{}]',
    "[".repeat(100_000),
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `{"id":"${"x".repeat(500_000)}","method":"getSlot"}`,
    '{"__proto__":{"method":"getSlot"}}',
    "\u00ff\u00fe\u0000",
  ])("the request %s is sent: a JSON-RPC error", async (body) => {
    const { status, json } = await post(body.slice(0, 900_000));
    expect(status).toBe(200);
    for (const one of Array.isArray(json) ? json : [json])
      expect(one.error?.code ?? one.result).toBeDefined();
    expect(await isAlive()).toBe(true);
  });

  it.each(methods)(
    "%s is called with parameters of every odd kind: refused by name, never an internal error",
    async (method) => {
      for (const params of oddParams) {
        const { status, json } = await ask(method, params);
        expect(status).toBe(200);
        expect([method, params, json.error?.code]).not.toEqual([method, params, -32603]);
      }
      expect(await isAlive()).toBe(true);
    },
  );

  it.each(["evil.example", "evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example"])(
    "a page made its name %s point here and asks the chain: 403, over HTTP and WebSocket",
    async (host) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
      const { text } = await plainTcp(fixture().port, {
        send: [
          `POST /rpc HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
            `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        ],
      });
      expect(text).toMatch(/^HTTP\/1\.1 403 /);
      expect(await subscribe({ host })).toBeNull();
      expect(await isAlive()).toBe(true);
    },
  );

  it("a request of more than a megabyte is sent: 413", async () => {
    expect((await post("x".repeat(1_100_000))).status).toBe(413);
  });

  it("a hundred and one calls are sent in one request: refused; a hundred of the dearest: answered within seconds", async () => {
    const batch = (length: number, call: object) =>
      JSON.stringify(Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, ...call })));
    expect((await post(batch(101, { method: "getSlot" }))).json.error.code).toBe(-32600);
    const began = Date.now();
    const { hot = "" } = await houseWallets(fixture());
    await post(batch(100, { method: "getSignaturesForAddress", params: [hot, { limit: 1_000 }] }));
    await post(batch(100, { method: "getBlocks", params: [0] }));
    await post(batch(100, { method: "getRecentPrioritizationFees", params: [] }));
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(await isAlive()).toBe(true);
  });

  describe("transactions", () => {
    let player: Player;
    let good: Buffer;
    beforeAll(async () => {
      player = await fixture().newPlayer();
      good = Buffer.from((await player.compose([player.transferInstruction(player.address, 1)])).serialize());
    });
    const send = async (wire: Uint8Array, method = "sendTransaction") =>
      (await ask(method, [Buffer.from(wire).toString("base64"), { encoding: "base64" }])).json;

    it("three hundred transactions of noise are sent and simulated: all refused", async () => {
      for (let length = 0; length < 300; length++) {
        const noise = randomBytes(length * 4);
        expect((await send(noise)).error).toBeDefined();
        expect((await send(noise, "simulateTransaction")).error).toBeDefined();
      }
      expect(await isAlive()).toBe(true);
    });

    it("a good transaction is sent with each of its bytes turned, and cut at each: none lands, the chain goes on", async () => {
      const before = await player.connection.getBalance(player.key);
      for (let at = 0; at < good.length; at++) {
        const changed = Buffer.from(good);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        const [sent, cut] = await Promise.all([send(changed), send(good.subarray(0, at))]);
        expect(sent.error).toBeDefined();
        expect(cut.error).toBeDefined();
        await ask("simulateTransaction", [
          changed.toString("base64"),
          { encoding: "base64", sigVerify: false, replaceRecentBlockhash: true },
        ]);
      }
      expect(await player.connection.getBalance(player.key)).toBe(before);
      expect(await isAlive()).toBe(true);
    });

    it("one transaction is sent fifty times: it lands once", async () => {
      const before = await player.connection.getBalance(player.key);
      const rival = await fixture().newPlayer();
      const transaction = await player.compose([player.transferInstruction(rival.address, 1e9)]);
      await Promise.all(Array.from({ length: 50 }, () => send(transaction.serialize())));
      await player.sendToChain(transaction).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await player.connection.getBalance(player.key)).toBe(before - 1e9 - 5_000);
    });

    it("somebody signs for the house's wallets with another key: refused", async () => {
      const { hot = "" } = await houseWallets(fixture());
      const { SystemProgram, PublicKey, TransactionMessage, VersionedTransaction } =
        await import("@solana/web3.js");
      const from = new PublicKey(hot);
      const { blockhash } = await player.connection.getLatestBlockhash();
      const take = SystemProgram.transfer({ fromPubkey: from, toPubkey: player.key, lamports: 1e9 });
      const forged = new VersionedTransaction(
        new TransactionMessage({
          payerKey: from,
          recentBlockhash: blockhash,
          instructions: [take],
        }).compileToV0Message(),
      );
      forged.signatures[0] = player.wallet.sign(forged.message.serialize());
      expect((await send(forged.serialize())).error).toBeDefined();
      const unsafely = await ask("sendTransaction", [
        Buffer.from(forged.serialize()).toString("base64"),
        { encoding: "base64", skipPreflight: true },
      ]);
      const before = await player.connection.getBalance(from);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(unsafely.json).toBeDefined();
      expect(await player.connection.getBalance(from)).toBe(before);
    });

    it.each([-1, 1.5, 1e15, "1", null, 2 ** 63])(
      "the faucet is asked for %j lamports: refused",
      async (lamports) => {
        expect((await ask("requestAirdrop", [player.address, lamports])).json.error).toBeDefined();
      },
    );
  });

  describe("sockets", () => {
    it("a page of another site opens a socket to the chain: refused", async () => {
      expect(await subscribe({ origin: "https://evil.example" })).toBeNull();
      expect(await subscribe({ origin: fixture().url })).not.toBeNull();
    });

    it("a page of another site posts to the chain: 403", async () => {
      expect((await post('{"method":"getSlot","id":1}', { origin: "https://evil.example" })).status).toBe(
        403,
      );
    });

    it("a socket subscribes to everything, two hundred times and oddly: bounded, the chain goes on", async () => {
      const socket = await subscribe();
      if (!socket) throw new Error("no socket");
      const answers: Json[] = [];
      socket.on("message", (data: Buffer) => answers.push(JSON.parse(data.toString("utf8"))));
      const kinds = [
        "slotSubscribe",
        "rootSubscribe",
        "logsSubscribe",
        "accountSubscribe",
        "signatureSubscribe",
      ];
      const odd = [
        [],
        ["all"],
        ["11111111111111111111111111111111", { encoding: "none" }],
        [{ mentions: [5] }],
        [null],
      ];
      for (let at = 0; at < 180; at++)
        socket.send(
          JSON.stringify({ jsonrpc: "2.0", id: at, method: kinds[at % 5], params: odd[((at / 5) % 5) | 0] }),
        );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const ids = answers.filter(({ result }) => typeof result === "number");
      expect(ids.length).toBeLessThanOrEqual(100);
      await fixture().newPlayer();
      expect(await isAlive()).toBe(true);
    });

    it("a socket asks a thousand things without waiting: it is cut, the chain goes on", async () => {
      const socket = await subscribe();
      if (!socket) throw new Error("no socket");
      for (let at = 0; at < 1_000; at++)
        socket.send('{"jsonrpc":"2.0","id":1,"method":"getBlocks","params":[0]}');
      socket.send("x".repeat(2_000_000));
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect([socket.readyState, await isAlive()]).toEqual([WebSocket.CLOSED, true]);
    });

    it("one address opens six hundred sockets to the chain: not all are taken, the chain goes on", async () => {
      const sockets = await Promise.all(Array.from({ length: 600 }, () => subscribe()));
      const taken = sockets.filter((socket) => socket !== null).length;
      expect(taken).toBeGreaterThan(400);
      expect(taken).toBeLessThanOrEqual(500);
      expect(await isAlive()).toBe(true);
    });
  });
}

/** The addresses of the house's wallets, by kind, as anyone can read them. */
async function houseWallets(fixture: Fixture): Promise<Record<string, string>> {
  const { body } = await fixture.visitor().call("GET", "/api/solvency");
  return Object.fromEntries(body.holdings.map((one: Json) => [one.kind, one.address]));
}
