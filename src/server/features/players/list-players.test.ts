import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { postAt } from "../../../../tests/support/posted.ts";
import { insertSettledBets } from "../../../../tests/support/settled-bets.ts";
import { lamports, signedLamports } from "../../../domain/lamports.ts";
import { balanceAdjusted } from "../../../domain/postings.ts";
import { restrictions, users } from "../../foundation/db/schema/players.ts";
import { isPlayerCountWrong } from "../revenue/check-totals.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";

interface User {
  readonly wallet_address: string;
  readonly username: string;
  readonly created_at: string;
  readonly balance: number;
  readonly total_wagered: number;
  readonly total_won: number;
}

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

it("those who are something are found by the server among all, with search, order and cursor", async () => {
  const [a, b, c, d] = [
    await player("flag_a"),
    await player("flag_b"),
    await player("flag_c"),
    await player("flag_d"),
  ];
  const now = server.clock.now();
  const until = new Date(now + 3_600_000);
  const imposed = { imposedBy: admin.address, imposedAt: new Date(now), until };
  const row = (id: string, { address: wallet }: BrowserSession, kind: "mute" | "ban" | "chat_ban") => ({
    id,
    wallet,
    kind,
    ...imposed,
  });
  await server.db.insert(restrictions).values([
    row("f1", a, "ban"),
    // Twice, and still one player.
    row("f2", a, "ban"),
    row("f3", b, "ban"),
    row("f4", c, "mute"),
    { ...row("f5", c, "ban"), liftedAt: new Date(now) },
    { ...row("f6", d, "ban"), until: new Date(now) },
    row("f7", d, "chat_ban"),
  ]);
  await server.db.update(users).set({ isStreamer: true }).where(eq(users.wallet, b.address));
  await server.db.update(users).set({ isPartner: true }).where(eq(users.wallet, c.address));
  await server.db.transaction((tx) =>
    writeSetting(tx, {
      key: "chat_moderators",
      value: JSON.stringify([d.address]),
      by: null,
      at: new Date(now),
    }),
  );
  const flagged = async (query: string) => namesIn((await list(`?search=flag_&${query}`)).body);
  expect(await flagged("flag=banned")).toEqual(["flag_b", "flag_a"]);
  expect(await flagged("flag=muted")).toEqual(["flag_c"]);
  expect(await flagged("flag=moderator")).toEqual(["flag_d"]);
  expect(await flagged("flag=streamer")).toEqual(["flag_b"]);
  expect(await flagged("flag=partner")).toEqual(["flag_c"]);
  expect(await flagged("flag=banned&sort=username&direction=asc")).toEqual(["flag_a", "flag_b"]);
  for (const sort of ["joined", "wallet", "balance", "wagered", "won"])
    expect((await flagged(`flag=banned&sort=${sort}`)).toSorted()).toEqual(["flag_a", "flag_b"]);
  const { body } = await list("?flag=banned&limit=1");
  expect(namesIn(body)).toEqual(["flag_b"]);
  const last = (await list(`?flag=banned&limit=1&cursor=${body.nextCursor}`)).body;
  expect([namesIn(last), last.nextCursor]).toEqual([["flag_a"], null]);
  expect((await list("?flag=lucky")).body).toMatchObject({ code: "INVALID_INPUT", field: "flag" });
});

const give = (wallet: string, change: bigint) =>
  postAt(
    server.db,
    balanceAdjusted({ id: wallet, wallet, change: signedLamports(change) }),
    new Date(server.clock.now()),
  );

describe("the order of the list", () => {
  beforeAll(async () => {
    const [rich, , lucky] = [
      await player("rich"),
      await player("Second"),
      await player("lucky"),
      await player("Idle"),
    ];
    await give(rich.address, 5n);
    await give(lucky.address, 7n);
    // Has money, but no profile.
    await give("nobody", 9n);
    await insertSettledBets(server, rich.address, [
      { stake: lamports(30n), result: "loss", payout: lamports(0n) },
    ]);
    await insertSettledBets(server, lucky.address, [
      { stake: lamports(20n), result: "win", payout: lamports(90n) },
    ]);
  });

  const compare = (one: [unknown, string], other: [unknown, string]): number => {
    const [mine, its] = [one, other].map(([key]) => key) as [string, string];
    if (mine === its) return one[1] < other[1] ? -1 : 1;
    return mine < its ? -1 : 1;
  };
  it.each([
    ["joined", (user: User) => user.created_at],
    ["username", (user: User) => user.username.toLowerCase()],
    ["wallet", (user: User) => user.wallet_address],
    ["balance", (user: User) => user.balance],
    ["wagered", (user: User) => user.total_wagered],
    ["won", (user: User) => user.total_won],
  ])("by %s has everybody once, upwards and downwards, page by page", async (sort, keyOf) => {
    const read = async (direction: "asc" | "desc", limit: number) => {
      const seen: User[] = [];
      let cursor: string | null = null;
      do {
        const from = cursor === null ? "" : `&cursor=${cursor}`;
        const { body }: { body: { users: User[]; nextCursor: string | null } } = await list(
          `?sort=${sort}&direction=${direction}&limit=${limit}${from}`,
        );
        seen.push(...body.users);
        cursor = body.nextCursor;
      } while (cursor !== null);
      return seen;
    };
    const all = await read("asc", 100);
    expect(all.map(({ username }) => username)).toEqual(
      expect.arrayContaining(["rich", "lucky", "Idle", "Second"]),
    );
    expect(new Set(all.map((user) => user.wallet_address)).size).toBe(all.length);
    const keys = all.map((user): [unknown, string] => [keyOf(user), user.wallet_address]);
    expect(keys).toEqual(keys.toSorted(compare));
    expect(new Set(keys.map(([key]) => key)).size).toBeGreaterThan(1);
    expect(await read("asc", 1)).toEqual(all);
    expect(await read("desc", 2)).toEqual(all.toReversed());
  });

  it("goes on with a search, in its order", async () => {
    const { body } = await list("?sort=username&direction=asc&search=s&limit=1");
    expect(namesIn(body)).toEqual(["Second"]);
    expect(
      namesIn((await list(`?sort=username&direction=asc&search=s&cursor=${body.nextCursor}`)).body),
    ).toEqual(["second_one"]);
  });

  it("refuses another order, and a cursor that is none of it", async () => {
    const refused = async (query: string) => {
      const { status, body } = await list(query);
      return [status, body.message];
    };
    expect(await refused("?sort=luck")).toEqual([400, expect.stringContaining("sort must be one of joined")]);
    expect(await refused("?direction=up")).toEqual([
      400,
      expect.stringContaining("direction must be one of asc"),
    ]);
    const cursors = [
      "?sort=balance&cursor=bmFtZQ.abc",
      `?sort=balance&cursor=${2n ** 63n}.abc`,
      "?sort=username&cursor=AA.abc",
      "?cursor=99999999999999.abc",
      "?sort=wallet&cursor=a-b.abc",
    ];
    expect(await Promise.all(cursors.map(refused))).toEqual(
      cursors.map(() => [400, expect.stringContaining("cursor")]),
    );
  });
});

it("REVENUE-1 the number of profiles is kept with them, and nothing else moves it", async () => {
  const { body } = await admin.call("GET", "/api/admin/revenue");
  expect(body.statistics.totalUsers).toBe((await list("?limit=100")).body.users.length);
  expect(await isPlayerCountWrong(server.db)).toBe(false);
  await expect(server.db.execute(sql`update player_count set players = 1`)).rejects.toThrow(/player_count/);
  await server.db.execute(sql`alter table users disable trigger players_follow`);
  await server.db.execute(
    sql`insert into users (wallet, username, created_at) values ('uncounted', 'uncounted', now())`,
  );
  expect(await isPlayerCountWrong(server.db)).toBe(true);
});
