import { afterAll, beforeAll, expect, it } from "vitest";
import { type BrowserSession, newBrowser, newWallet } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { restrictions } from "../db/schema/players.ts";

const adminWallet = newWallet();
let server: TestServer;
let admin: BrowserSession;

beforeAll(async () => {
  server = await openTestServer({ adminWallets: [adminWallet.address] });
  admin = newBrowser(server.url, adminWallet);
  await admin.signIn();
});
afterAll(() => server.close());

const list = (query = "", browser = admin) => browser.call("GET", `/api/admin/users${query}`);
const namesIn = (body: { users: readonly { username: string }[] }) =>
  body.users.map(({ username }) => username);

async function player(username: string): Promise<BrowserSession> {
  const browser = newBrowser(server.url);
  await browser.signIn();
  await browser.call("POST", "/api/users", { body: { walletAddress: browser.address, username } });
  await server.clock.advance(1_000);
  return browser;
}

it("ACCESS-7 the list of players in the name of a wallet succeeds for an admin, and is 403 or 401 for others", async () => {
  const probe = (browser: BrowserSession) => list(`?walletAddress=${browser.address}`, browser);
  expect((await probe(admin)).body).toEqual({ success: true, users: [], nextCursor: null });
  const other = newBrowser(server.url);
  expect((await probe(other)).status).toBe(401);
  await other.signIn();
  expect((await probe(other)).body).toMatchObject({ success: false, code: "NOT_ADMIN" });
  expect((await list(`?walletAddress=${admin.address}`, other)).status).toBe(403);
});

it("lists players with roles and restrictions, newest first, by pages and by the beginning of a name or wallet", async () => {
  const [first, , third] = [await player("first"), await player("second_one"), await player("third")];
  const until = new Date(server.clock.now() + 3_600_000);
  const imposed = { imposedBy: admin.address, imposedAt: new Date(server.clock.now()) };
  await server.db.insert(restrictions).values([
    { id: "r1", wallet: first.address, kind: "mute", until, ...imposed },
    { id: "r2", wallet: first.address, kind: "ban", until, liftedAt: until, ...imposed },
  ]);
  const { body } = await list("?limit=2");
  expect(namesIn(body)).toEqual(["third", "second_one"]);
  expect(body.users[0]).toMatchObject({ wallet_address: third.address, muted: false, isAdmin: false });
  const further = await list(`?limit=2&cursor=${body.nextCursor}`);
  expect(further.body.nextCursor).toBe(null);
  expect(further.body.users).toMatchObject([
    { username: "first", balance: 0, muted: true, muted_until: until.toISOString(), banned: false },
  ]);
  expect(namesIn((await list("?search=SECOND_")).body)).toEqual(["second_one"]);
  expect(namesIn((await list("?search=second%25")).body)).toEqual([]);
  expect(namesIn((await list(`?search=${third.address.slice(0, 20)}`)).body)).toEqual(["third"]);
  expect((await list("?cursor=nowhere")).status).toBe(400);
});
