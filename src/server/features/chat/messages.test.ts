import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { openChatRoom } from "../../../../tests/support/chat-room.ts";
import { newWallet } from "../../../../tests/support/browser-session.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { forgetOldMessages } from "./forget-old-messages.ts";

let room: Awaited<ReturnType<typeof openChatRoom>>;
beforeAll(async () => {
  room = await openChatRoom();
});
afterAll(() => room.close());
beforeEach(async () => {
  await room.server.db.delete(chatMessages);
  await room.set("chat_slow_mode_seconds", "0");
});

const stored = () => room.server.db.select().from(chatMessages).orderBy(chatMessages.id);

describe("who chats", () => {
  it("CHAT-1 a visitor and a wallet without a profile hear and say nothing", async () => {
    const visitor = await room.connect(null);
    expect(await visitor.ask("join-room", "lobby")).toMatchObject({ code: "NOT_SIGNED_IN" });
    const nameless = await room.connect(await room.signedIn());
    expect(await nameless.ask("join-room", "lobby")).toMatchObject({ code: "PROFILE_REQUIRED" });
    expect(await nameless.ask("send-message", { content: "hi", room: "lobby" })).toMatchObject({
      code: "ROOM_NOT_JOINED",
    });
    const player = await room.newChatter();
    expect(await player.say("anybody here?")).toMatchObject({ success: true });
    await expect.poll(player.read).toEqual(["anybody here?"]);
    expect([...visitor.all("message"), ...nameless.all("message")]).toEqual([]);
  });

  it("CHAT-1 who has not joined the room can say nothing in it", async () => {
    const live = await room.connect(await room.withProfile());
    expect(await live.ask("send-message", { content: "hi", room: "lobby" })).toMatchObject({
      success: false,
      code: "ROOM_NOT_JOINED",
    });
    expect(await live.ask("send-message", { content: "hi", room: "attic" })).toMatchObject({
      code: "ROOM_NOT_FOUND",
    });
    expect(await stored()).toEqual([]);
  });
});

describe("what is heard", () => {
  it("CHAT-2 joining tells the last hundred messages, oldest first, and none that was deleted", async () => {
    const writer = await room.withProfile();
    const sentAt = new Date(room.server.clock.now());
    const [deletedAt, flag] = [sentAt, false];
    const common = { room: "lobby", wallet: writer.address, username: "writer", sentAt };
    const badges = { isAdmin: flag, isModerator: flag, hasStar: flag, isStreamer: flag, isPartner: flag };
    for (let number = 1; number <= 110; number++) {
      const gone = number === 50 ? { deletedAt } : {};
      await room.server.db
        .insert(chatMessages)
        .values({ ...common, ...badges, content: String(number), ...gone });
    }
    const reader = await room.newChatter();
    const [history] = reader.live.all("room-history");
    expect(history.room).toBe("lobby");
    const contents = history.messages.map(({ content }: { content: string }) => Number(content));
    expect(contents).toHaveLength(100);
    expect(contents).toEqual(contents.toSorted((a: number, b: number) => a - b));
    expect([contents[0], contents.at(-1), contents.includes(50)]).toEqual([10, 110, false]);
  });

  it("a message says who sent it and with which badges, whatever its payload claims", async () => {
    const { db } = room.server;
    const sender = await room.withProfile();
    await db.update(users).set({ isStreamer: true, isPartner: true }).where(eq(users.wallet, sender.address));
    const chatter = await room.enter(sender);
    const forged = {
      walletAddress: room.admin.address,
      username: "steward",
      isAdmin: true,
      isModerator: true,
      hasStar: true,
      active_title: "Legend",
      timestamp: "2001-01-01T00:00:00.000Z",
      id: "m1",
    };
    await chatter.say("I am the steward", forged);
    await expect.poll(chatter.read).toHaveLength(1);
    const [message] = chatter.live.all("message");
    expect(message).toEqual({
      id: expect.stringMatching(/^m\d+$/),
      walletAddress: sender.address,
      username: expect.stringMatching(/^chatter-/),
      content: "I am the steward",
      room: "lobby",
      timestamp: new Date(room.server.clock.now()).toISOString(),
      isAdmin: false,
      isModerator: false,
      hasStar: false,
      active_title: null,
      is_streamer: true,
      is_partner: true,
    });
    // A message keeps the badges its sender had when it was sent.
    await db.update(users).set({ isStreamer: false }).where(eq(users.wallet, sender.address));
    const later = await room.newChatter();
    expect(later.live.all("room-history")[0].messages).toEqual([message]);
  });

  it("admins of the configuration carry a star, appointed moderators their badge", async () => {
    const admin = await room.newChatter(room.admin);
    const moderator = await room.withProfile();
    await room.appoint(moderator);
    const chatter = await room.enter(moderator);
    await admin.say("one");
    await chatter.say("two");
    await expect.poll(chatter.read).toEqual(["one", "two"]);
    expect(chatter.live.all("message")).toMatchObject([
      { isAdmin: true, isModerator: true, hasStar: true },
      { isAdmin: false, isModerator: true, hasStar: false },
    ]);
    await room.appoint();
  });

  it("LIMITS-15 text is cleaned again by the server, and refused when nothing or too much is seen", async () => {
    const chatter = await room.newChatter();
    await chatter.say(" <img src=x\u0000 onerror=alert(1)>     \u202E ");
    await chatter.say("&lt;".repeat(50));
    await expect.poll(chatter.read).toEqual(["&lt;img src=x onerror=alert(1)&gt;", "&lt;".repeat(50)]);
    expect(await chatter.say("\u200B \t")).toMatchObject({ code: "CHAT_MESSAGE_EMPTY", field: "content" });
    expect(await chatter.say("x".repeat(51))).toMatchObject({ code: "CHAT_MESSAGE_TOO_LONG" });
    expect(await chatter.say("x".repeat(3_000))).toMatchObject({ code: "CHAT_MESSAGE_TOO_LONG" });
    expect(await stored()).toHaveLength(2);
  });

  it("CHAT-4 messages are stored, and forgotten after ninety days", async () => {
    const chatter = await room.newChatter();
    await chatter.say("old");
    const [old] = await stored();
    await room.server.db
      .update(chatMessages)
      .set({ sentAt: new Date(room.server.clock.now() - 90 * DAY_MS - 1) })
      .where(eq(chatMessages.id, old?.id ?? 0));
    await chatter.say("new");
    await forgetOldMessages(room.server);
    expect((await stored()).map(({ content }) => content)).toEqual(["new"]);
  });
});

describe("how much is said", () => {
  it("CHAT-11 slow mode refuses with the time left, at every socket of the player", async () => {
    await room.set("chat_slow_mode_seconds", "3");
    const browser = await room.withProfile();
    const [one, two] = [await room.enter(browser), await room.enter(browser)];
    expect(one.live.all("chat-standing")).toEqual([
      { mutedUntil: null, bannedUntil: null, slowModeMs: 3_000 },
    ]);
    expect(await one.say("first")).toEqual({ success: true, retryAfterMs: 3_000, slowModeMs: 3_000 });
    await room.server.clock.advance(1_200);
    expect(await two.say("second")).toEqual({
      success: false,
      code: "CHAT_SLOW_MODE",
      message: "Slow mode is on. Please wait a moment.",
      retryAfterMs: 1_800,
    });
    await room.server.clock.advance(1_800);
    expect(await two.say("second")).toMatchObject({ success: true });
  });

  it("CHAT-11 moderators need not wait", async () => {
    await room.set("chat_slow_mode_seconds", "60");
    const admin = await room.newChatter(room.admin);
    expect(admin.live.all("chat-standing")).toMatchObject([{ slowModeMs: 0 }]);
    expect(await admin.say("one")).toEqual({ success: true, slowModeMs: 0 });
    expect(await admin.say("two")).toEqual({ success: true, slowModeMs: 0 });
  });

  it("CHAT-12 five messages in ten seconds are taken, the sixth is told how long to wait", async () => {
    const chatter = await room.newChatter();
    for (const text of ["1", "2", "3", "4"]) {
      expect(await chatter.say(text)).toEqual({ success: true, slowModeMs: 0 });
    }
    // Not the slow mode: the page must know which of the two waits it is.
    expect(await chatter.say("5")).toEqual({ success: true, retryAfterMs: 10_000, slowModeMs: 0 });
    expect(await chatter.say("6")).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 10_000 });
    await room.server.clock.advance(10_000);
    expect(await chatter.say("6")).toMatchObject({ success: true });
  });

  it("CHAT-12 messages sent at once are counted one after the other", async () => {
    await room.set("chat_slow_mode_seconds", "5");
    const browser = await room.withProfile();
    const chatters = await Promise.all([1, 2, 3, 4].map(() => room.enter(browser)));
    const answers = await Promise.all(chatters.map((chatter) => chatter.say("now")));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it("LIMITS-4 ten thousand messages at once: the socket is cut, few are stored, others are heard", async () => {
    const flooder = await room.newChatter();
    const other = await room.newChatter(newWallet());
    const gone = new Promise((resolve) => flooder.live.socket.once("disconnect", resolve));
    for (let at = 0; at < 10_000; at++) {
      flooder.live.socket.emit("send-message", { content: `spam ${at}`, room: "lobby" });
    }
    expect(await gone).toBe("transport close");
    expect(await other.say("still here")).toMatchObject({ success: true });
    await expect.poll(other.read).toContain("still here");
    expect((await stored()).length).toBeLessThanOrEqual(6);
  });

  it("LIMITS-4 a refused event says how long to wait", async () => {
    const chatter = await room.newChatter();
    const answers = await Promise.all(Array.from({ length: 40 }, () => chatter.say("")));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === "CHAT_MESSAGE_EMPTY")).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: expect.any(Number) });
  });
});
