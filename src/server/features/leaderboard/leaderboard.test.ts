import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { freezeRaceSettings, storeRaceSettings } from "../../../domain/race-settings.ts";
import { lamports } from "../../../domain/lamports.ts";
import { settingsFrom } from "../../../domain/settings.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { playerTitles } from "../../foundation/db/schema/titles.ts";
import { storeAchievementTitles } from "../titles/check-achievements.ts";

const SOL = 1_000_000_000n;
let server: TestServer;
let placed = 0;
beforeAll(async () => {
  server = await openTestServer();
  await storeAchievementTitles(server);
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(3_000));

async function newRace(number: number): Promise<string> {
  const settings = freezeRaceSettings(settingsFrom([]), { raceType: "classic" });
  const id = `r-${number}`;
  await server.db.insert(races).values({
    id,
    number,
    status: "completed",
    raceType: "classic",
    ledger: "real",
    settings: storeRaceSettings(settings),
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot: lamports(0n),
    outcomeEntropy: "sealed",
    seedChainId: 1,
    seedIndex: number,
    serverSeedHash: "0".repeat(64),
    serverSeed: "0".repeat(64),
    winningNumber: 1,
    places: [1, 2, 3, 4, 5, 6],
    revealedAt: new Date(),
    nonce: "n",
    createdAt: new Date(),
  });
  return id;
}

let named = 0;
async function player(flag?: string): Promise<BrowserSession> {
  const browser = newBrowser(server.url);
  await browser.signIn();
  named += 1;
  const username = `Player${named}`;
  await browser.call("POST", "/api/users", { body: { walletAddress: browser.address, username } });
  if (flag !== undefined)
    await server.db.execute(sql`update users set ${sql.raw(flag)} = true where wallet = ${browser.address}`);
  return browser;
}

/** A settled bet in a separate race, this many days ago. */
async function settled(
  { address: wallet }: Pick<BrowserSession, "address">,
  { stake, payout = 0n, daysAgo = 0, ledger = "real" }: Settled,
) {
  placed += 1;
  const id = `b-${placed}`;
  const at = new Date(server.clock.now() - daysAgo * DAY_MS);
  await server.db.insert(bets).values({
    id,
    raceId: await newRace(placed),
    wallet,
    horseNumber: 1,
    horseId: 1,
    stake: lamports(stake),
    ledger,
    status: "confirmed",
    salt: "5a".repeat(32),
    preparedAt: at,
    confirmedAt: at,
  });
  await server.db
    .update(bets)
    .set({ result: payout > 0n ? "win" : "loss", payout: lamports(payout), settledAt: at })
    .where(eq(bets.id, id));
}

interface Settled {
  readonly stake: bigint;
  readonly payout?: bigint;
  readonly daysAgo?: number;
  readonly ledger?: "real" | "play";
}

const boardFor = async (browser: BrowserSession, period = "day") =>
  (await browser.call("GET", `/api/leaderboard?period=${period}`)).body;
const placeOf = (
  body: { leaderboard: readonly { wallet_address: string; rank: number }[] },
  who: BrowserSession,
) => body.leaderboard.find(({ wallet_address: wallet }) => wallet === who.address) ?? null;

describe("the leaderboard", () => {
  it("BOARD-2 orders by net profit, then by wager, over today, seven days or all time", async () => {
    const [alice, bob, carol] = [await player(), await player(), await player()];
    await settled(alice, { stake: SOL, payout: 3n * SOL });
    await settled(bob, { stake: 2n * SOL, payout: 4n * SOL });
    await settled(carol, { stake: SOL, payout: 0n });
    await settled(carol, { stake: SOL, payout: 8n * SOL, daysAgo: 6 });
    await settled(bob, { stake: SOL, payout: 90n * SOL, daysAgo: 7 });
    await settled(alice, { stake: SOL, payout: 500n * SOL, ledger: "play" });
    const visitor = newBrowser(server.url);
    const order = async (period?: string) => {
      const { leaderboard } = await boardFor(visitor, period);
      return leaderboard.map((one: { wallet_address: string; net_profit: number; rank: number }) => [
        [alice, bob, carol].findIndex(({ address }) => address === one.wallet_address),
        one.rank,
        one.net_profit,
      ]);
    };
    // Alice and Bob have won the same: Bob has wagered more.
    expect(await order()).toEqual([
      [1, 1, 2],
      [0, 2, 2],
      [2, 3, -1],
    ]);
    expect(await order("week")).toEqual([
      [2, 1, 6],
      [1, 2, 2],
      [0, 3, 2],
    ]);
    expect(await order("all")).toEqual([
      [1, 1, 91],
      [2, 2, 6],
      [0, 3, 2],
    ]);
    expect((await visitor.call("GET", "/api/leaderboard")).body.period).toBe("day");
    expect((await visitor.call("GET", "/api/leaderboard?period=year")).status).toBe(400);
  });

  it("BOARD-3 a streamer who hides figures is on nobody else's board and moves no rank", async () => {
    const [streamer, other] = [await player("is_streamer"), await player()];
    await settled(other, { stake: SOL, payout: 40n * SOL });
    await settled(streamer, { stake: SOL, payout: 41n * SOL });
    const seen = await boardFor(other);
    expect(placeOf(seen, streamer)).toBeNull();
    expect(placeOf(seen, other)).toMatchObject({ rank: 1 });
    expect(JSON.stringify(seen)).not.toContain(streamer.address);
    const own = await boardFor(streamer);
    expect(own.own).toMatchObject({ rank: 1, net_profit: 40, is_hidden: true });
    expect(placeOf(own, streamer)).toBeNull();
    expect(own.ranked).toBe(seen.ranked);
    await streamer.call("PUT", `/api/users/${streamer.address}/privacy`, { body: { enabled: false } });
    await server.clock.advance(3_000);
    const after = await boardFor(other);
    expect(placeOf(after, streamer)).toMatchObject({ rank: 1, is_streamer: true });
    expect(placeOf(after, other)).toMatchObject({ rank: 2 });
  });

  it("tells the caller's own place also far down, and none without a race", async () => {
    for (let winner = 0; winner < 52; winner++) {
      const { address } = newWallet();
      const createdAt = new Date(server.clock.now());
      await server.db.insert(users).values({ wallet: address, username: `Winner${winner}`, createdAt });
      await settled({ address }, { stake: SOL, payout: 2n * SOL });
    }
    const [last, idle] = [await player(), await player()];
    await settled(last, { stake: 9n * SOL });
    await server.clock.advance(3_000);
    const body = await boardFor(last);
    expect(body.leaderboard).toHaveLength(50);
    expect(placeOf(body, last)).toBeNull();
    expect(body.own).toMatchObject({ rank: body.ranked, net_profit: -9, is_hidden: false });
    expect((await boardFor(idle)).own).toBeNull();
    expect((await boardFor(newBrowser(server.url))).own).toBeNull();
  });

  it("many who ask at once are answered from one reading, which is renewed after two seconds", async () => {
    const someone = await player();
    const before = await boardFor(someone);
    await settled(someone, { stake: SOL, payout: 70n * SOL });
    expect((await boardFor(someone)).ranked).toBe(before.ranked);
    await server.clock.advance(2_000);
    expect((await boardFor(someone)).own).toMatchObject({ rank: 1 });
  });

  it("shows the active titles", async () => {
    const star = await player();
    await settled(star, { stake: SOL, payout: 100n * SOL });
    await server.db.insert(playerTitles).values({
      wallet: star.address,
      titleId: "title-first-win",
      unlockedAt: new Date(),
      isActive: true,
    });
    await server.clock.advance(3_000);
    expect(placeOf(await boardFor(star), star)).toMatchObject({ active_title: "Maiden Breaker" });
  });
});
