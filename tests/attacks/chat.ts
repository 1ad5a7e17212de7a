import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BrowserSession, Json } from "../support/browser-session.ts";
import { type LiveSocket, openLiveSocket } from "../support/live-socket.ts";
import { until } from "../support/until.ts";
import type { Fixture } from "./fixture.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Socket.IO rooms that the server uses for other purposes, and names with a special meaning to programs. */
const otherRooms = (victim: string) => [
  "moderators",
  "players",
  "everyone",
  "Lobby",
  "lobby ",
  "lobby\u0000",
  "chat:lobby",
  "room:lobby",
  victim,
  `wallet:${victim}`,
  `user:${victim}`,
  "__proto__",
  "constructor",
  "*",
  "",
];

/** Attempts of a socket to get in, to speak for others, to shout, and to act as a moderator. */
export function chatAttacks(fixture: () => Fixture) {
  const open: LiveSocket[] = [];
  afterEach(() => {
    for (const live of open.splice(0)) live.close();
  });

  let attacker: BrowserSession;
  let victim: BrowserSession;
  beforeAll(async () => {
    [attacker, victim] = [await newcomer(), await newcomer()];
    await fixture().set("chat_slow_mode_seconds", "0");
  });
  afterAll(() => fixture().set("chat_slow_mode_seconds", "2"));

  async function connect(player: BrowserSession): Promise<LiveSocket> {
    const live = await openLiveSocket(fixture().url, player);
    open.push(live);
    return live;
  }
  async function enter(player: BrowserSession): Promise<LiveSocket> {
    const live = await connect(player);
    expect(await live.ask("join-room", "lobby")).toMatchObject({ success: true });
    return live;
  }
  const say = (live: LiveSocket, content: unknown, more: Json = {}): Promise<Json> =>
    live.ask("send-message", { content, room: "lobby", ...more });
  let names = 0;
  /** A player who has never said anything. */
  async function newcomer(): Promise<BrowserSession> {
    const browser = fixture().visitor();
    await browser.signIn();
    const body = { walletAddress: browser.address, username: `talker-${(names += 1)}` };
    expect((await browser.call("POST", "/api/users", { body })).status).toBe(201);
    return browser;
  }
  const moderation = (targetWallet: string, messageId = "m1"): readonly [string, Json][] => [
    ["chat-moderate:mute", { targetWallet, durationMinutes: 10 }],
    ["chat-moderate:ban", { targetWallet, durationHours: 24 }],
    ["chat-moderate:delete-message", { messageId }],
    ["chat-moderate:delete-last-messages-of-user", { targetWallet, count: 5 }],
  ];

  it("a wallet floods the lobby by six sockets at once: five messages are taken, and the others go on", async () => {
    const [flooder, listener] = [await newcomer(), await enter(victim)];
    const sockets = await Promise.all(Array.from({ length: 6 }, () => enter(flooder)));
    const answers = await Promise.all(
      sockets.flatMap((live, socket) => [0, 1, 2, 3].map((at) => say(live, `spam ${socket}.${at}`))),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(5);
    const refused = answers.filter(({ success }) => !success);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["RATE_LIMITED"]));
    for (const { retryAfterMs } of refused) expect(retryAfterMs).toBeGreaterThan(0);
    const heard = () =>
      listener.all("message").filter(({ walletAddress }) => walletAddress === flooder.address).length;
    await until("what was taken to be heard", async () => heard() >= 5, { patienceMs: 10_000 });
    await pause(300);
    expect(heard()).toBe(5);
    expect(await say(listener, "still here")).toMatchObject({ success: true });
  });

  it("a player joins and writes to rooms that are none of its own: refused, and nothing of theirs is heard", async () => {
    const [spy, other] = [await connect(attacker), await enter(victim)];
    for (const room of otherRooms(victim.address)) {
      expect([room, (await spy.ask("join-room", { room })).success]).toEqual([room, false]);
      expect([room, (await say(spy, "psst", { room })).success]).toEqual([room, false]);
    }
    expect(await say(spy, "psst")).toMatchObject({ code: "ROOM_NOT_JOINED" });
    expect(await say(other, "among ourselves")).toMatchObject({ success: true });
    await pause(500);
    for (const name of ["message", "room-history", "chat-report-update"]) expect(spy.all(name)).toEqual([]);
    expect(other.all("message").map(({ content }) => content)).not.toContain("psst");
  });

  it("a player without a profile enters the lobby: refused, and hears nothing", async () => {
    const nobody = fixture().visitor();
    await nobody.signIn();
    const live = await openLiveSocket(fixture().url, nobody);
    open.push(live);
    expect(await live.ask("join-room", "lobby")).toMatchObject({ code: "PROFILE_REQUIRED" });
    expect((await say(live, "let me in")).success).toBe(false);
    await say(await enter(await newcomer()), "not for you");
    await pause(300);
    expect(live.all("message")).toEqual([]);
  });

  describe("acting as a moderator", () => {
    it("a player moderates by socket and by HTTP, naming an admin as itself: 403, and nothing happens", async () => {
      const [live, other] = [await enter(attacker), await enter(victim)];
      await say(other, "I stay");
      const [said] = await fixture().query("select id from chat_messages where wallet = $1", [
        victim.address,
      ]);
      const before = await fixture().holdings();
      const deleted = () => fixture().query("select id from chat_messages where deleted_at is not null");
      const deletedBefore = await deleted();
      for (const [name, payload] of moderation(victim.address, `m${said?.id}`)) {
        const as = { ...payload, adminWallet: fixture().admin.address, isAdmin: true, isModerator: true };
        expect([name, (await live.ask(name, as)).code]).toEqual([name, "NOT_MODERATOR"]);
      }
      for (const [method, path, body] of [
        ["GET", "/api/chat/reports", undefined],
        ["POST", `/api/chat/reports/m${said?.id}/resolve`, { resolution: "deleted" }],
      ] as const) {
        for (const headers of [{}, { "x-wallet-address": fixture().admin.address }]) {
          const answer = await attacker.call(method, path, { headers, ...(body && { body }) });
          expect([path, answer.status]).toEqual([path, 403]);
        }
      }
      expect(await fixture().holdings()).toBe(before);
      expect(await deleted()).toEqual(deletedBefore);
      expect(other.all("message-deleted")).toEqual([]);
    });

    it("a moderator turns on an admin, on another moderator and on itself: refused, and the role ends at once", async () => {
      const [mod, other] = [await newcomer(), await newcomer()];
      await fixture().set("chat_moderators", JSON.stringify([mod.address, other.address]));
      const live = await enter(mod);
      for (const target of [fixture().admin.address, other.address, mod.address]) {
        for (const [name, payload] of moderation(target).filter(([event]) => /mute|ban/.test(event)))
          expect([name, (await live.ask(name, payload)).success]).toEqual([name, false]);
      }
      // A duration beyond the moderator's power is cut to the maximum.
      const target = await newcomer();
      const payload = { targetWallet: target.address, durationMinutes: 1_000_000 };
      expect(await live.ask("chat-moderate:mute", payload)).toMatchObject({ success: true });
      const [mute] = await fixture().query(
        "select until - imposed_at <= interval '10 minutes' as short from restrictions where wallet = $1",
        [target.address],
      );
      expect(mute).toEqual({ short: true });
      await fixture().set("chat_moderators", "[]");
      // Immediately, on the socket that was open all along.
      for (const [name, each] of moderation(victim.address))
        expect([name, (await live.ask(name, each)).code]).toEqual([name, "NOT_MODERATOR"]);
      expect((await mod.call("GET", "/api/chat/reports")).status).toBe(403);
    });

    it("a muted player goes on by a second socket that was open before, and by a new one: refused at each", async () => {
      const [muted, listener] = [await newcomer(), await enter(victim)];
      const [first, second] = [await enter(muted), await enter(muted)];
      const admin = await openLiveSocket(fixture().url, fixture().admin);
      open.push(admin);
      const payload = { targetWallet: muted.address, durationMinutes: 10 };
      expect(await admin.ask("chat-moderate:mute", payload)).toMatchObject({ success: true });
      for (const live of [second, first, await enter(muted)])
        expect(await say(live, "can you hear me")).toMatchObject({ code: "MUTED" });
      await pause(300);
      expect(listener.all("message").map(({ content }) => content)).not.toContain("can you hear me");
    });

    it("a player banned from chat listens on by its open sockets: out of the room within a second", async () => {
      const [banned, speaker] = [await newcomer(), await enter(await newcomer())];
      const sockets = [await enter(banned), await enter(banned)];
      const admin = await openLiveSocket(fixture().url, fixture().admin);
      open.push(admin);
      const payload = { targetWallet: banned.address, durationHours: 24 };
      expect(await admin.ask("chat-moderate:ban", payload)).toMatchObject({ success: true });
      await pause(1_500);
      await say(speaker, "he is gone");
      await pause(300);
      for (const live of sockets) {
        expect(live.all("message").map(({ content }) => content)).not.toContain("he is gone");
        expect(await live.ask("join-room", "lobby")).toMatchObject({ code: "CHAT_BANNED" });
        expect(await say(live, "back again")).toMatchObject({ success: false });
      }
    });
  });

  describe("what is said", () => {
    it.each([
      ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
      ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
      ["</p><svg/onload=alert`1`>", "&lt;/p&gt;&lt;svg/onload=alert`1`&gt;"],
      ["&lt;b&gt;", "&lt;b&gt;"],
      ["javascript:alert(1)", "javascript:alert(1)"],
      ["${7*7} {{7*7}} %s %00", "${7*7} {{7*7}} %s %00"],
      ["'; drop table chat_messages; --", "'; drop table chat_messages; --"],
      ["a\u202Eb\u0000c\u001B[31m\nd", "abc[31md"],
      ["\uD800x\uDC00", "x"],
    ])("somebody says %j: everybody hears harmless text, by its sender's own name", async (typed, heard) => {
      const [author, listener] = [await newcomer(), await enter(victim)];
      const live = await enter(author);
      const lies = {
        username: "<b>admin</b>",
        walletAddress: victim.address,
        isAdmin: true,
        isModerator: true,
        hasStar: true,
        active_title: "<i>",
        id: "1",
        timestamp: "2000-01-01T00:00:00.000Z",
      };
      expect(await say(live, typed, lies)).toMatchObject({ success: true });
      const message = await until(
        "the message",
        async () => listener.all("message").find(({ walletAddress }) => walletAddress === author.address),
        { patienceMs: 10_000, everyMs: 50 },
      );
      expect(message).toMatchObject({ content: heard, isAdmin: false, hasStar: false, active_title: null });
      expect(message.username).toMatch(/^talker-\d+$/);
      expect(JSON.stringify(message)).not.toMatch(/[<>\p{Cc}\p{Bidi_Control}]/u);
      expect(Date.now() - Date.parse(message.timestamp)).toBeLessThan(60_000);
    });

    it.each<[string, unknown, string]>([
      ["51 letters", "x".repeat(51), "CHAT_MESSAGE_TOO_LONG"],
      ["51 horses", "\u{1F40E}".repeat(51), "CHAT_MESSAGE_TOO_LONG"],
      ["a letter under 60 marks", `z${"\u0341".repeat(60)}`, "CHAT_MESSAGE_TOO_LONG"],
      ["ten thousand letters", "x".repeat(10_000), "CHAT_MESSAGE_TOO_LONG"],
      ["blanks of all kinds", " \u00A0\u2003\u3000\t\n", "CHAT_MESSAGE_EMPTY"],
      ["what nobody sees", "\u200B\u200D\u2060\uFEFF\u00AD\u115F\u3164\u2800", "CHAT_MESSAGE_EMPTY"],
      ["marks of direction alone", "\u202E\u2066\u200F", "CHAT_MESSAGE_EMPTY"],
      ["NUL and escape", "\u0000\u001B\u007F\u0085", "CHAT_MESSAGE_EMPTY"],
      ["tags that cannot be seen", "\u{E0041}\u{E0042}", "CHAT_MESSAGE_EMPTY"],
      ["nothing", "", "CHAT_MESSAGE_EMPTY"],
      ["a list", ["x"], "INVALID_INPUT"],
      ["an object", { toString: "x" }, "INVALID_INPUT"],
      ["a number", 5, "INVALID_INPUT"],
    ])("somebody says %s: refused, and nothing is stored", async (_what, content, code) => {
      const live = await enter(attacker);
      const count = async () => (await fixture().query("select count(*) from chat_messages"))[0];
      const before = await count();
      expect(await say(live, content)).toMatchObject({ success: false, code });
      expect(await count()).toEqual(before);
    });
  });

  it("somebody reports its own message, one that is none, and the same one by every socket: one report counts", async () => {
    const [author, reporter] = [await enter(victim), await newcomer()];
    await say(author, "what of it");
    const [said] = await fixture().query(
      "select id from chat_messages where wallet = $1 order by sent_at desc limit 1",
      [victim.address],
    );
    const messageId = `m${said?.id}`;
    expect((await author.ask("chat-report", { messageId, reason: "spam" })).success).toBe(false);
    const sockets = await Promise.all([0, 1, 2].map(() => enter(reporter)));
    for (const id of ["m0", "m999999999", "m-1", "1 or 1=1", "\u0000"])
      expect([id, (await sockets[0]?.ask("chat-report", { messageId: id }))?.success]).toEqual([id, false]);
    await Promise.all(sockets.map((live) => live.ask("chat-report", { messageId, reason: "insult" })));
    const { body } = await fixture().admin.call("GET", "/api/chat/reports");
    const found = body.reports.filter(({ message }: Json) => message.id === messageId);
    expect(found).toMatchObject([{ reports: 1, reasons: ["insult"] }]);
    expect(JSON.stringify(body)).not.toContain(reporter.address);
  });
}
