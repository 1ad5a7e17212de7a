import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { api } from "../../../contract/api.ts";
import type { Claim, Endpoint } from "../../../contract/wire/endpoint.ts";
import { settingKeys } from "../../../domain/settings.ts";
import { rowsOf } from "../db/database.ts";

/*
 * One walk over the whole table of calls. Input is nonsense on purpose where it does not matter: a caller without
 * access is refused before anything is said about the input.
 */

const endpoints = Object.entries<Endpoint>(api);
const admin = newWallet();
const victim = newWallet().address;

let server: TestServer;
let player: BrowserSession;
let adminBrowser: BrowserSession;

beforeAll(async () => {
  server = await openTestServer({ adminWallets: [admin.address] });
  player = newBrowser(server.url);
  adminBrowser = newBrowser(server.url, admin);
  await player.signIn();
  await adminBrowser.signIn();
  await adminBrowser.stepUp("house-money");
  await player.call("POST", "/api/users", {
    body: { walletAddress: player.address, username: "walker" },
  });
});
afterAll(() => server.close());

const pathOf = ({ path }: Endpoint, wallet: string) =>
  `/api${path.replaceAll(/:(\w+)/g, (_all, name: string) => (name === "wallet" ? wallet : "r1"))}`;

/** Calls an endpoint with a wallet in one claimed field, or in none. */
function callWith(browser: BrowserSession, endpoint: Endpoint, claim: Claim | null, wallet: string) {
  const [part, field = ""] = claim?.split(".") ?? [];
  const path = pathOf(endpoint, part === "params" ? wallet : browser.address);
  const query = part === "query" ? `?${field}=${wallet}` : "";
  const body = part === "body" ? { [field]: wallet } : {};
  return browser.call(endpoint.method, path + query, {
    ...(endpoint.method === "GET" ? {} : { body }),
    ...(claim === "header" ? { headers: { "x-wallet-address": wallet } } : {}),
  });
}

/** Everything that a call could have changed, in one statement over all tables. */
async function everything(): Promise<string> {
  statement ??= await dumpOfAllTables();
  const rows = await rowsOf<{ dump: string }>(server.db, statement);
  return rows.map(({ dump }) => dump).join("\n");
}

let statement: SQL | undefined;

async function dumpOfAllTables(): Promise<SQL> {
  const tables = await rowsOf<{ name: string }>(
    server.db,
    sql`select table_name as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  );
  expect(tables.length).toBeGreaterThan(10);
  const dumps = tables.map(
    ({ name }) =>
      sql`select string_agg(t::text, ' ' order by t::text) as dump from ${sql.identifier(name)} t`,
  );
  return sql.join(dumps, sql` union all `);
}

const notPublic = endpoints.filter(([, { access }]) => access !== "public");
const claims = endpoints.flatMap(([name, endpoint]) =>
  (endpoint.claims ?? []).map((claim) => [name, claim, endpoint] as const),
);

describe("the table of calls", () => {
  it("ACCESS-1 has a call for each path and method", () => {
    const places = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(notPublic)("ACCESS-1 %s is not for visitors: 401 before anything else", async (_name, endpoint) => {
    const before = await everything();
    const visitor = newBrowser(server.url);
    const plain = await callWith(visitor, endpoint, null, victim);
    expect(plain.status).toBe(401);
    expect(plain.body).toEqual({
      success: false,
      code: "NOT_SIGNED_IN",
      message: "Please connect your wallet and sign in",
    });
    const broken = await visitor.call(
      endpoint.method,
      pathOf(endpoint, victim),
      endpoint.method === "GET" ? {} : { raw: "{" },
    );
    expect(broken.status).toBe(401);
    expect(await everything()).toBe(before);
  });

  it.each(notPublic.filter(([, { access }]) => access !== "player"))(
    "ACCESS-1 %s is not for players: 403",
    async (_name, endpoint) => {
      const before = await everything();
      const answer = await callWith(player, endpoint, null, victim);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject(
        endpoint.access === "moderator"
          ? { code: "NOT_MODERATOR", message: "You do not have moderator access" }
          : { code: "NOT_ADMIN", message: "You do not have admin access" },
      );
      expect(await everything()).toBe(before);
    },
  );

  it.each(claims)("IDENTITY-3 %s: another wallet in %s is 403", async (_name, claim, endpoint) => {
    const before = await everything();
    const isForAdmins = endpoint.access !== "public" && endpoint.access !== "player";
    const answer = await callWith(isForAdmins ? adminBrowser : player, endpoint, claim, victim);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ success: false, code: "WRONG_WALLET" });
    expect(await everything()).toBe(before);
  });

  it.each(claims)(
    "IDENTITY-3 %s: a wallet in %s without a session is 401",
    async (_name, claim, endpoint) => {
      const answer = await callWith(newBrowser(server.url), endpoint, claim, victim);
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe("NOT_SIGNED_IN");
    },
  );

  it.each(endpoints)("ACCESS-1 %s lets in whom it is for", async (_name, endpoint) => {
    const isForAdmins = endpoint.access !== "public" && endpoint.access !== "player";
    const answer = await callWith(isForAdmins ? adminBrowser : player, endpoint, null, player.address);
    expect([401, 403]).not.toContain(answer.status);
    expect(answer.body.success).toBe(answer.status < 300);
    // Some of the calls end the session.
    await player.signIn();
  });
});

/** What a session's cookie alone may do as an admin besides reading: moderate the chat. */
const moderation = ["muteUser", "unmuteUser", "chatUnbanUser", "resolveChatReport"];
/** A read that is sent as a POST. */
const postedReads = ["getReferralProfile"];
/** A read that looks at the master password. */
const guardedReads = ["getHouseWalletDetails"];

const adminCalls = notPublic.filter(([, { access }]) => access !== "player");
const isRead = ([name, { method }]: readonly [string, Endpoint]) =>
  postedReads.includes(name) || (method === "GET" && !guardedReads.includes(name));

describe("an admin's stolen cookie, while its owner's step-up is alive", () => {
  let thief: BrowserSession;
  beforeAll(async () => {
    await adminBrowser.signIn();
    await adminBrowser.stepUp("house-money");
    thief = newBrowser(server.url, admin, { confirms: false });
    thief.cookies.set("furlong-session", adminBrowser.cookies.get("furlong-session")!);
  });

  it.each(adminCalls.filter((call) => !isRead(call) && !moderation.includes(call[0])))(
    "ACCESS-8 %s wants the wallet's confirmation: 403 before anything else",
    async (_name, endpoint) => {
      const before = await everything();
      const answer = await callWith(thief, endpoint, null, victim);
      expect([answer.status, answer.body.code]).toEqual([403, "STEP_UP_REQUIRED"]);
      expect(await everything()).toBe(before);
    },
  );

  it.each(adminCalls.filter((call) => isRead(call) || moderation.includes(call[0])))(
    "ACCESS-8 ACCESS-9 %s reads or moderates, which the cookie alone may",
    async (_name, endpoint) => {
      expect([401, 403]).not.toContain((await callWith(thief, endpoint, null, victim)).status);
    },
  );

  it("ACCESS-8 the theme's event wants the confirmation too", async () => {
    const socket = await openLiveSocket(server.url, thief);
    const before = await everything();
    expect(await socket.ask("change-theme", { theme: "solana-future" })).toMatchObject({
      code: "STEP_UP_REQUIRED",
    });
    expect(await everything()).toBe(before);
    socket.close();
  });
});

describe("a confirmation", () => {
  const content =
    /^((save|archive|delete)Horse|(create|delete|assign|unassign)Title|.*(Emote|EmoteGroup|EmoteGroupActive)|.*Announcement)$/;

  it("ACCESS-8 of ten minutes ago is enough for content, and for nothing else", async () => {
    const session = newBrowser(server.url, admin, { confirms: false });
    await session.signIn();
    await session.stepUp("content");
    await server.clock.advance(600_000);
    for (const [name, endpoint] of adminCalls.filter((call) => !isRead(call))) {
      if (moderation.includes(name) || name === "updateSetting") continue;
      const { body } = await callWith(session, endpoint, null, victim);
      expect([name, body.code === "STEP_UP_REQUIRED"]).toEqual([name, !content.test(name)]);
    }
    for (const key of settingKeys) {
      const change = { adminWallet: admin.address, settingKey: key, settingValue: "no such value" };
      const { body } = await session.call("POST", "/api/admin/settings", { body: change });
      expect([key, body.code]).toEqual([key, key === "theme" ? "SETTING_INVALID" : "STEP_UP_REQUIRED"]);
    }
  });
});

describe("roles", () => {
  it("ACCESS-2 a role given or taken away counts from the next call", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    const roles = async () => (await browser.call("GET", "/api/auth/session")).body;
    expect(await roles()).toMatchObject({ isAdmin: false, isModerator: false });

    const at = new Date(server.clock.now());
    await server.db.execute(
      sql`insert into admins values (${browser.address}, ${admin.address}, ${at.toISOString()})`,
    );
    expect(await roles()).toMatchObject({ isAdmin: true, isModerator: true });
    expect((await browser.call("GET", "/api/admin/check")).body.isAdmin).toBe(true);
    await server.db.execute(sql`delete from admins where wallet = ${browser.address}`);
    expect(await roles()).toMatchObject({ isAdmin: false, isModerator: false });
    expect((await browser.call("GET", "/api/admin/users")).status).toBe(403);

    const list = JSON.stringify([browser.address]);
    await server.db.execute(
      sql`insert into settings (key, value, updated_at) values ('chat_moderators', ${list}, ${at.toISOString()})`,
    );
    expect(await roles()).toMatchObject({ isAdmin: false, isModerator: true });
    await server.db.execute(sql`delete from settings where key = 'chat_moderators'`);
    expect(await roles()).toMatchObject({ isAdmin: false, isModerator: false });
  });

  it("ACCESS-3 the wallets of the configuration are admins, and nobody becomes one by saying so", async () => {
    expect((await adminBrowser.call("GET", "/api/admin/check")).body.isAdmin).toBe(true);
    expect((await newBrowser(server.url).call("GET", "/api/admin/check")).body.isAdmin).toBe(false);
    const named = await player.call("GET", "/api/admin/check", {
      headers: { "x-wallet-address": admin.address },
    });
    expect(named.status).toBe(403);
  });

  it("ACCESS-3 local mode lets one appoint oneself, no other mode does", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    expect((await browser.call("POST", "/api/local/admin")).body).toEqual({ success: true, isAdmin: true });
    expect((await browser.call("POST", "/api/local/admin")).status).toBe(200);
    expect((await browser.call("GET", "/api/auth/session")).body.isAdmin).toBe(true);

    const elsewhere = await openTestServer({ isLocal: false });
    try {
      const other = newBrowser(elsewhere.url);
      await other.signIn();
      expect((await other.call("POST", "/api/local/admin")).status).toBe(404);
      expect((await other.call("GET", "/api/auth/session")).body.isAdmin).toBe(false);
    } finally {
      await elsewhere.close();
    }
  });
});
