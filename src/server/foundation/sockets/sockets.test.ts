import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newWallet } from "../../../../tests/support/browser-session.ts";
import { ended, news, openSocketServer, type SocketServer } from "../../../../tests/support/socket-server.ts";
import { clientEvents } from "../../../contract/wire/socket-events.ts";

let fixture: SocketServer;
beforeAll(async () => {
  fixture = await openSocketServer();
});
afterEach(() => fixture.disconnectAll());
afterAll(() => fixture.server.close());

const theme = { theme: "main-prime" } as const;

describe("who a socket is", () => {
  it("IDENTITY-2 is decided by the session cookie, and its roles are told", async () => {
    const player = await fixture.listen(await fixture.signedIn());
    expect(await player.next("user-roles")).toEqual({ isAdmin: false, isModerator: false });
    const boss = await fixture.listen(await fixture.signedIn(fixture.admin));
    expect(await boss.next("user-roles")).toEqual({ isAdmin: true, isModerator: true });
  });

  it("IDENTITY-3 a handshake that names another wallet is refused", async () => {
    const browser = await fixture.signedIn();
    const query = { walletAddress: newWallet().address };
    await expect(fixture.listen(browser, { query })).rejects.toMatchObject({
      data: { code: "WRONG_WALLET" },
    });
    await expect(
      fixture.listen(browser, { query: { walletAddress: browser.address } }),
    ).resolves.toBeDefined();
  });

  it("ACCESS-1 a visitor hears about races and the theme, and nothing else, whatever wallet it names", async () => {
    const browser = await fixture.signedIn();
    const visitor = await fixture.listen(null, { query: { walletAddress: browser.address } });
    const player = await fixture.listen(browser);
    await player.next("user-roles");
    fixture.server.sockets.broadcast.toEveryone("theme-update", theme);
    fixture.server.sockets.broadcast.toWallet(browser.address, "user-notification", {
      notification: {
        id: "n1",
        type: "balance_update_request" as const,
        title: "Paid",
        body: "",
        kind: "balance_changed" as const,
        params: {},
        created_at: new Date(0),
        read_at: null,
      },
    });
    fixture.server.sockets.broadcast.toEveryone("race-notification", news("soon"));
    await visitor.next("race-notification");
    await player.next("race-notification");
    expect(visitor.heard.map(({ name }) => name)).toEqual(["theme-update", "race-notification"]);
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
    const browser = await fixture.signedIn();
    const cookie = browser.cookieHeader();
    const evil = { extraHeaders: { cookie, origin: "https://evil.example" } };
    await expect(fixture.listen(browser, evil)).rejects.toBeDefined();
    await expect(
      fixture.listen(browser, { extraHeaders: { cookie, origin: fixture.server.url } }),
    ).resolves.toBeDefined();
  });

  it("takes polling while it is alone", async () => {
    const visitor = await fixture.listen(null, { transports: ["polling"] });
    fixture.server.sockets.broadcast.toEveryone("race-notification", news("by polling"));
    expect(await visitor.next("race-notification")).toMatchObject({ message: "by polling" });
  });

  it("LIMITS-2 a payload that breaks the contract is logged and not sent", async () => {
    const visitor = await fixture.listen(null);
    fixture.server.sockets.broadcast.toEveryone("race-notification", { type: 5 } as never);
    fixture.server.sockets.broadcast.toEveryone("race-notification", news("after"));
    await visitor.next("race-notification");
    expect(visitor.heard).toHaveLength(1);
    expect(fixture.server.logged.join("")).toContain("does not fit the contract");
  });
});

describe("events that clients send", () => {
  const targetWallet = newWallet().address;
  const samples: Record<string, unknown> = {
    "join-room": "lobby",
    "send-message": { content: "hello", room: "lobby" },
    "chat-report": { messageId: "m1" },
    "change-theme": theme,
    "chat-moderate:mute": { targetWallet, durationMinutes: 10 },
    "chat-moderate:ban": { targetWallet, durationHours: 24 },
    "chat-moderate:delete-message": { messageId: "m1" },
    "chat-moderate:delete-last-messages-of-user": { targetWallet, count: 5 },
  };

  it.each(Object.entries(clientEvents))(
    "ACCESS-1 %s is only for whom it is for",
    async (name, { access }) => {
      const visitor = await fixture.listen(null);
      expect(await visitor.ask(name, samples[name])).toMatchObject({ success: false, code: "NOT_SIGNED_IN" });
      const player = await fixture.listen(await fixture.signedIn());
      const answer = await player.ask(name, samples[name]);
      const refusal = { player: undefined, moderator: "NOT_MODERATOR", admin: "NOT_ADMIN" }[access];
      const isAboutAccess = /^NOT_(SIGNED_IN|MODERATOR|ADMIN)$/.test(String(answer["code"]));
      expect(isAboutAccess ? answer["code"] : undefined).toBe(refusal);
    },
  );

  it("are acknowledged with what became of them", async () => {
    const boss = await fixture.listen(await fixture.signedIn(fixture.admin));
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
    boss.socket.emit(remove, { messageId: "m1" });
    boss.socket.emit(remove);
  });

  it("come in by the callerSocket that they answer through", async () => {
    const player = await fixture.listen(await fixture.signedIn());
    expect(await player.ask("join-room", "lobby")).toEqual({ success: true });
    expect(await player.next("room-history")).toEqual({ room: "lobby", messages: [] });
    fixture.server.sockets.broadcast.toEveryone("message-deleted", { ids: ["m1"] });
    expect(await player.next("message-deleted")).toEqual({ ids: ["m1"] });
  });

  it("LIMITS-4 are limited by wallet", async () => {
    const browser = await fixture.signedIn();
    const one = await fixture.listen(browser);
    const two = await fixture.listen(browser);
    for (let count = 0; count < clientEvents["join-room"].perMinute; count++) {
      expect((await (count % 2 === 0 ? one : two).ask("join-room", "lobby"))["success"]).toBe(true);
    }
    expect(await one.ask("join-room", "lobby")).toMatchObject({ code: "RATE_LIMITED" });
  });

  it("LIMITS-4 a socket that floods is cut", async () => {
    const visitor = await fixture.listen(null);
    const gone = ended(visitor);
    for (let count = 0; count < 41; count++) visitor.socket.emit("anything", count);
    expect(await gone).toBe("transport close");
  });
});
