import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BrowserSession, type Json, newBrowser } from "../../tests/support/browser-session.ts";
import { manualClock } from "../../tests/support/clock.ts";
import { exportOf } from "../../tests/support/export.ts";
import { figureLeaks, type Hidden } from "../../tests/support/figure-leaks.ts";
import { openTestServer, type TestServer } from "../../tests/support/http-server.ts";
import { openRaceRoom, type RaceRoom, walletOf } from "../../tests/support/race-room.ts";
import { api } from "../contract/api.ts";
import type { Endpoint } from "../contract/wire/endpoint.ts";
import { bets } from "./foundation/db/schema/bets.ts";
import { users } from "./foundation/db/schema/players.ts";

/** Odd amounts, so that no sum of the house's own happens to equal them. */
const WON = 123_456_789n;
const LOST = 234_567_891n;

let room: RaceRoom;
let server: TestServer;
let stranger: BrowserSession;
/** The streamer wins the first race, and with it the superfecta bonus, and loses the second. */
const raceIds: string[] = [];
let wonEvents: number;

beforeAll(async () => {
  room = await openRaceRoom({ clock: manualClock(Date.now()) });
  server = await openTestServer({ database: room.database, clock: room.clock });
  await room.fundHouse(10n ** 10n);
  await room.setting("superfecta_bonus_sol", "0.01");
  await room.player("referrer");
  await room.player("streamer", { referrer: "referrer", streak: 3 });
  await room.db
    .update(users)
    .set({ isStreamer: true, username: "NightJar" })
    .where(eq(users.wallet, walletOf("streamer")));
  for (const stake of [WON, LOST]) {
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    const loser = (winner % 6) + 1;
    const [own, other] = stake === WON ? [winner, loser] : [loser, winner];
    await room.bet(id, "streamer", { horse: own, stake });
    await room.bet(id, "companion", { horse: own, stake: 411_111_111n });
    await room.bet(id, "other", { horse: other, stake: 522_222_222n });
    await room.run(1_000);
    await room.runToEnd(id);
    raceIds.push(id);
    wonEvents ??= room.events.length;
  }
  await room.confirmAnchors();
  await exportOf(room).record();
  stranger = newBrowser(server.url);
  await stranger.signIn();
  await stranger.call("POST", "/api/users", {
    body: { walletAddress: stranger.address, username: "stranger" },
  });
});
afterAll(async () => {
  await server.close();
  await room.close();
});

/** Everything that must stay hidden about the streamer, from the database. */
async function hidden(): Promise<Hidden> {
  const own = await room.db
    .select()
    .from(bets)
    .where(eq(bets.wallet, walletOf("streamer")));
  const stakes = own.map(({ stake }) => stake);
  const payouts = own.flatMap(({ payout }) => (payout === null || payout === 0n ? [] : [payout]));
  expect(payouts).toHaveLength(1);
  return {
    names: [walletOf("streamer"), "NightJar"],
    betIds: own.map(({ id }) => id),
    figures: [...stakes, ...payouts, WON + LOST, payouts[0]! - WON, payouts[0]! - WON - LOST],
  };
}

/** Values for the placeholders in a path: everything of the streamer's that a stranger could ask for. */
const places: Readonly<Record<string, () => readonly string[]>> = {
  id: () => raceIds,
  wallet: () => [walletOf("streamer"), stranger.address],
};

const pathsOf = ({ path }: Endpoint): readonly string[] => {
  const [, name] = /:(\w+)/.exec(path) ?? [];
  if (name === undefined) return [path];
  return (places[name]?.() ?? ["1"]).map((value) => path.replace(`:${name}`, value));
};

it("EXPORT-4 PRIVACY-1 FAIR-17 no answer tells a stranger what a streamer who hides figures staked, won or earned", async () => {
  const secret = await hidden();
  const visitor = newBrowser(server.url);
  const seen = new Map<string, number>();
  for (const endpoint of Object.values<Endpoint>(api)) {
    if (endpoint.method !== "GET" || !["public", "player"].includes(endpoint.access)) continue;
    for (const path of pathsOf(endpoint)) {
      for (const caller of [visitor, stranger]) {
        const { status, body } = await caller.call("GET", `/api${path}`);
        seen.set(endpoint.path, Math.min(status, seen.get(endpoint.path) ?? 999));
        expect([path, figureLeaks(body, secret)]).toEqual([path, []]);
      }
    }
  }
  const answered = ["/races/active", "/races/:id", "/races/:id/bets", "/races/verify/:id", "/users/:wallet"];
  for (const path of [...answered, "/races", "/races/:id/replay", "/export/records"])
    expect([path, seen.get(path)]).toEqual([path, 200]);
});

it("PRIVACY-2 no event tells a stranger either", async () => {
  const secret = await hidden();
  const heard = room.events.filter(({ to }) => to === "everyone");
  for (const { name, wire } of heard) expect([name, figureLeaks(wire, secret)]).toEqual([name, []]);
  const names = new Set(heard.map(({ name }) => name));
  for (const name of ["race-update", "new-race", "race-complete"] as const)
    expect([...names]).toContain(name);
  const updates = heard.slice(0, wonEvents).filter(({ wire }) => (wire as Json).race?.bets?.length === 3);
  expect(updates.length).toBeGreaterThan(0);
});

it("FAIR-17 the sums of a race can be checked without its players: stake and payout stay", async () => {
  const { body } = await stranger.call("GET", `/api/races/verify/${raceIds[0]}`);
  const { settlement } = body.race as Json;
  const own = settlement.bets.find(({ stake }: Json) => stake === String(WON));
  expect(own).toMatchObject({ user_wallet: null, signature: null, result: "win" });
  const total = settlement.bets.reduce((sum: bigint, { stake }: Json) => sum + BigInt(stake), 0n);
  expect(String(total)).toBe(settlement.pool);
  const paid = settlement.payouts.find(({ id }: Json) => id === `payout-${own.id}`);
  expect(paid).toMatchObject({ user_wallet: null, signature: null, lamports: own.payout });
  expect(settlement.bets.map(({ user_wallet }: Json) => user_wallet)).toContain(walletOf("companion"));
});

it("PRIVACY-3 a superfecta bonus is shown without its winner, but to the winner", async () => {
  const [raceId] = raceIds as [string];
  const { body } = await stranger.call("GET", `/api/races/${raceId}`);
  const award = { user_wallet: null, username: null, amount: 0.01 };
  expect(body.race).toMatchObject({ bonus_award: award, bonus_awards: [award] });
  const own = await room.reader.readOne(raceId, walletOf("streamer"));
  expect(own.ok && own.value.race.bonus_award).toMatchObject({
    user_wallet: walletOf("streamer"),
    username: "NightJar",
  });
});

it("PRIVACY-6 what a streamer hides or shows is hidden or shown from the next answer on, in past races too", async () => {
  const figures = async () => {
    const { body } = await stranger.call("GET", `/api/users/${walletOf("streamer")}`);
    const race = await stranger.call("GET", `/api/races/verify/${raceIds[1]}`);
    const named = race.body.race.settlement.bets.filter(
      ({ user_wallet }: Json) => user_wallet === walletOf("streamer"),
    );
    return [body.user.total_wagered, body.user.current_win_streak, named.length];
  };
  const show = (isShown: boolean) =>
    room.db
      .update(users)
      .set({ streamerPrivacyEnabled: !isShown })
      .where(eq(users.wallet, walletOf("streamer")));
  expect(await figures()).toEqual([null, null, 0]);
  await show(true);
  expect(await figures()).toEqual([Number(WON + LOST) / 1e9, 0, 1]);
  await show(false);
  expect(await figures()).toEqual([null, null, 0]);
});
