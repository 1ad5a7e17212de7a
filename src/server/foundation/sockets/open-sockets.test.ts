import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LiveSocket } from "../../../../tests/support/live-socket.ts";
import { ended, news, openSocketServer, type SocketServer } from "../../../../tests/support/socket-server.ts";

let fixture: SocketServer;
beforeAll(async () => {
  fixture = await openSocketServer();
});
afterEach(() => fixture.disconnectAll());
afterAll(() => fixture.server.close());

describe("open sockets are looked after", () => {
  it("ACCESS-2 the end of a session ends its sockets, not others", async () => {
    const browser = await fixture.signedIn();
    const socket = await fixture.listen(browser);
    const other = await fixture.listen(await fixture.signedIn());
    const gone = ended(socket);
    await browser.call("POST", "/api/auth/logout");
    await fixture.server.sockets.recheck();
    expect(await gone).toBe("transport close");
    expect(other.socket.connected).toBe(true);
  });

  it("ACCESS-2 a ban cuts the sockets and refuses events from the next on", async () => {
    const browser = await fixture.signedIn();
    const socket = await fixture.listen(browser);
    const gone = ended(socket);
    const now = fixture.server.clock.now();
    const until = new Date(now + 60_000).toISOString();
    await fixture.server.db.execute(
      sql`insert into restrictions (id, wallet, kind, until, imposed_by, imposed_at)
          values ('r1', ${browser.address}, 'ban', ${until}, 'admin', ${new Date(now).toISOString()})`,
    );
    expect(await socket.ask("join-room", "lobby")).toMatchObject({ success: false, code: "BANNED" });
    await fixture.server.sockets.recheck();
    await gone;
    const again = await fixture.listen(browser);
    expect(await again.ask("join-room", "lobby")).toMatchObject({ code: "BANNED" });
  });

  it("ACCESS-2 a changed role is told, and counts at once", async () => {
    const browser = await fixture.signedIn();
    const socket = await fixture.listen(browser);
    await socket.next("user-roles");
    const at = new Date(fixture.server.clock.now()).toISOString();
    await fixture.server.db.execute(
      sql`insert into admins values (${browser.address}, ${fixture.admin.address}, ${at})`,
    );
    expect(await socket.ask("chat-moderate:delete-message", { messageId: "m1" })).toEqual({ success: true });
    await fixture.server.sockets.recheck();
    await fixture.server.db.execute(sql`delete from admins where wallet = ${browser.address}`);
    expect(await socket.ask("chat-moderate:delete-message", { messageId: "m1" })).toMatchObject({
      code: "NOT_MODERATOR",
    });
    await fixture.server.sockets.recheck();
    const roles = () =>
      socket.heard.filter(({ name }) => name === "user-roles").map(({ payload }) => payload);
    await expect.poll(roles).toEqual([
      { isAdmin: false, isModerator: false },
      { isAdmin: true, isModerator: true },
      { isAdmin: false, isModerator: false },
    ]);
  });

  it("LIMITS-4 one address has only so many sockets", async () => {
    const taken: LiveSocket[] = [];
    const refused: unknown[] = [];
    for (let count = 0; count < 14; count++) {
      await fixture.listen(null).then(
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
    await expect.poll(async () => (await fixture.listen(null)).socket.connected).toBe(true);
    const slow = await fixture.listen(null);
    const quick = await fixture.listen(null);
    const gone = ended(slow);
    // The client stops reading; the kernel's buffers fill, then the server's.
    const raw = (slow.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
    raw.pause();
    const message = "x".repeat(100_000);
    for (let round = 0; round < 20; round++) {
      for (let count = 0; count < 30; count++) {
        fixture.server.sockets.broadcast.toEveryone("race-notification", news(message));
      }
      await quick.next("race-notification");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await fixture.server.sockets.recheck();
    raw.resume();
    await gone;
    expect(quick.socket.connected).toBe(true);
  });
});
