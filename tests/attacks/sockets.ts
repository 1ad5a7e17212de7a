import { type Socket, io } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { clientEvents } from "../../src/contract/wire/socket-events.ts";
import type { BrowserSession } from "../support/browser-session.ts";
import { until } from "../support/until.ts";
import type { Player } from "../support/player.ts";
import type { Json } from "../support/browser-session.ts";
import type { Fixture } from "./fixture.ts";

const names = Object.keys(clientEvents) as (keyof typeof clientEvents)[];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function socketAttacks(fixture: () => Fixture) {
  const open: { close(): unknown }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });

  function connect(browser: BrowserSession | null, more: Json = {}): Socket {
    const socket = io(fixture().url, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      ...more,
      extraHeaders: { ...(browser && { cookie: browser.cookieHeader() }), ...more.extraHeaders },
    });
    open.push(socket);
    return socket;
  }
  const connected = (socket: Socket) =>
    new Promise<Json>((resolve) => {
      socket.once("connect", () => resolve("connected"));
      socket.once("connect_error", (error) => resolve(error));
    });
  const ask = (socket: Socket, name: string, ...payload: unknown[]): Promise<Json> =>
    socket.timeout(5_000).emitWithAck(name, ...payload);
  const isAlive = async () => (await fixture().visitor().call("GET", "/api/health/ready")).status === 200;

  let player: Player;
  let victim: Player;
  let before: string;
  beforeAll(async () => {
    player = await fixture().newPlayer();
    victim = await fixture().newPlayer();
    before = await fixture().holdings();
  });
  afterAll(async () => expect(await fixture().holdings()).toBe(before));

  describe("who", () => {
    it("a visitor sends every event that there is: each is refused", async () => {
      const socket = connect(null);
      await connected(socket);
      for (const name of names) {
        const answer = await ask(socket, name, { targetWallet: victim.address, room: "lobby", content: "x" });
        expect([name, answer.code]).toEqual([name, "NOT_SIGNED_IN"]);
      }
    });

    it("a visitor claims a wallet in its handshake: it stays a visitor, and hears nothing of the wallet", async () => {
      const heard: string[] = [];
      const socket = connect(null, { query: { walletAddress: victim.address, username: "victim" } });
      socket.onAny((name) => heard.push(name));
      expect(await connected(socket)).toBe("connected");
      expect((await ask(socket, "join-room", "lobby")).code).toBe("NOT_SIGNED_IN");
      await pause(500);
      for (const name of ["user-roles", "user-notification", "room-history", "message", "online-users"])
        expect(heard).not.toContain(name);
    });

    it("a player claims another's wallet in its handshake: the socket is refused", async () => {
      const error = await connected(connect(player, { query: { walletAddress: victim.address } }));
      expect(error.data).toMatchObject({ code: "WRONG_WALLET" });
    });

    it("a player sends the events of moderators and admins: each is refused", async () => {
      const socket = connect(player);
      await connected(socket);
      const payload = {
        targetWallet: victim.address,
        theme: "solana-future",
        messageId: "m",
        count: 1,
        durationMinutes: 1,
        durationHours: 1,
      };
      for (const name of names.filter((each) => clientEvents[each].access !== "player"))
        expect([name, (await ask(socket, name, payload)).code]).toEqual([
          name,
          expect.stringMatching(/^NOT_(ADMIN|MODERATOR)$/),
        ]);
    });

    it("a page of another site opens a socket with the player's cookie: refused", async () => {
      for (const transports of [["websocket"], ["polling"]]) {
        const outcome = await connected(
          connect(player, { transports, extraHeaders: { origin: "https://evil.example" } }),
        );
        expect(outcome).toBeInstanceOf(Error);
      }
    });

    it("a player signs out and goes on by its open socket: cut within two seconds, and refused until then", async () => {
      const browser = fixture().visitor();
      await browser.signIn();
      const socket = connect(browser);
      await connected(socket);
      await browser.call("POST", "/api/auth/logout");
      const answer = await ask(socket, "join-room", "lobby").catch(() => ({ code: "NOT_SIGNED_IN" }));
      expect(answer.code).toBe("NOT_SIGNED_IN");
      await until("the socket to be cut", async () => !socket.connected, { patienceMs: 2_500, everyMs: 50 });
      expect(socket.connected).toBe(false);
    });
  });

  describe("what", () => {
    it.each([
      ["nothing", []],
      ["null", [null]],
      ["a number", [Number.POSITIVE_INFINITY]],
      ["a list", [[[[]]]]],
      ["text for an object", ["x"]],
      ["JavaScript's own names", [JSON.parse('{"__proto__":{"room":"lobby"},"constructor":1}')]],
      ["bytes", [Buffer.alloc(1_000)]],
      ["ten thousand characters", [{ room: "lobby", content: "x".repeat(10_000) }]],
      ["a room with a NUL", [{ room: "\0", content: "x" }]],
      ["twenty arguments", Array.from({ length: 20 }, () => ({ room: "lobby" }))],
    ])("a player sends each event with %s: refused or done, never silence", async (_what, payload) => {
      const socket = connect(player);
      await connected(socket);
      for (const name of names.filter((each) => each !== "join-room")) {
        const answer = await ask(socket, name, ...payload);
        expect([name, answer.success]).toEqual([name, false]);
      }
      expect(await isAlive()).toBe(true);
    });

    it.each([
      "",
      "x",
      "4",
      "42",
      "42[",
      "42{}",
      "42[]",
      "42[null]",
      "42[1]",
      '42["disconnect"]',
      '42["connect"]',
      '42["error","x"]',
      '42["newListener"]',
      '42["__proto__",{}]',
      '42["toString"]',
      '4299999999999999999999["send-message"]',
      '451-["send-message",{"_placeholder":true,"num":0}]',
      '451-["send-message",{"_placeholder":true,"num":99}]',
      '45999999999-["x"]',
      '450-["x"]',
      "43[]",
      "4399[1]",
      "44",
      "46",
      "40/",
      "40/nope,",
      '40{"__proto__":1}',
      "40{",
      `40/${"x".repeat(10_000)},`,
      "41",
      "1",
      "2probe",
      "5",
      "6",
      "9",
      "b4AAAA",
      `42["send-message",${"[".repeat(5_000)}${"]".repeat(5_000)}]`,
    ])("the frame %s is sent by hand, before and after joining: the server goes on", async (frame) => {
      for (const prelude of [[], ["40"]]) {
        const socket = new WebSocket(
          `ws://127.0.0.1:${fixture().port}/socket.io/?EIO=4&transport=websocket`,
          {
            headers: { cookie: player.cookieHeader() },
          },
        );
        open.push(socket);
        socket.on("error", () => undefined);
        await new Promise((resolve) => socket.once("message", resolve));
        for (const text of [...prelude, frame]) socket.send(text);
        socket.send(Buffer.from(frame));
        await pause(20);
      }
      expect(await isAlive()).toBe(true);
    });

    it("a frame of a megabyte is sent: the socket is closed, the server goes on", async () => {
      const socket = connect(player);
      await connected(socket);
      socket.emit("send-message", { room: "lobby", content: "x".repeat(1_000_000) });
      await until("the socket to be closed", async () => !socket.connected, { patienceMs: 3_000 });
      expect([socket.connected, await isAlive()]).toEqual([false, true]);
    });
  });

  describe("how much", () => {
    const byHand = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${fixture().port}/socket.io/?EIO=4&transport=websocket`);
      open.push(socket);
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("message", resolve));
      socket.send("40");
      await new Promise((resolve) => socket.once("message", resolve));
      return socket;
    };

    it.each([
      ["events that there are", '42["join-room","lobby"]'],
      ["events that there are not", '42["nothing"]'],
      ["answers that nobody asked for", "431[]"],
      ["wishes for rooms of another kind (namespaces)", "40/nope,"],
      ["pings", "2"],
    ])("a socket sends two thousand %s: it is cut, and others are served", async (_what, frame) => {
      const socket = await byHand();
      for (let at = 0; at < 2_000; at++) socket.send(frame);
      await until("the socket to be cut", async () => socket.readyState >= WebSocket.CLOSING, {
        patienceMs: 5_000,
      });
      expect([socket.readyState >= WebSocket.CLOSING, await isAlive()]).toEqual([true, true]);
    });

    it("one address opens twelve hundred sockets: it gets a thousand, and calls are still answered", async () => {
      const sockets = Array.from({ length: 1_200 }, () => {
        const socket = new WebSocket(`ws://127.0.0.1:${fixture().port}/socket.io/?EIO=4&transport=websocket`);
        socket.on("error", () => undefined);
        open.push({ close: () => socket.terminate() });
        return socket;
      });
      await until(
        "all to be decided",
        async () => sockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING),
        {
          patienceMs: 30_000,
        },
      );
      await pause(300);
      const taken = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
      expect(taken).toBeGreaterThan(900);
      expect(taken).toBeLessThanOrEqual(1_000);
      expect(await isAlive()).toBe(true);
    });

    it("the address then connects again: its places are free once its sockets are closed", async () => {
      await pause(500);
      expect(await connected(connect(player))).toBe("connected");
    });
  });
}
