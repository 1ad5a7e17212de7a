import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BrowserSession,
  newBrowser,
  newWallet,
  type TestWallet,
} from "../../../test/browser-session.ts";
import { openTestServer, type TestServer } from "../../../test/http-server.ts";
import { lamports } from "../../domain/lamports.ts";
import { post } from "../db/ledger.ts";
import { bets } from "../db/schema/bets.ts";
import { races } from "../db/schema/races.ts";
import { ChainUnavailable } from "../ports.ts";

const balances = new Map<string, bigint>();
const admin = newWallet();
let isChainDown = false;
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({
    adminWallets: [admin.address],
    chain: {
      genesisHash: async () => "genesis",
      async balance(address) {
        if (isChainDown) throw new ChainUnavailable("down");
        return lamports(balances.get(address) ?? 0n);
      },
    },
  });
});
afterAll(() => server.close());

async function signedIn(wallet: TestWallet = newWallet()): Promise<BrowserSession> {
  const browser = newBrowser(server.url, wallet);
  await browser.signIn();
  return browser;
}

const create = (browser: BrowserSession, username: unknown, referrer?: unknown) =>
  browser.call("POST", "/api/users", { body: { walletAddress: browser.address, username, referrer } });
const rename = (browser: BrowserSession, username: unknown) =>
  browser.call("PATCH", `/api/users/${browser.address}`, { body: { username } });
const profileOf = (browser: BrowserSession, wallet: string) => browser.call("GET", `/api/users/${wallet}`);

async function playerNamed(username: string): Promise<BrowserSession> {
  const browser = await signedIn();
  expect((await create(browser, username)).status).toBe(201);
  return browser;
}

describe("creating a profile", () => {
  it("answers 404 before, 201 with the profile, and 200 after", async () => {
    const browser = await signedIn();
    const before = await profileOf(browser, browser.address);
    expect(before.status).toBe(404);
    expect(before.body.code).toBe("PROFILE_NOT_FOUND");
    balances.set(browser.address, 1_250_000_000n);
    const made = await create(browser, "  Seabiscuit ");
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      success: true,
      user: {
        wallet_address: browser.address,
        username: "Seabiscuit",
        balance: 0,
        onchain_balance: 1.25,
        created_at: new Date(server.clock.now()).toISOString(),
        is_streamer: false,
        is_partner: false,
        isChatModerator: false,
        streamer_privacy_enabled: true,
        referrer: null,
        total_wagered: 0,
        total_won: 0,
        races_played: 0,
        referral_earnings: 0,
        current_win_streak: 0,
        active_title: null,
      },
    });
    expect((await profileOf(browser, browser.address)).body).toEqual(made.body);
    const again = await create(browser, "Another");
    expect(again.status).toBe(409);
    expect(again.body.code).toBe("PROFILE_EXISTS");
    expect((await create(await signedIn(), "Another")).status).toBe(201);
  });

  it.each([
    ["", "Username is required"],
    ["  ", "Username is required"],
    [undefined, "Username is required"],
    ["ab", "Username must be at least 3 characters"],
    ["a".repeat(21), "Username must be less than 20 characters"],
    ["a".repeat(5_000), "Username must be less than 20 characters"],
  ])("USERNAME-1 the name %j is refused", async (username, message) => {
    const answer = await create(await signedIn(), username);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, field: "username", message });
  });

  it("USERNAME-1 a name of other characters is refused", async () => {
    const browser = await signedIn();
    for (const username of ["na me", "<b>x</b>", "näme", "名前です", "a/b", "---"]) {
      expect((await create(browser, username)).status).toBe(400);
    }
    expect((await profileOf(browser, browser.address)).status).toBe(404);
  });

  it("USERNAME-2 a look-alike of a taken name is taken", async () => {
    await playerNamed("Will_Iams");
    const squatter = await signedIn();
    for (const username of ["will_iams", "WILLIAMS", "wi11iams", "Will.Iarns", "Will-lams"]) {
      const answer = await create(squatter, username);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: "USERNAME_TAKEN", field: "username" });
    }
    expect((await create(squatter, "Serena")).status).toBe(201);
  });

  it("USERNAME-2 of many that want one name at the same time, one gets it", async () => {
    const browsers = await Promise.all(Array.from({ length: 8 }, () => signedIn()));
    const answers = await Promise.all(browsers.map((browser) => create(browser, "Wanted")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it("USERNAME-2 one wallet that asks for many names at the same time gets one", async () => {
    const browser = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create(browser, `Greedy${"abcdef"[index]}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const freed = await signedIn();
    const taken = answers.findIndex(({ status }) => status === 201);
    const free = `Greedy${"abcdef"[taken === 0 ? 1 : 0]}`;
    expect((await create(freed, free)).status).toBe(201);
  });
});

describe("the referrer", () => {
  it("MONEY-13 is named by username, old username or wallet", async () => {
    const referrer = await playerNamed("Sponsor");
    const byName = await signedIn();
    expect((await create(byName, "ByName", "sponsor")).body.user.referrer).toBe(referrer.address);
    await rename(referrer, "Patron");
    const byOldName = await signedIn();
    expect((await create(byOldName, "ByOldName", "Sponsor")).body.user.referrer).toBe(referrer.address);
    const byWallet = await signedIn();
    expect((await create(byWallet, "ByWallet", referrer.address)).body.user.referrer).toBe(referrer.address);
    const none = await signedIn();
    expect((await create(none, "ByNobody", null)).body.user.referrer).toBeNull();
  });

  it("MONEY-13 is never the player itself, nor nobody", async () => {
    const browser = await signedIn();
    expect((await create(browser, "Myself", browser.address)).body).toMatchObject({
      code: "REFERRER_SELF",
      field: "referrer",
    });
    expect((await create(browser, "Myself", "no-such-name")).body.code).toBe("REFERRER_UNKNOWN");
    expect((await profileOf(browser, browser.address)).status).toBe(404);
    expect((await create(await signedIn(), "Myself")).status).toBe(201);
  });
});

describe("changing the username", () => {
  it("USERNAME-3 keeps the old name for its owner", async () => {
    const owner = await playerNamed("FirstName");
    expect((await rename(owner, "SecondName")).body.user.username).toBe("SecondName");
    const other = await playerNamed("Other");
    expect((await rename(other, "firstname")).body.code).toBe("USERNAME_TAKEN");
    expect((await create(await signedIn(), "F1rstName")).body.code).toBe("USERNAME_TAKEN");
    expect((await rename(owner, "firstname")).body.user.username).toBe("firstname");
    expect((await rename(owner, "FirstName")).body.user.username).toBe("FirstName");
  });

  it("needs a profile and a good name", async () => {
    const browser = await signedIn();
    expect((await rename(browser, "Nobody")).status).toBe(404);
    const player = await playerNamed("Renamer");
    expect((await rename(player, "x")).body.message).toBe("Username must be at least 3 characters");
    expect((await profileOf(player, player.address)).body.user.username).toBe("Renamer");
  });
});

describe("what others see", () => {
  it("ACCESS-1 not the balance, the referrer or the chain's balance", async () => {
    const player = await playerNamed("Private");
    const seen = (await profileOf(newBrowser(server.url), player.address)).body.user;
    expect(seen).toMatchObject({ balance: null, onchain_balance: null, referrer: null, total_wagered: 0 });
    const byAdmin = (await profileOf(await signedIn(admin), player.address)).body.user;
    expect(byAdmin).toMatchObject({ balance: 0, onchain_balance: null });
  });

  it("a streamer hides its amounts, or shows them", async () => {
    const streamer = await playerNamed("Streamer");
    const set = (enabled: unknown) =>
      streamer.call("PUT", `/api/users/${streamer.address}/privacy`, { body: { enabled } });
    expect((await set(false)).body.code).toBe("NOT_A_STREAMER");
    await server.db.execute(sql`update users set is_streamer = true where wallet = ${streamer.address}`);
    const visitor = newBrowser(server.url);
    const seen = async () => (await profileOf(visitor, streamer.address)).body.user;
    expect(await seen()).toMatchObject({ total_wagered: null, total_won: null, referral_earnings: null });
    expect((await profileOf(streamer, streamer.address)).body.user.total_wagered).toBe(0);
    expect((await set("no")).body).toMatchObject({ code: "INVALID_INPUT", field: "enabled" });
    expect((await set(false)).body.user.streamer_privacy_enabled).toBe(false);
    expect((await seen()).total_wagered).toBe(0);
  });

  it("MONEY-2 balances and stats are sums of what is in the books", async () => {
    const player = await playerNamed("Accountant");
    const wallet = player.address;
    const sol = (amount: number) => lamports(BigInt(Math.round(amount * 1e9)));
    await server.db.transaction(async (tx) => {
      await post(tx, {
        reference: "credit",
        kind: "payment credited",
        ledger: "real",
        entries: [
          { account: "chain:deposit", lamports: sol(-0.07) },
          { account: `user:${wallet}`, lamports: sol(0.07) },
        ],
      });
      await post(tx, {
        reference: "settled",
        kind: "race settled",
        ledger: "real",
        entries: [
          { account: `referral:${wallet}`, lamports: sol(0.03) },
          { account: "equity", lamports: sol(-0.03) },
        ],
      });
      await post(tx, {
        reference: "claimed",
        kind: "payment created",
        ledger: "real",
        entries: [
          { account: `referral:${wallet}`, lamports: sol(-0.03) },
          { account: "outgoing", lamports: sol(0.03) },
        ],
      });
    });
    await insertBets(wallet, [
      { stake: sol(1), result: "win", payout: sol(2.5) },
      { stake: sol(0.5), result: "loss", payout: sol(0) },
      { stake: sol(4), result: "refunded", payout: null },
      { stake: sol(0.25), result: null, payout: null },
      { stake: sol(100), result: "win", payout: sol(200), ledger: "play" },
      { stake: sol(100), result: null, payout: null, status: "prepared" },
    ]);
    const { user } = (await profileOf(player, wallet)).body;
    expect(user).toMatchObject({
      balance: 0.07,
      referral_earnings: 0.03,
      total_wagered: 1.75,
      total_won: 2.5,
      races_played: 2,
    });
  });
});

type BetFacts = Pick<typeof bets.$inferInsert, "stake" | "result" | "payout" | "ledger" | "status">;

/** Each in a race of its own, as a player has one bet in a race. */
async function insertBets(wallet: string, facts: readonly Partial<BetFacts>[]): Promise<void> {
  const at = new Date(server.clock.now());
  for (const [index, { stake = lamports(1n), ...fact }] of facts.entries()) {
    const raceId = `stats-${index}`;
    await server.db.insert(races).values({
      id: raceId,
      number: 1_000 + index,
      status: "completed",
      raceType: "classic",
      ledger: "real",
      settings: {},
      settingsHash: "",
      jackpot: lamports(0n),
      outcomeEntropy: "beacon",
      seedChainId: 1,
      seedIndex: 1_000 + index,
      serverSeedHash: "",
      nonce: "n",
      createdAt: at,
    });
    await server.db.insert(bets).values({
      id: `bet-${index}`,
      raceId,
      wallet,
      horseNumber: 1,
      horseId: 1,
      ledger: "real",
      status: "confirmed",
      preparedAt: at,
      stake,
      ...fact,
    });
  }
}

describe("a player's own things", () => {
  it("presets begin with the defaults and keep what was saved, exactly", async () => {
    const player = await signedIn();
    const path = `/api/users/${player.address}/presets`;
    const header = { "x-wallet-address": player.address };
    expect((await player.call("GET", path, { headers: header })).body.presets).toEqual([0.1, 0.25, 0.5, 1]);
    const saved = await player.call("PUT", path, {
      body: { presets: [0.000000001, "0.3", 7, 10] },
      headers: header,
    });
    expect(saved.body).toEqual({ success: true, presets: [0.000000001, 0.3, 7, 10] });
    expect((await player.call("GET", path)).body.presets).toEqual([0.000000001, 0.3, 7, 10]);
  });

  it.each([
    [[1, 2, 3]],
    [[1, 2, 3, 4, 5]],
    [[1, 2, 3, 0]],
    [[1, 2, 3, -1]],
    [[1, 2, 3, "1e3"]],
    [[1, 2, 3, 1e300]],
    ["1,2,3,4"],
    [null],
  ])("LIMITS-3 the presets %j are refused and nothing changes", async (presets) => {
    const player = await signedIn();
    const path = `/api/users/${player.address}/presets`;
    const answer = await player.call("PUT", path, { body: { presets } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "PRESETS_INVALID",
      message: "All amounts must be positive numbers",
    });
    expect((await player.call("GET", path)).body.presets).toEqual([0.1, 0.25, 0.5, 1]);
  });

  it("the balance is the server's and the chain's, which may be silent", async () => {
    const player = await signedIn();
    balances.set(player.address, 3n);
    const path = `/api/wallet/balance/${player.address}`;
    expect((await player.call("GET", path)).body).toEqual({
      success: true,
      balance: 0,
      onchain_balance: 0.000000003,
    });
    isChainDown = true;
    expect((await player.call("GET", path)).body.onchain_balance).toBeNull();
    isChainDown = false;
  });
});
