import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { lamports } from "../../../domain/lamports.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { forgetOldNotifications } from "./forget-old-notifications.ts";
import { notify, notifyAll } from "../../foundation/notifications/stored-notifications.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Notifies the wallet of a race; the race's id distinguishes the notifications. */
const tell = (wallet: string, raceId: string) =>
  server.db.transaction((tx) =>
    notify(tx, server, { wallet, kind: "race_won", params: { raceId, amount: lamports(712_500_000n) } }),
  );
const raceIdsIn = (body: { notifications: readonly { params: { raceId: string } }[] }) =>
  body.notifications.map(({ params }) => params.raceId);

async function signedIn() {
  const browser = newBrowser(server.url);
  await browser.signIn();
  const list = (query = "") => browser.call("GET", `/api/notifications/${browser.address}${query}`);
  const post = (path: string, more = {}) =>
    browser.call("POST", `/api/notifications/${path}`, { body: { walletAddress: browser.address, ...more } });
  return { ...browser, list, post };
}

describe("notifications", () => {
  it("are listed newest first, read together and cleared together", async () => {
    const player = await signedIn();
    const other = await signedIn();
    await tell(other.address, "r9");
    await tell(player.address, "r1");
    await server.clock.advance(1_000);
    const row = await tell(player.address, "r1204");
    const { body } = await player.list();
    expect(raceIdsIn(body)).toEqual(["r1204", "r1"]);
    expect(body).toMatchObject({ success: true, unread: 2, nextCursor: null });
    expect(body.notifications[0]).toEqual({
      id: row.id,
      type: "race_won",
      title: "You won",
      body: "Your horse won race #1\u2009204: 0.7125 SOL are on their way to your wallet.",
      kind: "race_won",
      params: { raceId: "r1204", amount: 0.7125 },
      created_at: new Date(server.clock.now()).toISOString(),
      read_at: null,
    });
    expect((await player.post("mark-read")).body).toEqual({ success: true, marked: 2 });
    expect((await player.post("mark-read")).body.marked).toBe(0);
    const read = (await player.list()).body;
    expect(read.unread).toBe(0);
    expect(read.notifications[0].read_at).toBe(new Date(server.clock.now()).toISOString());
    await tell(player.address, "r3");
    expect((await player.list()).body.unread).toBe(1);
    expect((await player.post("clear")).body).toEqual({ success: true, cleared: 3 });
    expect((await player.list()).body).toMatchObject({ notifications: [], unread: 0 });
    expect((await other.list()).body.notifications).toHaveLength(1);
  });

  it("are read one by one too, each only by its owner and only once", async () => {
    const player = await signedIn();
    const other = await signedIn();
    const first = await tell(player.address, "r1");
    await tell(player.address, "r2");
    const foreign = await tell(other.address, "r3");
    expect((await player.post("mark-read", { ids: [first.id, foreign.id] })).body.marked).toBe(1);
    expect((await player.post("mark-read", { ids: [first.id] })).body.marked).toBe(0);
    expect((await player.post("mark-read", { ids: [] })).status).toBe(400);
    const { notifications: listed, unread } = (await player.list()).body;
    expect(unread).toBe(1);
    expect(
      raceIdsIn({ notifications: listed.filter((one: { read_at: unknown }) => one.read_at === null) }),
    ).toEqual(["r2"]);
    expect((await other.list()).body.unread).toBe(1);
  });

  it("come in pages that leave nothing out, also when many came at once", async () => {
    const player = await signedIn();
    for (let index = 0; index < 7; index++) {
      await tell(player.address, `r${index}`);
      if (index % 3 === 0) await server.clock.advance(1);
    }
    const wallets: string[] = [];
    let cursor = "";
    for (let page = 0; page < 4; page++) {
      const { body } = await player.list(`?limit=2${cursor}`);
      wallets.push(...raceIdsIn(body));
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    }
    expect(new Set(wallets)).toEqual(new Set(["r0", "r1", "r2", "r3", "r4", "r5", "r6"]));
    expect(wallets).toHaveLength(7);
    expect((await player.list("?limit=100000")).body.notifications).toHaveLength(7);
    expect((await player.list("?limit=x")).status).toBe(400);
  });

  it("GROWTH-2 leave no row when they are cleared, and none after 90 days", async () => {
    const player = await signedIn();
    const stored = () => server.db.$count(notifications, eq(notifications.wallet, player.address));
    await tell(player.address, "r1");
    await player.post("clear");
    expect(await stored()).toBe(0);
    await tell(player.address, "r2");
    await server.clock.advance(90 * DAY_MS);
    await forgetOldNotifications(server);
    expect(await stored()).toBe(1);
    await tell(player.address, "r3");
    await server.clock.advance(1);
    await forgetOldNotifications(server);
    expect(await stored()).toBe(1);
    await player.signIn();
    expect(raceIdsIn((await player.list()).body)).toEqual(["r3"]);
  });

  it("are stored in one statement, however many they are", async () => {
    const player = await signedIn();
    const notices = Array.from({ length: 10_000 }, (_, streak) => ({
      wallet: player.address,
      kind: "streak_changed" as const,
      params: { streak },
    }));
    await server.db.transaction((tx) => notifyAll(tx, server, notices));
    expect((await player.list()).body.unread).toBe(10_000);
  });
});
