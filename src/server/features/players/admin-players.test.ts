import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";
import { restrictions, users } from "../../foundation/db/schema/players.ts";
import { createProfile } from "./create-profile.ts";

const panel = useAdminPanel({ others: 1 });
const { wallet, newPlayer, post, audited } = panel;
const details = async (address: string) =>
  (await panel.admin.call("GET", `/api/admin/user/${address}/details`)).body;

describe("an admin and a player", () => {
  it("sees who it is, with balances and roles", async () => {
    const friend = await newPlayer();
    const player = await newPlayer({ referrer: friend.username });
    expect(await details(player.address)).toMatchObject({
      success: true,
      isChatModerator: false,
      user: {
        wallet_address: player.address,
        username: player.username,
        balance: 0,
        onchain_balance: 0,
        ref_by: friend.address,
        muted: false,
        banned: false,
        isAdmin: false,
        is_streamer: false,
        is_partner: false,
        total_wagered: 0,
        total_won: 0,
      },
    });
    expect(await details(newWallet().address)).toMatchObject({ success: false, code: "USER_NOT_FOUND" });
  });

  it("reads what was said, newest first, what was deleted too", async () => {
    const player = await newPlayer();
    const said = { room: "lobby", wallet: player.address, username: player.username };
    const flags = { isAdmin: false, isModerator: false, hasStar: false, isStreamer: false, isPartner: false };
    const sentAt = new Date(panel.server.clock.now());
    for (const content of ["one", "two", "three"])
      await panel.server.db
        .insert(chatMessages)
        .values({ ...said, ...flags, content, sentAt, ...(content === "two" && { deletedAt: sentAt }) });
    const read = async (query = "") =>
      (await panel.admin.call("GET", `/api/admin/user/${player.address}/chat-logs${query}`)).body;
    const { logs } = await read();
    expect(logs).toMatchObject([
      { message: "three", deleted: false, room: "lobby" },
      { message: "two", deleted: true },
      { message: "one", deleted: false },
    ]);
    const first = await read("?limit=2");
    const rest = await read(`?limit=2&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ logs: [{ message: "one" }], nextCursor: null });
    expect(await read("?cursor=m1")).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
  });

  it("USERS-3 gives another name, under the player's own rules", async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    const rename = (newUsername: string) =>
      post("user/username", { walletAddress: player.address, newUsername });
    expect(await rename("silver.star")).toMatchObject({ status: 200, user: { username: "silver.star" } });
    expect(await audited()).toMatchObject({
      actor: wallet.address,
      action: "player.rename",
      subject: player.address,
      before: player.username,
      after: "silver.star",
    });
    expect(await rename(other.username)).toMatchObject({ code: "USERNAME_TAKEN", field: "newUsername" });
    expect(await rename("x")).toMatchObject({ code: "USERNAME_TOO_SHORT", field: "newUsername" });
    // The old name remains the player's.
    const thief = newBrowser(panel.server.url);
    await thief.signIn();
    const body = { walletAddress: thief.address, username: player.username };
    expect((await thief.call("POST", "/api/users", { body })).body.code).toBe("USERNAME_TAKEN");
  });

  it("USERS-4 gives another referrer, who is no stranger, not the player, and closes no circle", async () => {
    const [player, friend] = [await newPlayer(), await newPlayer()];
    const refer = (referrer: string, whom = player.address) =>
      post("user/referrer", { walletAddress: whom, referrer });
    expect(await refer(friend.username)).toMatchObject({ status: 200, user: { ref_by: friend.address } });
    expect(await audited()).toMatchObject({ action: "player.referrer", before: null, after: friend.address });
    expect(await refer(player.username)).toMatchObject({ code: "REFERRER_SELF", field: "referrer" });
    expect(await refer("nobody_at_all")).toMatchObject({ code: "REFERRER_UNKNOWN" });
    expect(await refer(player.username, friend.address)).toMatchObject({
      code: "REFERRER_CIRCLE",
      field: "referrer",
    });
    expect(await refer(friend.username, newWallet().address)).toMatchObject({ code: "USER_NOT_FOUND" });
    const clear = () => post("user/referrer", { walletAddress: player.address, referrer: null });
    expect(await clear()).toMatchObject({ status: 200, user: { ref_by: null }, changed: true });
    expect(await audited()).toMatchObject({ action: "player.referrer", before: friend.address, after: null });
    expect(await clear()).toMatchObject({ changed: false });
  });

  it("why a name, a referrer or a role is changed is in the audit log", async () => {
    const [player, friend] = [await newPlayer(), await newPlayer()];
    const walletAddress = player.address;
    const changes = [
      ["user/username", { newUsername: `asked_${player.username.slice(-4)}` }],
      ["user/referrer", { referrer: friend.username }],
      ["user/roles", { isPartner: true }],
      ["chat/moderator-set", { isModerator: true }],
    ] as const;
    for (const [path, change] of changes) {
      const reason = `asked for by mail: ${path}`;
      expect(await post(path, { walletAddress, ...change, reason })).toMatchObject({ status: 200 });
      expect(await audited()).toMatchObject({ reason });
    }
    await post("chat/moderator-set", { walletAddress, isModerator: false });
  });

  it("USERS-5 mutes and bans for hours, and ends it again, at once", async () => {
    const player = await newPlayer();
    const live = await openLiveSocket(panel.server.url, player);
    await live.ask("join-room", { room: "lobby" });
    const restrict = (what: string, about: object = {}) =>
      post(what, { walletAddress: player.address, reason: "spam", ...about });
    const until = (hours: number) => new Date(panel.server.clock.now() + hours * 3_600_000).toISOString();
    const say = () => live.ask("send-message", { room: "lobby", content: "hello" });

    expect(await restrict("mute", { duration: 2 })).toMatchObject({
      user: { muted: true, muted_until: until(2) },
    });
    expect(await audited()).toMatchObject({
      action: "player.mute",
      subject: player.address,
      before: null,
      after: until(2),
      reason: "spam",
    });
    expect(await say()).toMatchObject({ success: false, code: "MUTED" });
    // A shorter one alongside it does not change the one in force.
    expect(await restrict("mute", { duration: 1 })).toMatchObject({ user: { muted_until: until(2) } });
    expect(await restrict("unmute")).toMatchObject({ user: { muted: false, muted_until: null } });
    expect(await say()).toMatchObject({ success: true });

    expect(await restrict("ban")).toMatchObject({ user: { banned: true, banned_until: until(24) } });
    const bet = { horseId: 1, amount: 0.1, walletAddress: player.address };
    const refused = await player.call("POST", "/api/races/race-1/bet/prepare", { body: bet });
    expect(refused.body.code).toBe("BANNED");
    expect(await restrict("unban")).toMatchObject({ user: { banned: false } });
    expect(await audited()).toMatchObject({ action: "player.unban", before: until(24), after: null });

    expect(await restrict("mute", { duration: 0 })).toMatchObject({
      code: "INVALID_INPUT",
      field: "duration",
    });
    expect(await restrict("ban", { walletAddress: wallet.address })).toMatchObject({
      code: "TARGET_PROTECTED",
    });
    for (const what of ["mute", "unmute", "chat-unban"])
      expect(await restrict(what, { walletAddress: newWallet().address })).toMatchObject({
        code: "USER_NOT_FOUND",
      });
    live.close();
  });

  it("USERS-9 bans a wallet without a profile, which gets none until that ends", async () => {
    const stranger = newBrowser(panel.url);
    await stranger.signIn();
    const ban = (what: string, about: object = {}) =>
      post(what, { walletAddress: stranger.address, reason: "the same again", ...about });
    const signUp = () =>
      stranger.call("POST", "/api/users", {
        body: { walletAddress: stranger.address, username: "banned_anew" },
      });
    const until = new Date(panel.server.clock.now() + 48 * 3_600_000).toISOString();
    expect(await ban("ban", { duration: 48 })).toMatchObject({ status: 200, user: null, changed: true });
    expect(await audited()).toMatchObject({
      action: "player.ban",
      subject: stranger.address,
      after: until,
      reason: "the same again",
    });
    expect((await signUp()).body).toMatchObject({ code: "BANNED" });
    const live = await openLiveSocket(panel.server.url, stranger);
    expect(await live.ask("join-room", { room: "lobby" })).toMatchObject({ code: "BANNED" });
    live.close();
    const reply = await panel.admin.call("GET", `/api/admin/unprofiled-wallets/${stranger.address}`);
    expect(reply.body.wallet).toMatchObject({ balance: null, banned_until: until });
    expect(await ban("ban", { duration: 2 })).toMatchObject({ changed: false });
    const bannedWallets = async () =>
      (await panel.admin.call("GET", "/api/admin/banned-wallets")).body.wallets as readonly object[];
    const listed = { wallet_address: stranger.address, banned_by: wallet.address, reason: "the same again" };
    expect(await bannedWallets()).toEqual([{ ...listed, banned_until: until }]);
    const later = new Date(panel.server.clock.now() + 72 * 3_600_000).toISOString();
    await ban("ban", { duration: 72 });
    expect(await bannedWallets()).toEqual([{ ...listed, banned_until: later }]);
    expect(await ban("unban")).toMatchObject({ status: 200, user: null, changed: true });
    expect(await bannedWallets()).toEqual([]);
    expect(await ban("unban")).toMatchObject({ changed: false });
    expect((await signUp()).status).toBe(201);
  });

  it("USERS-9 EFFECT-1 bans of one wallet at once are one ban", async () => {
    // Whether two are looked at before either is stored is up to the database: so it is tried often.
    for (let attempt = 0; attempt < 10; attempt++) {
      const walletAddress = newWallet().address;
      const bans = await Promise.all([1, 2, 3, 4].map(() => post("ban", { walletAddress, duration: 24 })));
      expect(bans.filter(({ changed }) => changed === true)).toHaveLength(1);
      expect(await panel.server.db.$count(restrictions, eq(restrictions.wallet, walletAddress))).toBe(1);
    }
  });

  it("USERS-9 a wallet that is banned while it signs up gets no profile", async () => {
    const { address } = newWallet();
    await post("ban", { walletAddress: address, duration: 24 });
    // As it is called when the session was looked at before the ban.
    const signUp = { wallet: address, username: "banned_since", referrer: null };
    expect(await createProfile(panel.server, signUp)).toEqual({ ok: false, code: "BANNED" });
    expect(await panel.server.db.$count(users, eq(users.wallet, address))).toBe(0);
  });

  it("USERS-6 ACCESS-5 makes streamers, partners and moderators, the last by the one list", async () => {
    const player = await newPlayer();
    const roles = (about: object) => post("user/roles", { walletAddress: player.address, ...about });
    const moderator = (isModerator: boolean) =>
      post("chat/moderator-set", { walletAddress: player.address, isModerator });
    expect(await roles({ isStreamer: true })).toMatchObject({
      user: { is_streamer: true, is_partner: false },
    });
    expect(await roles({ isPartner: true })).toMatchObject({ user: { is_streamer: true, is_partner: true } });
    expect(await audited()).toMatchObject({
      action: "player.roles",
      before: { isStreamer: true, isPartner: false },
      after: { isStreamer: true, isPartner: true },
    });
    expect(await moderator(true)).toMatchObject({ user: { isChatModerator: true } });
    expect(await audited()).toMatchObject({
      subject: "chat_moderators",
      after: JSON.stringify([player.address]),
    });
    const session = async () => (await player.call("GET", "/api/auth/session")).body;
    expect(await session()).toMatchObject({ isModerator: true });
    const others = await Promise.all([newPlayer(), newPlayer(), newPlayer()]);
    await Promise.all(
      others.map(({ address }) => post("chat/moderator-set", { walletAddress: address, isModerator: true })),
    );
    for (const { address } of others) expect((await details(address)).isChatModerator).toBe(true);
    expect(await moderator(false)).toMatchObject({ user: { isChatModerator: false } });
    expect(await session()).toMatchObject({ isModerator: false });
  });

  it("ACCESS-6 appoints admins, and the last one stays", async () => {
    const player = await newPlayer();
    const appoint = (isAdmin: boolean, by = panel.admin, walletAddress = player.address) =>
      post("user/roles", { walletAddress, isAdmin }, by);
    const { approval } = await appoint(true);
    expect((await player.call("GET", "/api/auth/session")).body.isAdmin).toBe(false);
    expect(await panel.approve(approval.id, await panel.other())).toMatchObject({ status: 200 });
    expect((await player.call("GET", "/api/auth/session")).body.isAdmin).toBe(true);
    // An admin from the environment cannot be removed in the panel.
    await panel.admin.call("POST", "/api/users", {
      body: { walletAddress: wallet.address, username: "boss" },
    });
    expect(await appoint(false, player, wallet.address)).toMatchObject({ status: 409, code: "ADMIN_FIXED" });
    expect(await appoint(false)).toMatchObject({ user: { isAdmin: false } });
    expect((await player.call("GET", "/api/auth/session")).body.isAdmin).toBe(false);
  });
});

it("ACCESS-3 a wallet without a profile is appointed, listed with who did it, and removed", async () => {
  const stranger = newBrowser(panel.url);
  await stranger.signIn();
  const roles = (about: object) => post("user/roles", { walletAddress: stranger.address, ...about });
  const admins = async () => (await panel.admin.call("GET", "/api/admin/admins")).body.admins;
  const before = await admins();
  expect(before[0]).toMatchObject({ wallet_address: wallet.address, appointed_at: null, appointed_by: null });
  // What a profile holds needs one.
  expect(await roles({ isAdmin: true, isPartner: true })).toMatchObject({
    status: 404,
    code: "USER_NOT_FOUND",
  });
  expect(await roles({ isPartner: true })).toMatchObject({ status: 404 });
  const { approval } = await roles({ isAdmin: true, reason: "the night shift" });
  expect(approval).toMatchObject({ kind: "roles", cause: "appointment", status: "waiting" });
  expect(await admins()).toEqual(before);
  const second = await panel.other();
  expect(await panel.approve(approval.id, second)).toMatchObject({ status: 200 });
  const [row] = await panel.server.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, stranger.address), eq(auditLog.action, "player.roles")));
  const { before: was, after: is, ...audited } = row!;
  expect(audited).toMatchObject({
    detail: { approvedBy: second.address },
    subject: stranger.address,
    reason: "the night shift",
  });
  const none = { isStreamer: false, isPartner: false, isAdmin: false };
  expect([was, is]).toEqual([none, { ...none, isAdmin: true }]);
  expect((await admins()).at(-1)).toEqual({
    wallet_address: stranger.address,
    username: null,
    appointed_at: new Date(panel.server.clock.now()).toISOString(),
    appointed_by: wallet.address,
  });
  expect((await stranger.call("GET", "/api/auth/session")).body.isAdmin).toBe(true);
  expect(await roles({ isAdmin: false })).toMatchObject({ status: 200, user: null });
  expect(await admins()).toEqual(before);
  expect((await stranger.call("GET", "/api/admin/admins")).status).toBe(403);
});

it("ACCESS-6 the last admin cannot be removed, by two at once neither", async () => {
  const alone = await openTestServer({ isLocal: true });
  const people = [newBrowser(alone.url), newBrowser(alone.url)] as const;
  for (const [index, person] of people.entries()) {
    await person.signIn();
    const body = { walletAddress: person.address, username: `admin_${index}` };
    await person.call("POST", "/api/users", { body });
    await person.call("POST", "/api/local/admin", { body: { adminWallet: person.address } });
  }
  const remove = (by: BrowserSession, whom: BrowserSession) =>
    post("user/roles", { walletAddress: whom.address, isAdmin: false }, by);
  const [one, two] = people;
  const answers = await Promise.all([remove(one, two), remove(two, one)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  const isAdmin = await Promise.all(
    people.map(async (person) => (await person.call("GET", "/api/auth/session")).body.isAdmin),
  );
  expect(isAdmin.filter(Boolean)).toHaveLength(1);
  const left = isAdmin[0] === true ? one : two;
  expect(await remove(left, left)).toMatchObject({ status: 409, code: "LAST_ADMIN" });
  await alone.close();
});
