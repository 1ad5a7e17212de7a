import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { notify } from "./stored-notifications.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const notice = (wallet: string, title: string) =>
  server.db.transaction((tx) => notify(tx, server, { wallet, type: "payout", title, body: "Paid" }));

async function signedIn() {
  const browser = newBrowser(server.url);
  await browser.signIn();
  const list = (query = "") => browser.call("GET", `/api/notifications/${browser.address}${query}`);
  const post = (path: string) =>
    browser.call("POST", `/api/notifications/${path}`, { body: { walletAddress: browser.address } });
  return { ...browser, list, post };
}

describe("notifications", () => {
  it("are listed newest first, read together and cleared together", async () => {
    const player = await signedIn();
    const other = await signedIn();
    await notice(other.address, "for another");
    await notice(player.address, "first");
    await server.clock.advance(1_000);
    const row = await notice(player.address, "second");
    const { body } = await player.list();
    expect(body.notifications.map(({ title }: { title: string }) => title)).toEqual(["second", "first"]);
    expect(body).toMatchObject({ success: true, unread: 2, nextCursor: null });
    expect(body.notifications[0]).toEqual({
      id: row.id,
      type: "payout",
      title: "second",
      body: "Paid",
      created_at: new Date(server.clock.now()).toISOString(),
      read_at: null,
    });
    expect((await player.post("mark-read")).body).toEqual({ success: true, marked: 2 });
    expect((await player.post("mark-read")).body.marked).toBe(0);
    const read = (await player.list()).body;
    expect(read.unread).toBe(0);
    expect(read.notifications[0].read_at).toBe(new Date(server.clock.now()).toISOString());
    await notice(player.address, "third");
    expect((await player.list()).body.unread).toBe(1);
    expect((await player.post("clear")).body).toEqual({ success: true, cleared: 3 });
    expect((await player.list()).body).toMatchObject({ notifications: [], unread: 0 });
    expect((await other.list()).body.notifications).toHaveLength(1);
  });

  it("come in pages that leave nothing out, also when many came at once", async () => {
    const player = await signedIn();
    for (let index = 0; index < 7; index++) {
      await notice(player.address, `n${index}`);
      if (index % 3 === 0) await server.clock.advance(1);
    }
    const titles: string[] = [];
    let cursor = "";
    for (let page = 0; page < 4; page++) {
      const { body } = await player.list(`?limit=2${cursor}`);
      titles.push(...body.notifications.map(({ title }: { title: string }) => title));
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    }
    expect(new Set(titles)).toEqual(new Set(["n0", "n1", "n2", "n3", "n4", "n5", "n6"]));
    expect(titles).toHaveLength(7);
    expect((await player.list("?limit=100000")).body.notifications).toHaveLength(7);
    expect((await player.list("?limit=x")).status).toBe(400);
  });
});
