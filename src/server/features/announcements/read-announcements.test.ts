import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrowserSession, newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { announcements, announcementViews } from "../../foundation/db/schema/announcements.ts";
import { listAnnouncements } from "./change-announcements.ts";
import { listViewers } from "./list-viewers.ts";

let server: TestServer;
let people: Readonly<Record<"visitor" | "player" | "streamer" | "partner", BrowserSession>>;
beforeAll(async () => {
  server = await openTestServer();
  const signedUp = async (username: string, flag?: string) => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    await browser.call("POST", "/api/users", { body: { walletAddress: browser.address, username } });
    if (flag !== undefined)
      await server.db.execute(
        sql`update users set ${sql.raw(flag)} = true where wallet = ${browser.address}`,
      );
    return browser;
  };
  people = {
    visitor: newBrowser(server.url),
    player: await signedUp("Player"),
    streamer: await signedUp("Streamer", "is_streamer"),
    partner: await signedUp("Partner", "is_partner"),
  };
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(announcements));

let made = 0;
const announce = (title: string, changes: Partial<typeof announcements.$inferInsert> = {}) => {
  made += 1;
  return server.db.insert(announcements).values({
    id: `a-${made}`,
    title,
    segment: "all",
    createdAt: new Date(server.clock.now() + made),
    ...changes,
  });
};
const read = async (browser: BrowserSession) => (await browser.call("GET", "/api/announcements")).body;
const titlesFor = async (browser: BrowserSession) =>
  (await read(browser)).announcements.map(({ title }: { title: string }) => title);
const inMs = (ms: number) => new Date(server.clock.now() + ms);

describe("announcements", () => {
  it("are for all, streamers, partners or the wallets named", async () => {
    await announce("all");
    await announce("streamers", { segment: "streamers" });
    await announce("partners", { segment: "partners" });
    await announce("player", { segment: "specific", targetWallets: [people.player.address] });
    // The wallets only count for the segment `specific`.
    await announce("nobody", { segment: "partners", targetWallets: [people.player.address] });
    expect(await titlesFor(people.visitor)).toEqual(["all"]);
    expect(await titlesFor(people.player)).toEqual(["player", "all"]);
    expect(await titlesFor(people.streamer)).toEqual(["streamers", "all"]);
    expect(await titlesFor(people.partner)).toEqual(["nobody", "partners", "all"]);
  });

  it("nobody reads another's by naming a wallet", async () => {
    await announce("player", { segment: "specific", targetWallets: [people.player.address] });
    const path = `/api/announcements?wallet=${people.player.address}`;
    expect((await people.visitor.call("GET", path)).status).toBe(401);
    expect((await people.streamer.call("GET", path)).status).toBe(403);
    expect((await people.player.call("GET", path)).body.announcements).toHaveLength(1);
  });

  it("are shown from their start until their end, while they are active", async () => {
    await announce("always");
    await announce("off", { active: false });
    await announce("over", { endsAt: inMs(-1) });
    await announce("until", { endsAt: inMs(60_000) });
    await announce("from", { startsAt: inMs(30_000), endsAt: inMs(90_000) });
    expect(await titlesFor(people.visitor)).toEqual(["until", "always"]);
    expect((await read(people.visitor)).nextChangeAt).toBe(inMs(30_000).toISOString());
    await server.clock.advance(30_000);
    expect(await titlesFor(people.visitor)).toEqual(["from", "until", "always"]);
    await server.clock.advance(30_000);
    expect(await titlesFor(people.visitor)).toEqual(["from", "always"]);
    await server.clock.advance(30_000);
    expect(await titlesFor(people.visitor)).toEqual(["always"]);
    expect((await read(people.visitor)).nextChangeAt).toBeNull();
  });

  it("come by priority, the newest first among equals, with title and body as they are", async () => {
    await announce("old");
    await announce("new", { body: "<b>5 SOL</b>" });
    await announce("urgent", { priority: 7 });
    await announce("small print", { priority: -1 });
    expect(await titlesFor(people.visitor)).toEqual(["urgent", "new", "old", "small print"]);
    expect((await read(people.visitor)).announcements[1]).toMatchObject({
      title: "new",
      body: "<b>5 SOL</b>",
      priority: 0,
      starts_at: null,
      ends_at: null,
    });
  });

  it("are at most twenty, the most important of those that have begun", async () => {
    await announce("first of all", { priority: 9 });
    await announce("to come", { priority: 8, startsAt: inMs(60_000) });
    for (let number = 1; number <= 20; number += 1) await announce(`number ${number}`);
    const titles = await titlesFor(people.visitor);
    expect(titles).toHaveLength(20);
    expect([titles[0], titles[1], titles.at(-1)]).toEqual(["first of all", "number 20", "number 2"]);
  });

  it("NEWS-9 say which of them the caller has seen, to nobody else and never to a visitor", async () => {
    await announce("first");
    await announce("second");
    const seenBy = async (browser: BrowserSession) =>
      (await read(browser)).announcements.map(({ seen }: { seen: boolean }) => seen);
    const [newest] = (await read(people.player)).announcements;
    const body = { walletAddress: people.player.address, ids: [newest.id] };
    expect((await people.player.call("POST", "/api/announcements/seen", { body })).status).toBe(200);
    expect(await seenBy(people.player)).toEqual([true, false]);
    expect(await seenBy(people.partner)).toEqual([false, false]);
    expect(await seenBy(people.visitor)).toEqual([false, false]);
  });

  it("NEWS-7 count each player once who has been shown one, and admins see who", async () => {
    await announce("all");
    await announce("streamers", { segment: "streamers" });
    await announce("off", { active: false });
    const rows = await server.db
      .select({ id: announcements.id, title: announcements.title })
      .from(announcements);
    const ids = rows.map(({ id }) => id);
    const see = async (browser: BrowserSession, seen: readonly string[] = ids) => {
      const body = { walletAddress: browser.address, ids: seen };
      const { status, body: answer } = await browser.call("POST", "/api/announcements/seen", { body });
      return [status, answer.seen ?? answer.code];
    };
    const counts = async () => {
      const listed = await listAnnouncements(server.db, { limit: 50 });
      return Object.fromEntries(
        listed.ok ? listed.value.announcements.map((one) => [one.title, one.seen_by]) : [],
      );
    };
    expect(await counts()).toEqual({ all: 0, streamers: 0, off: 0 });
    expect(await see(people.player)).toEqual([200, 1]);
    expect(await see(people.player)).toEqual([200, 0]);
    expect(await Promise.all([see(people.streamer), see(people.streamer)])).toContainEqual([200, 2]);
    expect(await counts()).toEqual({ all: 2, streamers: 1, off: 0 });

    // Who it was is for admins, by pages and as searched for.
    const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? "";
    const viewers = async (title: string, more: object = {}) => {
      const listed = await listViewers(server.db, { announcementId: idOf(title), limit: 50, ...more });
      return listed.ok ? listed.value.viewers.map(({ wallet_address: wallet }) => wallet) : listed.code;
    };
    const both = [people.player.address, people.streamer.address].toSorted();
    expect(await viewers("all")).toEqual(both);
    expect(await viewers("all", { direction: "desc" })).toEqual(both.toReversed());
    expect(await viewers("all", { search: people.streamer.address.slice(0, 12) })).toEqual([
      people.streamer.address,
    ]);
    expect(await viewers("all", { search: "nobody" })).toEqual([]);
    expect(await viewers("streamers")).toEqual([people.streamer.address]);
    expect(await viewers("off")).toEqual([]);
    expect(await listViewers(server.db, { announcementId: "n0", limit: 50 })).toMatchObject({
      code: "ANNOUNCEMENT_NOT_FOUND",
    });

    // Neither visitors, nor wallets without a profile, nor unknown announcements are counted.
    expect(await see(people.visitor)).toEqual([401, "NOT_SIGNED_IN"]);
    const stranger = newBrowser(server.url);
    await stranger.signIn();
    expect(await see(stranger)).toEqual([200, 0]);
    expect(await see(people.partner, ["a-unknown"])).toEqual([200, 0]);
    expect(await see(people.partner, [])).toEqual([200, 0]);
    expect(
      (
        await see(
          people.partner,
          Array.from({ length: 21 }, () => "a"),
        )
      )[0],
    ).toBe(400);
    expect(await counts()).toEqual({ all: 2, streamers: 1, off: 0 });

    await server.db.delete(announcements);
    expect(await server.db.select().from(announcementViews)).toEqual([]);
  });
});
