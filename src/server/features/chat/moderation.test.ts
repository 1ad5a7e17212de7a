import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { openChatRoom } from "../../../../tests/support/chat-room.ts";
import { newWallet } from "../../../../tests/support/browser-session.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let room: Awaited<ReturnType<typeof openChatRoom>>;
let moderator: Awaited<ReturnType<typeof room.newChatter>>;
beforeAll(async () => {
  room = await openChatRoom();
  await room.set("chat_slow_mode_seconds", "0");
});
afterAll(() => room.close());
beforeEach(async () => {
  await room.server.db.delete(chatMessages);
  // From here on events are counted from zero.
  await room.server.clock.advance(MINUTE_MS);
  // A new one each time: what one moderator does in an hour is limited.
  const browser = await room.withProfile();
  await room.appoint(browser);
  moderator = await room.enter(browser);
});

const now = () => room.server.clock.now();
const iso = (ms: number) => new Date(ms).toISOString();
const mute = (targetWallet: string, durationMinutes = 10, by = moderator) =>
  by.live.ask("chat-moderate:mute", { targetWallet, durationMinutes });
const ban = (targetWallet: string, durationHours = 24, by = moderator) =>
  by.live.ask("chat-moderate:ban", { targetWallet, durationHours });
const purge = (targetWallet: string, count = 5, by = moderator) =>
  by.live.ask("chat-moderate:delete-last-messages-of-user", { targetWallet, count });
const remove = (messageId: string, by = moderator) =>
  by.live.ask("chat-moderate:delete-message", { messageId });

describe("who moderates", () => {
  it("ACCESS-5 is said by one list alone, from the next event on", async () => {
    const target = await room.newChatter();
    const player = await room.newChatter();
    expect(await mute(target.address, 1, player)).toMatchObject({ code: "NOT_MODERATOR" });
    await room.appoint(player);
    expect(await mute(target.address, 1, player)).toEqual({ success: true });
    expect((await player.call("GET", `/api/users/${player.address}`)).body.user.isChatModerator).toBe(true);
    await room.appoint();
    expect(await mute(target.address, 1, player)).toMatchObject({ code: "NOT_MODERATOR" });
    expect((await player.call("GET", `/api/users/${player.address}`)).body.user.isChatModerator).toBe(false);
  });

  it("LIMITS-16 does nothing to admins and other moderators", async () => {
    const other = await room.withProfile();
    await room.appoint(moderator, other);
    const [second, admin] = [await room.enter(other), await room.newChatter(room.admin)];
    await second.say("by a moderator");
    await admin.say("by an admin");
    for (const target of [second, admin]) {
      const [message] = target.live.all("message").filter((one) => one.walletAddress === target.address);
      expect(await mute(target.address)).toMatchObject({ success: false, code: "TARGET_PROTECTED" });
      expect(await ban(target.address)).toMatchObject({ code: "TARGET_PROTECTED" });
      expect(await purge(target.address)).toMatchObject({ code: "TARGET_PROTECTED" });
      await expect.poll(() => target.live.all("message").length).toBeGreaterThan(0);
      const id = message?.id ?? target.live.all("message").at(-1).id;
      expect(await remove(id)).toMatchObject({ code: "TARGET_PROTECTED" });
    }
    expect(await mute(moderator.address)).toMatchObject({ code: "TARGET_PROTECTED" });
    expect(await mute(second.address, 10, admin)).toEqual({ success: true });
    expect(await second.say("still?")).toMatchObject({ code: "MUTED" });
  });

  it("ACCESS-9 nobody acts on an admin, another admin neither", async () => {
    const other = await room.withProfile();
    await room.appoint(moderator);
    await room.server.db.insert(admins).values({
      wallet: other.address,
      appointedBy: room.admin.address,
      appointedAt: new Date(now()),
    });
    const [second, first] = [await room.enter(other), await room.newChatter(room.admin)];
    await second.say("by an admin");
    await expect.poll(() => first.live.all("message")).toHaveLength(1);
    expect(await mute(second.address, 1, first)).toMatchObject({ code: "TARGET_PROTECTED" });
    expect(await ban(second.address, 1, first)).toMatchObject({ code: "TARGET_PROTECTED" });
    expect(await purge(second.address, 1, first)).toMatchObject({ code: "TARGET_PROTECTED" });
    expect(await remove(first.live.all("message")[0].id, first)).toMatchObject({ code: "TARGET_PROTECTED" });
    const muted = await first.call("POST", "/api/admin/mute", {
      body: { adminWallet: first.address, walletAddress: second.address },
    });
    expect(muted.body.code).toBe("TARGET_PROTECTED");
    expect(await purge(second.address, 1, second)).toEqual({ success: true });
  });

  it("LIMITS-16 cuts what is asked beyond to the most that there is", async () => {
    const [muted, banned] = [await room.newChatter(), await room.newChatter()];
    await mute(muted.address, 1_000_000);
    await ban(banned.address, 1_000_000);
    expect(muted.live.all("chat-standing").at(-1).mutedUntil).toBe(iso(now() + 10 * MINUTE_MS));
    expect(banned.live.all("chat-standing").at(-1).bannedUntil).toBe(iso(now() + DAY_MS));
    expect(await mute(muted.address, 0)).toMatchObject({ code: "INVALID_INPUT", field: "durationMinutes" });
    expect(await mute(newWallet().address)).toMatchObject({ code: "USER_NOT_FOUND" });
  });
});

describe("a mute", () => {
  it("CHAT-6 refuses messages on a socket that was open, with the time left, until it ends", async () => {
    const target = await room.newChatter();
    expect(await target.say("before")).toMatchObject({ success: true });
    expect(await mute(target.address)).toEqual({ success: true });
    await room.server.clock.advance(MINUTE_MS);
    expect(await target.say("during")).toEqual({
      success: false,
      code: "MUTED",
      message: "You are muted",
      retryAfterMs: 9 * MINUTE_MS,
    });
    expect(await target.live.ask("join-room", "lobby")).toEqual({ success: true });
    expect(target.live.all("chat-standing").at(-1)).toMatchObject({
      mutedUntil: iso(now() + 9 * MINUTE_MS),
      bannedUntil: null,
    });
    await room.server.clock.advance(9 * MINUTE_MS);
    expect(await target.say("after")).toMatchObject({ success: true });
    await expect.poll(target.read).toEqual(["before", "after"]);
  });

  it("CHAT-8 is not shortened by a shorter one", async () => {
    const target = await room.newChatter();
    await mute(target.address, 10);
    await mute(target.address, 1);
    expect(await target.say("hello")).toMatchObject({ code: "MUTED", retryAfterMs: 10 * MINUTE_MS });
    await room.server.clock.advance(5 * MINUTE_MS);
    await mute(target.address, 10);
    expect(await target.say("hello")).toMatchObject({ code: "MUTED", retryAfterMs: 10 * MINUTE_MS });
  });

  it("CHAT-8 EFFECT-1 adds no row where one that ends no earlier stands, and a purge of nothing adds none", async () => {
    const target = await room.newChatter();
    const { db } = room.server;
    const rows = async () => [
      await db.$count(restrictions, eq(restrictions.wallet, target.address)),
      await db.$count(auditLog, eq(auditLog.subject, target.address)),
    ];
    await mute(target.address, 10);
    await ban(target.address, 24);
    expect(await rows()).toEqual([2, 2]);
    const acts = [
      mute(target.address, 10),
      mute(target.address, 1),
      ban(target.address, 2),
      purge(target.address),
    ];
    expect(await Promise.all(acts)).toEqual(Array(4).fill({ success: true }));
    expect(await rows()).toEqual([2, 2]);
    await room.server.clock.advance(1);
    await mute(target.address, 10);
    expect(await rows()).toEqual([3, 3]);
  });

  it("CHAT-16 is told to the player at once, with its end", async () => {
    const target = await room.newChatter();
    const until = iso(now() + 10 * MINUTE_MS);
    await mute(target.address);
    await mute(target.address, 2);
    await expect.poll(() => target.live.all("user-notification")).toHaveLength(1);
    expect(target.live.all("user-notification")[0].notification).toMatchObject({
      type: "chat_muted",
      kind: "chat_muted",
      params: { until },
      title: "You are muted in chat",
      body: `A moderator muted you: you can write again from ${until.slice(0, 16).replace("T", " ")} UTC.`,
    });
    const { body } = await target.call("GET", `/api/notifications/${target.address}`);
    expect(body.notifications).toMatchObject([{ kind: "chat_muted", params: { until } }]);
  });
});

describe("a ban from chat", () => {
  it("CHAT-7 takes open sockets out of the room within a second and lets none in", async () => {
    const target = await room.newChatter();
    expect(await ban(target.address)).toEqual({ success: true });
    expect(await target.say("still here")).toMatchObject({
      code: "CHAT_BANNED",
      retryAfterMs: DAY_MS,
    });
    await room.server.sockets.recheck();
    await moderator.say("without you");
    await expect.poll(moderator.read).toContain("without you");
    expect(await target.live.ask("join-room", "lobby")).toMatchObject({
      code: "CHAT_BANNED",
      message: "You are banned from the chat",
      retryAfterMs: DAY_MS,
    });
    expect(await target.say("hello?")).toMatchObject({ code: "ROOM_NOT_JOINED" });
    expect(target.read()).toEqual([]);
    expect(target.live.all("user-notification")[0].notification).toMatchObject({ kind: "chat_banned" });
    await room.server.clock.advance(DAY_MS);
    expect(await target.live.ask("join-room", "lobby")).toEqual({ success: true });
    expect(await target.say("back")).toMatchObject({ success: true });
  });

  it("an admin sees it with its end and who gave it, and lifts it at once", async () => {
    const target = await room.newChatter();
    await ban(target.address, 5);
    const panel = await room.signedIn(room.admin);
    const details = async () =>
      (await panel.call("GET", `/api/admin/user/${target.address}/details`)).body.user;
    expect(await details()).toMatchObject({
      banned: false,
      chat_banned_until: iso(now() + 5 * HOUR_MS),
      chat_banned_by: moderator.address,
    });
    const lift = (by = panel) => {
      const body = { adminWallet: by.address, walletAddress: target.address, reason: "a mistake" };
      return by.call("POST", "/api/admin/chat-unban", { body });
    };
    expect((await lift(moderator)).status).toBe(403);
    expect((await lift()).body).toMatchObject({
      changed: true,
      user: { chat_banned_until: null, chat_banned_by: null },
    });
    await expect.poll(() => target.live.all("chat-standing").at(-1)).toMatchObject({ bannedUntil: null });
    expect(await target.live.ask("join-room", "lobby")).toEqual({ success: true });
    expect(await target.say("back already")).toMatchObject({ success: true });
    const [row] = await room.server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({
      actor: room.admin.address,
      action: "player.chat-unban",
      subject: target.address,
      reason: "a mistake",
    });
  });

  it("CHAT-7 concerns the chat alone: the socket stays, and calls are answered", async () => {
    const target = await room.newChatter();
    await ban(target.address);
    await room.server.sockets.recheck();
    expect(target.live.socket.connected).toBe(true);
    const renamed = await target.call("PATCH", `/api/users/${target.address}`, {
      body: { username: `renamed-${now() % 1_000}` },
    });
    expect(renamed.status).toBe(200);
    const presets = await target.call("PUT", `/api/users/${target.address}/presets`, {
      body: { presets: [1, 2, 3, 4] },
    });
    expect(presets.status).toBe(200);
  });
});

describe("messages that are deleted", () => {
  it("CHAT-9 one by its id, for everybody in the room", async () => {
    const target = await room.newChatter();
    await target.say("nice");
    await target.say("nasty");
    await expect.poll(() => moderator.live.all("message")).toHaveLength(2);
    const { id } = moderator.live.all("message")[1];
    expect(await remove(id)).toEqual({ success: true });
    await expect.poll(() => target.live.all("message-deleted")).toEqual([{ ids: [id] }]);
    expect(await remove(id)).toMatchObject({ code: "CHAT_MESSAGE_NOT_FOUND" });
    for (const wrong of ["m0", "m999999999999", "n1", "1", "m1-1"])
      expect(await remove(wrong)).toMatchObject({ code: "CHAT_MESSAGE_NOT_FOUND" });
    const [history] = (await room.newChatter()).live.all("room-history");
    expect(history.messages.map(({ content }: { content: string }) => content)).toEqual(["nice"]);
  });

  it("CHAT-9 a player's last five at most, and nobody else's", async () => {
    const target = await room.newChatter();
    for (const text of ["1", "2", "3", "4", "5"]) await target.say(text);
    await room.server.clock.advance(10_000);
    await target.say("6");
    await moderator.say("mine");
    expect(await purge(target.address, 1_000_000)).toEqual({ success: true });
    await expect.poll(() => target.live.all("message-deleted")).toHaveLength(1);
    expect(target.live.all("message-deleted")[0].ids).toHaveLength(5);
    const left = () => room.newChatter().then(({ live }) => live.all("room-history")[0].messages);
    expect((await left()).map(({ content }: { content: string }) => content)).toEqual(["1", "mine"]);
    expect(await purge(target.address, 2)).toEqual({ success: true });
    expect(await purge(target.address, 2)).toEqual({ success: true });
    expect((await left()).map(({ content }: { content: string }) => content)).toEqual(["mine"]);
  });
});

describe("what is left of moderation", () => {
  it("CHAT-10 is a row for each action: who, whom, what, until when", async () => {
    const target = await room.newChatter();
    for (const text of ["nasty", "nastier"]) await target.say(text);
    await expect.poll(() => moderator.live.all("message")).toHaveLength(2);
    const [{ id }, { id: other }] = moderator.live.all("message");
    await mute(target.address, 3);
    await ban(target.address, 2);
    await remove(id);
    await purge(target.address);
    const rows = await room.server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(4);
    const common = { actor: moderator.address, subject: target.address };
    expect(rows.toReversed()).toMatchObject([
      { ...common, action: "chat.mute", detail: { until: iso(now() + 3 * MINUTE_MS) } },
      { ...common, action: "chat.ban", detail: { until: iso(now() + 2 * HOUR_MS) } },
      { ...common, action: "chat.delete-message", detail: { messages: [{ id, content: "nasty" }] } },
      { ...common, action: "chat.purge", detail: { messages: [{ id: other, content: "nastier" }] } },
    ]);
  });

  it("CHAT-10 is nothing for what was refused", async () => {
    const { db } = room.server;
    const before = [await db.$count(auditLog), await db.$count(restrictions)];
    await mute(moderator.address);
    await ban(room.admin.address);
    await purge(newWallet().address);
    await remove("m0");
    const player = await room.newChatter();
    await mute(moderator.address, 1, player);
    expect([await db.$count(auditLog), await db.$count(restrictions)]).toEqual(before);
  });
});

// Last, since it uses up what the admin may do in an hour.
describe("an admin who moderates much", () => {
  it("ACCESS-9 acts thirty times an hour at most, by events and calls together", async () => {
    const boss = await room.newChatter(room.admin);
    const target = await room.newChatter();
    const byCall = () =>
      boss.call("POST", "/api/admin/mute", {
        body: { adminWallet: boss.address, walletAddress: target.address },
      });
    const codes: unknown[] = [];
    for (let act = 0; act < 40; act += 1) {
      const answer = act % 2 === 0 ? await mute(target.address, 1, boss) : (await byCall()).body;
      codes.push(answer.code);
    }
    // The admin's acts of the tests before count as well.
    expect(codes.filter((code) => code === undefined).length).toBeLessThanOrEqual(30);
    expect(codes.slice(30)).toEqual(Array.from({ length: 10 }, () => "RATE_LIMITED"));
    const late = await byCall();
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(3_000);
    // Each moderator has a count of their own.
    const other = await room.withProfile();
    await room.appoint(other);
    expect(await mute(target.address, 1, await room.enter(other))).toEqual({ success: true });
  });
});
