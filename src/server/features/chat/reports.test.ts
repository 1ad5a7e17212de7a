import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Chatter, openChatRoom } from "../../../../tests/support/chat-room.ts";
import { newWallet } from "../../../../tests/support/browser-session.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { chatBlocks, chatMessages, chatReportCases, chatReports } from "../../foundation/db/schema/chat.ts";

let room: Awaited<ReturnType<typeof openChatRoom>>;
let moderator: Chatter;
let author: Chatter;
let players: readonly Chatter[];
beforeAll(async () => {
  room = await openChatRoom();
  await room.set("chat_slow_mode_seconds", "0");
});
afterAll(() => room.close());
beforeEach(async () => {
  for (const table of [chatMessages, chatReports, chatReportCases, chatBlocks])
    await room.server.db.delete(table);
  const browser = await room.withProfile();
  await room.appoint(browser);
  moderator = await room.enter(browser);
  author = await room.newChatter();
  players = [await room.newChatter(), await room.newChatter()];
});

async function sayAndFind(chatter: Chatter, content: string): Promise<string> {
  await chatter.say(content);
  await expect.poll(chatter.read).toContain(content);
  return chatter.live.all("message").find((message) => message.content === content).id;
}
const report = (by: Chatter | undefined, messageId: string, reason?: string) =>
  by?.live.ask("chat-report", { messageId, reason });
const queue = (query = "", by = moderator) => by.call("GET", `/api/chat/reports${query}`);
const resolve = (id: string, resolution: string, by = moderator) =>
  by.call("POST", `/api/chat/reports/${id}/resolve`, { body: { resolution } });

describe("a report", () => {
  it("CHAT-13 counts once for a player, not for one's own message and not for none", async () => {
    const id = await sayAndFind(author, "nasty");
    const [one, two] = players;
    expect(await report(one, id, "insult")).toEqual({ success: true });
    expect(await report(one, id, "spam")).toMatchObject({ code: "CHAT_REPORT_EXISTS" });
    expect(await report(two, id)).toEqual({ success: true });
    expect(await report(author, id)).toMatchObject({ code: "CHAT_REPORT_OWN" });
    expect(await report(two, "m0")).toMatchObject({ code: "CHAT_MESSAGE_NOT_FOUND" });
    expect(await report(two, id, "because")).toMatchObject({ code: "INVALID_INPUT", field: "reason" });
    const nameless = await room.connect(await room.signedIn());
    expect(await nameless.ask("chat-report", { messageId: id })).toMatchObject({ code: "PROFILE_REQUIRED" });
    const { body } = await queue();
    expect(body).toMatchObject({
      success: true,
      open: 1,
      nextCursor: null,
      reports: [
        {
          message: { id, content: "nasty", walletAddress: author.address },
          deleted: false,
          reports: 2,
          reasons: ["insult", "other"],
          status: "open",
          resolved_by: null,
          resolved_at: null,
        },
      ],
    });
    for (const { address } of players) expect(JSON.stringify(body)).not.toContain(address);
  });

  it("CHAT-13 is refused after thirty in a day", async () => {
    const reportedAt = new Date(room.server.clock.now());
    const { address: reporter = "" } = players[0] ?? {};
    const rows = Array.from({ length: 30 }, (_, at) => ({
      messageId: 1_000_000 + at,
      reporter,
      reason: "spam" as const,
      reportedAt,
    }));
    await room.server.db.insert(chatReports).values(rows);
    await room.server.clock.advance(3_600_000);
    const id = await sayAndFind(author, "again");
    expect(await report(players[0], id)).toMatchObject({
      code: "RATE_LIMITED",
      retryAfterMs: 23 * 3_600_000,
    });
    await room.server.clock.advance(23 * 3_600_000);
    expect(await report(players[0], id)).toEqual({ success: true });
  });

  it("CHAT-13 made at once with the thirtieth is refused too", async () => {
    const reportedAt = new Date(room.server.clock.now());
    const { address: reporter = "" } = players[0] ?? {};
    const rows = Array.from({ length: 29 }, (_, at) => ({
      messageId: 2_000_000 + at,
      reporter,
      reason: "spam" as const,
      reportedAt,
    }));
    await room.server.db.insert(chatReports).values(rows);
    const ids = [await sayAndFind(author, "one"), await sayAndFind(author, "two")];
    const answers = await Promise.all(ids.map(async (id) => report(players[0], id)));
    expect(answers.filter((answer) => answer?.success)).toHaveLength(1);
    expect(answers.filter((answer) => answer?.code === "RATE_LIMITED")).toHaveLength(1);
  });
});

describe("the moderators' queue", () => {
  it("CHAT-14 is told of a new report at once, and moderators alone are", async () => {
    const id = await sayAndFind(author, "nasty");
    await report(players[0], id, "scam");
    await expect.poll(() => moderator.live.all("chat-report-update")).toHaveLength(1);
    expect(moderator.live.all("chat-report-update")[0]).toMatchObject({
      report: { message: { id }, reasons: ["scam"], reports: 1, status: "open" },
      open: 1,
    });
    for (const chatter of [author, ...players]) expect(chatter.live.all("chat-report-update")).toEqual([]);
    expect((await queue("", players[0])).body.code).toBe("NOT_MODERATOR");
    expect((await resolve(id, "dismissed", players[0])).body.code).toBe("NOT_MODERATOR");
  });

  it("ACCESS-2 is told no more to one whose role was taken away", async () => {
    await room.appoint();
    await room.server.sockets.recheck();
    await report(players[0], await sayAndFind(author, "nasty"));
    await report(players[1], await sayAndFind(author, "worse"));
    expect(moderator.live.all("chat-report-update")).toEqual([]);
    expect((await queue()).body.code).toBe("NOT_MODERATOR");
  });

  it("CHAT-14 lists what waits, longest first, page by page, and what was decided", async () => {
    const ids: string[] = [];
    for (const text of ["one", "two", "three"]) {
      const id = await sayAndFind(author, text);
      await report(players[0], id);
      ids.push(id);
      await room.server.clock.advance(1_000);
    }
    const first = await queue("?limit=2");
    const idsIn = (answer: typeof first) =>
      answer.body.reports.map(({ message }: { message: { id: string } }) => message.id);
    expect(idsIn(first)).toEqual(ids.slice(0, 2));
    const second = await queue(`?limit=2&cursor=${first.body.nextCursor}`);
    expect([idsIn(second), second.body.nextCursor, second.body.open]).toEqual([ids.slice(2), null, 3]);
    await resolve(ids[1] ?? "", "dismissed");
    await room.server.clock.advance(1_000);
    await resolve(ids[0] ?? "", "deleted");
    expect(idsIn(await queue("?status=resolved&limit=1"))).toEqual([ids[0]]);
    const resolved = await queue("?status=resolved");
    expect(idsIn(resolved)).toEqual([ids[0], ids[1]]);
    expect(resolved.body).toMatchObject({
      open: 1,
      reports: [
        { status: "deleted", deleted: true, resolved_by: expect.stringMatching(/^chatter-/) },
        { status: "dismissed", deleted: false },
      ],
    });
    expect((await queue("?cursor=nonsense")).body).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
  });

  it("CHAT-14 a dismissed message does not come back, whoever reports it", async () => {
    const id = await sayAndFind(author, "harmless");
    await report(players[0], id);
    expect((await resolve(id, "dismissed")).body).toMatchObject({ open: 0, report: { status: "dismissed" } });
    expect((await resolve(id, "deleted")).body.code).toBe("CHAT_REPORT_RESOLVED");
    expect((await resolve("m0", "deleted")).body.code).toBe("CHAT_REPORT_NOT_FOUND");
    const heard = moderator.live.all("chat-report-update").length;
    expect(await report(players[1], id)).toEqual({ success: true });
    expect((await queue()).body).toMatchObject({ open: 0, reports: [] });
    expect(moderator.live.all("chat-report-update")).toHaveLength(heard);
  });

  it("CHAT-14 deleting by a report takes the message away; deleting the message closes its report", async () => {
    const [first, second] = [await sayAndFind(author, "first"), await sayAndFind(author, "second")];
    await report(players[0], first);
    await report(players[0], second);
    expect((await resolve(first, "deleted")).status).toBe(200);
    await expect.poll(() => author.live.all("message-deleted")).toEqual([{ ids: [first] }]);
    await moderator.live.ask("chat-moderate:delete-message", { messageId: second });
    expect((await queue()).body).toMatchObject({ open: 0 });
    await expect
      .poll(() => moderator.live.all("chat-report-update").at(-1))
      .toMatchObject({
        report: { message: { id: second }, status: "deleted", deleted: true },
        open: 0,
      });
    const actions = (await room.server.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["chat.delete-reported", "chat.delete-message"]));
  });

  it("LIMITS-16 leaves an admin's message to admins", async () => {
    const admin = await room.newChatter(room.admin);
    const id = await sayAndFind(admin, "by an admin");
    await report(players[0], id);
    expect((await resolve(id, "deleted")).body.code).toBe("TARGET_PROTECTED");
    expect((await resolve(id, "deleted", admin)).status).toBe(200);
  });

  it("CHAT-14 lets a moderator delete what it said itself, as from the menu of the message", async () => {
    const id = await sayAndFind(moderator, "not my best");
    await report(players[0], id);
    expect((await resolve(id, "deleted")).body).toMatchObject({ report: { status: "deleted" }, open: 0 });
  });
});

describe("blocked players", () => {
  const blocks = (by: Chatter) => by.call("GET", "/api/chat/blocks");
  const block = (by: Chatter, wallet: string) => by.call("PUT", `/api/chat/blocks/${wallet}`);
  const unblock = (by: Chatter, wallet: string) => by.call("DELETE", `/api/chat/blocks/${wallet}`);

  it("CHAT-15 follow the player, and nobody else sees who they are", async () => {
    const [me] = players as [Chatter];
    expect((await block(me, author.address)).body).toMatchObject({
      success: true,
      blocked: [{ wallet_address: author.address, username: expect.stringMatching(/^chatter-/) }],
    });
    await room.server.clock.advance(1_000);
    await block(me, moderator.address);
    const again = await block(me, author.address);
    const listed = again.body.blocked.map((one: { wallet_address: string }) => one.wallet_address);
    expect(listed).toEqual([moderator.address, author.address]);
    expect((await blocks(author)).body.blocked).toEqual([]);
    expect((await unblock(me, moderator.address)).body.blocked).toHaveLength(1);
    expect((await unblock(me, moderator.address)).body.blocked).toHaveLength(1);
    const elsewhere = await room.signedIn(me.wallet);
    expect((await elsewhere.call("GET", "/api/chat/blocks")).body.blocked).toHaveLength(1);
  });

  it("CHAT-15 are players, others than oneself, and at most five hundred", async () => {
    const [me] = players as [Chatter];
    expect((await block(me, me.address)).body.code).toBe("CHAT_BLOCK_SELF");
    expect((await block(me, newWallet().address)).body.code).toBe("USER_NOT_FOUND");
    expect((await block(me, "nobody")).body).toMatchObject({ code: "INVALID_INPUT", field: "targetWallet" });
    const blockedAt = new Date(room.server.clock.now());
    const rows = Array.from({ length: 500 }, (_, at) => ({
      wallet: me.address,
      blocked: `w${at}`,
      blockedAt,
    }));
    await room.server.db.insert(chatBlocks).values(rows);
    expect((await block(me, author.address)).body.code).toBe("CHAT_BLOCKS_FULL");
  });
});
