import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChatRoom } from "../../../../tests/support/chat-room.ts";
import { type ManualClock, manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { until } from "../../../../tests/support/until.ts";
import { openSocketCluster } from "../../adapters/socket-cluster.ts";
import type { SocketCluster } from "../../foundation/sockets/socket-cluster.ts";

const MINUTE_MS = 60_000;

let database: TestDatabase;
let clock: ManualClock;
beforeAll(async () => {
  database = await openTestDatabase();
  clock = manualClock(Date.now());
});
afterAll(() => database.close());

describe("after a restart", () => {
  let room: Awaited<ReturnType<typeof openChatRoom>>;
  beforeAll(async () => {
    room = await openChatRoom({ database, clock });
    await room.set("chat_slow_mode_seconds", "0");
  });
  afterAll(() => room.close());

  it("CHAT-8 mutes and bans hold, and what was said is there", async () => {
    const [muted, banned] = [await room.newChatter(), await room.newChatter()];
    const moderator = await room.newChatter(room.admin);
    await muted.say("before the restart");
    await moderator.live.ask("chat-moderate:mute", { targetWallet: muted.address, durationMinutes: 10 });
    await moderator.live.ask("chat-moderate:ban", { targetWallet: banned.address, durationHours: 1 });

    const restarted = await openTestServer({ database, clock });
    try {
      const again = await room.enter(muted, restarted);
      const [history] = again.live.all("room-history");
      expect(history.messages).toMatchObject([{ content: "before the restart" }]);
      expect(await again.say("after it")).toMatchObject({ code: "MUTED", retryAfterMs: 10 * MINUTE_MS });
      const outside = await room.connect(banned, restarted);
      expect(await outside.ask("join-room", "lobby")).toMatchObject({ code: "CHAT_BANNED" });
    } finally {
      await restarted.close();
    }
  });
});

const databaseUrl = process.env["TEST_DATABASE_URL"] ?? null;

describe.runIf(databaseUrl !== null)("two servers on one Postgres", () => {
  let room: Awaited<ReturnType<typeof openChatRoom>>;
  let other: TestServer;
  const clusters: SocketCluster[] = [];

  async function newCluster(): Promise<SocketCluster> {
    const cluster = await openSocketCluster(databaseUrl ?? "", (error) => {
      throw error;
    });
    clusters.push(cluster);
    return cluster;
  }

  beforeAll(async () => {
    room = await openChatRoom({ database, clock, cluster: await newCluster() });
    other = await openTestServer({ database, clock, cluster: await newCluster() });
    await room.set("chat_slow_mode_seconds", "0");
    // The server begins listening to the database a moment after connecting to it.
    const [here, there] = [await room.newChatter(), await room.enter(await room.withProfile(), other)];
    await until("the servers to hear each other", async () => {
      await clock.advance(10_000);
      await here.say("are you there");
      return there.read().length > 0;
    });
  });
  afterAll(async () => {
    await room?.close();
    await other?.close();
    for (const cluster of clusters) await cluster.close();
  });

  const bothRecheck = () => Promise.all([room.server.sockets.recheck(), other.sockets.recheck()]);

  it("a message is heard at both, and deleted at both", async () => {
    const [here, there] = [await room.newChatter(), await room.enter(await room.withProfile(), other)];
    await here.say("from here");
    await there.say("from there");
    for (const chatter of [here, there])
      await expect.poll(() => chatter.read().toSorted()).toEqual(["from here", "from there"]);
    const moderator = await room.newChatter(room.admin);
    const { id } = there.live.all("message")[0];
    await moderator.live.ask("chat-moderate:delete-message", { messageId: id });
    await expect.poll(() => there.live.all("message-deleted")).toEqual([{ ids: [id] }]);
  });

  it("CHAT-11 slow mode is one for both", async () => {
    await room.set("chat_slow_mode_seconds", "5");
    const browser = await room.withProfile();
    const [here, there] = [await room.enter(browser), await room.enter(browser, other)];
    expect(await here.say("one")).toMatchObject({ success: true });
    expect(await there.say("two")).toMatchObject({ code: "CHAT_SLOW_MODE", retryAfterMs: 5_000 });
    await clock.advance(5_000);
    const both = await Promise.all([here.say("three"), there.say("four")]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    await room.set("chat_slow_mode_seconds", "0");
  });

  it("CHAT-8 a mute and a ban given at one hold at the other, on sockets that were open", async () => {
    const moderator = await room.newChatter(room.admin);
    const [muted, banned] = [
      await room.enter(await room.withProfile(), other),
      await room.enter(await room.withProfile(), other),
    ];
    await moderator.live.ask("chat-moderate:mute", { targetWallet: muted.address, durationMinutes: 10 });
    await moderator.live.ask("chat-moderate:ban", { targetWallet: banned.address, durationHours: 1 });
    expect(await muted.say("hello")).toMatchObject({ code: "MUTED" });
    expect(await banned.say("hello")).toMatchObject({ code: "CHAT_BANNED" });
    await expect.poll(() => muted.live.all("chat-standing")).toHaveLength(2);
    await expect.poll(() => banned.live.all("user-notification")).toHaveLength(1);
    await bothRecheck();
    await moderator.say("is he gone?");
    await expect.poll(muted.read).toContain("is he gone?");
    expect(banned.read()).toEqual([]);
  });

  it("CHAT-14 moderators at the other server are told of a report", async () => {
    const browser = await room.withProfile();
    await room.appoint(browser);
    const moderator = await room.enter(browser, other);
    const [author, reporter] = [await room.newChatter(), await room.newChatter()];
    await author.say("nasty");
    await expect.poll(() => reporter.live.all("message")).toHaveLength(1);
    const { id } = reporter.live.all("message")[0];
    expect(await reporter.live.ask("chat-report", { messageId: id })).toEqual({ success: true });
    await expect.poll(() => moderator.live.all("chat-report-update")).toHaveLength(1);
  });

  it("who is online at both is counted once, and not at all when its server ends", async () => {
    room.disconnectAll();
    const third = await openTestServer({ database, clock, cluster: await newCluster() });
    const notifyOnline = (...servers: readonly TestServer[]) => {
      for (const { sockets } of [room.server, other, ...servers]) sockets.notifyOnline();
    };
    const [ada, ben, cid] = [await room.withProfile(), await room.withProfile(), await room.withProfile()];
    const watching = await room.connect(ada);
    const counts = [
      watching,
      await room.connect(ada, other),
      await room.connect(ben, other),
      await room.connect(cid, third),
    ].map((live) => () => live.all("online-users").at(-1)?.count);
    const counted = () => {
      notifyOnline(third);
      return counts.map((count) => count());
    };
    await expect.poll(counted, { timeout: 20_000, interval: 300 }).toEqual([3, 3, 3, 3]);
    await third.close();
    const left = () => {
      notifyOnline();
      return watching.all("online-users").at(-1)?.count;
    };
    await expect.poll(left, { timeout: 20_000, interval: 300 }).toBe(2);
    // A killed server sends no goodbye: it is noticed after ten seconds.
    const killed = await openTestServer({ database, clock, cluster: await newCluster() });
    await room.connect(cid, killed);
    const withIt = () => {
      notifyOnline(killed);
      return watching.all("online-users").at(-1)?.count;
    };
    await expect.poll(withIt, { timeout: 20_000, interval: 300 }).toBe(3);
    const missed = async () => {
      await clock.advance(4_000);
      notifyOnline();
      return watching.all("online-users").at(-1)?.count;
    };
    await expect.poll(missed, { timeout: 20_000, interval: 300 }).toBe(2);
    await killed.close();
  });
});
