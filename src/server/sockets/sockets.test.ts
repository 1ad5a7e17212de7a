import { sql } from "drizzle-orm";
import { connect } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BrowserSession, newBrowser, newWallet } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { clientEvents } from "../../contract/wire/socket-events.ts";
import { ok, refuse } from "../../domain/result.ts";
import { localSocketLimits } from "./socket-limits.ts";

const admin = newWallet();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({
    adminWallets: [admin.address],
    socketHandlers: {
      "chat-moderate:delete-message": async ({ messageId }) =>
        messageId === "gone" ? refuse("CHAT_MESSAGE_NOT_FOUND") : ok(),
      "chat-moderate:mute": () => Promise.reject(new Error("a bug")),
      "join-room": async ({ room }, { wallet }, callerSocket) => {
        await callerSocket.join(room);
        callerSocket.emit("room-history", { room, messages: [] });
        return wallet === "" ? refuse("ROOM_NOT_FOUND") : ok();
      },
    },
    socketLimits: { ...localSocketLimits, socketsPerAddress: 12, packetsPerTenSeconds: 40 },
  });
});
afterAll(() => server.close());

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

interface Listening {
  readonly socket: Socket;
  readonly heard: { name: string; payload: unknown }[];
  readonly ask: (name: string, ...payload: unknown[]) => Promise<Record<string, unknown>>;
  readonly next: (name: string) => Promise<unknown>;
}

/** Opens a socket; rejects when the server refuses it. */
function listen(browser: BrowserSession | null, options: Record<string, unknown> = {}): Promise<Listening> {
  const cookie = browser?.cookieHeader() ?? "";
  const socket = io(server.url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: cookie === "" ? {} : { cookie },
    ...options,
  });
  opened.push(socket);
  const heard: { name: string; payload: unknown }[] = [];
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }));
  const next = (name: string) =>
    new Promise<unknown>((resolve) => {
      const before = heard.find((event) => event.name === name);
      if (before === undefined) socket.once(name, resolve);
      else resolve(before.payload);
    });
  const ask: Listening["ask"] = (name, ...payload) => socket.timeout(3_000).emitWithAck(name, ...payload);
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve({ socket, heard, ask, next }));
    socket.once("connect_error", reject);
  });
}

async function signedIn(wallet = newWallet()): Promise<BrowserSession> {
  const browser = newBrowser(server.url, wallet);
  await browser.signIn();
  return browser;
}

const ended = (socket: Socket) => new Promise<string>((resolve) => socket.once("disconnect", resolve));
const theme = { theme: "main-prime" } as const;
const news = (message: string) => ({
  type: "next-race" as const,
  message,
  nextRaceIn: null,
  timestamp: new Date(0),
});

describe("who a socket is", () => {
  it("IDENTITY-2 is decided by the session cookie, and its roles are told", async () => {
    const player = await listen(await signedIn());
    expect(await player.next("user-roles")).toEqual({ isAdmin: false, isModerator: false });
    const boss = await listen(await signedIn(admin));
    expect(await boss.next("user-roles")).toEqual({ isAdmin: true, isModerator: true });
  });

  it("IDENTITY-3 a handshake that names another wallet is refused", async () => {
    const browser = await signedIn();
    const query = { walletAddress: newWallet().address };
    await expect(listen(browser, { query })).rejects.toMatchObject({ data: { code: "WRONG_WALLET" } });
    await expect(listen(browser, { query: { walletAddress: browser.address } })).resolves.toBeDefined();
  });

  it("ACCESS-1 a visitor hears about races and nothing else, whatever wallet it names", async () => {
    const browser = await signedIn();
    const visitor = await listen(null, { query: { walletAddress: browser.address } });
    const player = await listen(browser);
    await player.next("user-roles");
    server.sockets.broadcast.toEveryone("theme-update", theme);
    server.sockets.broadcast.toWallet(browser.address, "user-notification", {
      notification: {
        id: "n1",
        type: "race_won" as const,
        title: "Paid",
        body: null,
        kind: null,
        params: null,
        created_at: new Date(0),
        read_at: null,
      },
    });
    server.sockets.broadcast.toEveryone("race-notification", news("soon"));
    await visitor.next("race-notification");
    await player.next("race-notification");
    expect(visitor.heard.map(({ name }) => name)).toEqual(["race-notification"]);
    expect(player.heard.map(({ name }) => name)).toEqual([
      "user-roles",
      "online-users",
      "theme-update",
      "user-notification",
      "race-notification",
    ]);
    expect(player.heard[4]?.payload).toEqual({
      type: "next-race" as const,
      message: "soon",
      nextRaceIn: null,
      timestamp: "1970-01-01T00:00:00.000Z",
    });
  });

  it("ACCESS-1 a page of another site cannot open a socket", async () => {
    const browser = await signedIn();
    const cookie = browser.cookieHeader();
    const evil = { extraHeaders: { cookie, origin: "https://evil.example" } };
    await expect(listen(browser, evil)).rejects.toBeDefined();
    await expect(listen(browser, { extraHeaders: { cookie, origin: server.url } })).resolves.toBeDefined();
  });

  it("takes polling while it is alone", async () => {
    const visitor = await listen(null, { transports: ["polling"] });
    server.sockets.broadcast.toEveryone("race-notification", news("by polling"));
    expect(await visitor.next("race-notification")).toMatchObject({ message: "by polling" });
  });

  it("LIMITS-2 a payload that breaks the contract is logged and not sent", async () => {
    const visitor = await listen(null);
    server.sockets.broadcast.toEveryone("race-notification", { type: 5 } as never);
    server.sockets.broadcast.toEveryone("race-notification", news("after"));
    await visitor.next("race-notification");
    expect(visitor.heard).toHaveLength(1);
    expect(server.logged.join("")).toContain("does not fit the contract");
  });
});

describe("events that clients send", () => {
  const samples: Record<string, unknown> = {
    "join-room": "lobby",
    "send-message": { content: "hello", room: "lobby" },
    "chat-report": { messageId: "m1" },
    "change-theme": theme,
    "chat-moderate:mute": { targetWallet: admin.address, durationMinutes: 10 },
    "chat-moderate:ban": { targetWallet: admin.address, durationHours: 24 },
    "chat-moderate:delete-message": { messageId: "m1" },
    "chat-moderate:delete-last-messages-of-user": { targetWallet: admin.address, count: 5 },
  };

  it.each(Object.entries(clientEvents))(
    "ACCESS-1 %s is only for whom it is for",
    async (name, { access }) => {
      const visitor = await listen(null);
      expect(await visitor.ask(name, samples[name])).toMatchObject({ success: false, code: "NOT_SIGNED_IN" });
      const player = await listen(await signedIn());
      const answer = await player.ask(name, samples[name]);
      const refusal = { player: undefined, moderator: "NOT_MODERATOR", admin: "NOT_ADMIN" }[access];
      const isAboutAccess = /^NOT_(SIGNED_IN|MODERATOR|ADMIN)$/.test(String(answer["code"]));
      expect(isAboutAccess ? answer["code"] : undefined).toBe(refusal);
    },
  );

  it("are acknowledged with what became of them", async () => {
    const boss = await listen(await signedIn(admin));
    const remove = "chat-moderate:delete-message";
    expect(await boss.ask(remove, { messageId: "m1" })).toEqual({ success: true });
    expect(await boss.ask(remove, { messageId: "gone" })).toMatchObject({
      success: false,
      code: "CHAT_MESSAGE_NOT_FOUND",
    });
    expect(await boss.ask(remove, { messageId: 7 })).toMatchObject({
      code: "INVALID_INPUT",
      field: "messageId",
    });
    expect(await boss.ask(remove)).toMatchObject({ success: false, code: "INVALID_INPUT" });
    expect(await boss.ask("chat-moderate:mute", samples["chat-moderate:mute"])).toEqual({
      success: false,
      code: "INTERNAL_ERROR",
      message: "Something went wrong",
    });
    expect(await boss.ask("change-theme", theme)).toMatchObject({ code: "NOT_BUILT" });
    boss.socket.emit(remove, { messageId: "m1" });
    boss.socket.emit(remove);
  });

  it("come in by the callerSocket that they answer through", async () => {
    const player = await listen(await signedIn());
    expect(await player.ask("join-room", "lobby")).toEqual({ success: true });
    expect(await player.next("room-history")).toEqual({ room: "lobby", messages: [] });
    server.sockets.broadcast.toEveryone("message-deleted", { ids: ["m1"] });
    expect(await player.next("message-deleted")).toEqual({ ids: ["m1"] });
  });

  it("LIMITS-4 are limited by wallet", async () => {
    const browser = await signedIn();
    const one = await listen(browser);
    const two = await listen(browser);
    for (let count = 0; count < clientEvents["join-room"].perMinute; count++) {
      expect((await (count % 2 === 0 ? one : two).ask("join-room", "lobby"))["success"]).toBe(true);
    }
    expect(await one.ask("join-room", "lobby")).toMatchObject({ code: "RATE_LIMITED" });
  });

  it("LIMITS-4 a socket that floods is cut", async () => {
    const visitor = await listen(null);
    const gone = ended(visitor.socket);
    for (let count = 0; count < 41; count++) visitor.socket.emit("anything", count);
    expect(await gone).toBe("transport close");
  });
});

describe("open sockets are looked after", () => {
  it("ACCESS-2 the end of a session ends its sockets, not others", async () => {
    const browser = await signedIn();
    const socket = await listen(browser);
    const other = await listen(await signedIn());
    const gone = ended(socket.socket);
    await browser.call("POST", "/api/auth/logout");
    await server.sockets.recheck();
    expect(await gone).toBe("transport close");
    expect(other.socket.connected).toBe(true);
  });

  it("ACCESS-2 a ban cuts the sockets and refuses events from the next on", async () => {
    const browser = await signedIn();
    const socket = await listen(browser);
    const gone = ended(socket.socket);
    const now = server.clock.now();
    const until = new Date(now + 60_000).toISOString();
    await server.db.execute(
      sql`insert into restrictions (id, wallet, kind, until, imposed_by, imposed_at)
          values ('r1', ${browser.address}, 'ban', ${until}, 'admin', ${new Date(now).toISOString()})`,
    );
    expect(await socket.ask("join-room", "lobby")).toMatchObject({ success: false, code: "BANNED" });
    await server.sockets.recheck();
    await gone;
    const again = await listen(browser);
    expect(await again.ask("join-room", "lobby")).toMatchObject({ code: "BANNED" });
  });

  it("ACCESS-2 a changed role is told, and counts at once", async () => {
    const browser = await signedIn();
    const socket = await listen(browser);
    await socket.next("user-roles");
    const at = new Date(server.clock.now()).toISOString();
    await server.db.execute(sql`insert into admins values (${browser.address}, ${admin.address}, ${at})`);
    expect(await socket.ask("chat-moderate:delete-message", { messageId: "m1" })).toEqual({ success: true });
    await server.sockets.recheck();
    await server.db.execute(sql`delete from admins where wallet = ${browser.address}`);
    expect(await socket.ask("chat-moderate:delete-message", { messageId: "m1" })).toMatchObject({
      code: "NOT_MODERATOR",
    });
    await server.sockets.recheck();
    const roles = () =>
      socket.heard.filter(({ name }) => name === "user-roles").map(({ payload }) => payload);
    await expect.poll(roles).toEqual([
      { isAdmin: false, isModerator: false },
      { isAdmin: true, isModerator: true },
      { isAdmin: false, isModerator: false },
    ]);
  });

  it("LIMITS-4 one address has only so many sockets", async () => {
    const taken: Listening[] = [];
    const refused: unknown[] = [];
    for (let count = 0; count < 14; count++) {
      await listen(null).then(
        (socket) => taken.push(socket),
        (error: unknown) => refused.push(error),
      );
    }
    expect(taken.length).toBe(12);
    expect(refused.length).toBe(2);
  });
});

describe("a slow reader", () => {
  it("LIMITS-4 is cut when too much waits for it", async () => {
    await expect.poll(async () => (await listen(null)).socket.connected).toBe(true);
    const slow = await listen(null);
    const quick = await listen(null);
    const gone = ended(slow.socket);
    // Reads nothing any more; the kernel's buffers fill, then the server's.
    const raw = (slow.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
    raw.pause();
    const message = "x".repeat(100_000);
    for (let round = 0; round < 20; round++) {
      for (let count = 0; count < 30; count++) {
        server.sockets.broadcast.toEveryone("race-notification", news(message));
      }
      await quick.next("race-notification");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await server.sockets.recheck();
    raw.resume();
    await gone;
    expect(quick.socket.connected).toBe(true);
  });
});

/** What a server answers to the opening of a WebSocket, byte for byte, until it closes the connection. */
function openingOf(path: string): Promise<string> {
  const { port, hostname } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const stream = connect({ port: Number(port), host: hostname });
    let text = "";
    stream.on("data", (data) => (text += data.toString("latin1")));
    stream.on("error", reject);
    stream.on("close", () => resolve(text));
    stream.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "",
        "",
      ].join("\r\n"),
    );
  });
}

describe("a WebSocket that is refused", () => {
  it.each(["/", "/ws", "/rpc", "/socket.io", "/socket.iox/?EIO=4&transport=websocket", "/api/races/active"])(
    "SITE-3 on %s gets 404, at once",
    async (path) => {
      const answer = await openingOf(path);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toContain('"code":"NOT_FOUND"');
    },
  );

  it.each(["EIO=3&transport=websocket", "transport=websocket", "EIO=44&transport=websocket"])(
    "SITE-3 for its protocol (%s) gets 400 and is told which is spoken",
    async (query) => {
      const answer = await openingOf(`/socket.io/?${query}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("protocol 4 of Engine.IO");
    },
  );

  it("SITE-3 for its protocol is told so by polling too", async () => {
    const answer = await fetch(`${server.url}/socket.io/?EIO=3&transport=polling`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("protocol 4 of Engine.IO");
  });
});
