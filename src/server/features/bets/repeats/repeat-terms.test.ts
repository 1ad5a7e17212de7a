import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../../tests/support/race-room.ts";
import { depositCredited } from "../../../../domain/chain-postings.ts";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { balanceOf, post } from "../../../foundation/books/ledger.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { acceptBet } from "../accept-bet.ts";
import { placeAtOnce } from "../place-at-once.ts";
import { readRepeat } from "./read-repeat.ts";
import { resumeRepeat } from "./resume-repeat.ts";
import { placeRepeats } from "./place-repeats.ts";
import { stopRepeat } from "./stop-repeat.ts";
import { startRepeat } from "./start-repeat.ts";

let room: RaceRoom;
beforeAll(async () => {
  room = await openRaceRoom({ chainLength: 200 });
  await room.fundHouse(100n * SOL);
});
afterAll(async () => {
  await mustBeSound(room.db);
  await room.close();
});

/** A player with a profile and a balance that is final. */
async function playerWith(name: string, balance: bigint): Promise<string> {
  await room.player(name);
  const credit = { account: `user:${walletOf(name)}` as const, lamports: lamports(balance) };
  const received = [{ kind: "deposit" as const, address: "h", lamports: lamports(balance) }];
  await room.db.transaction((tx) =>
    post(tx, depositCredited({ signature: `credit of ${name}`, received, credits: [credit] })),
  );
  return walletOf(name);
}

const ports = () => ({ ...room.ports(), isLocal: false, raceChanged: () => undefined });
const round = () => placeRepeats(ports(), room.lease);
interface Order {
  readonly raceId?: string;
  readonly stake?: Lamports;
  readonly races?: number;
  readonly stopAtLoss?: Lamports;
  readonly isSteppedUp?: boolean;
}
const start = (wallet: string, order: Order = {}) =>
  startRepeat(room.ports(), {
    wallet,
    horse: "chosen",
    horseId: 1,
    stake: lamports(SOL / 10n),
    races: 20,
    stopAtLoss: lamports(2n * SOL),
    ...order,
  });
const kindsTold = (wallet: string) =>
  room.events
    .filter(({ to, name }) => to === wallet && name === "user-notification")
    .map(({ wire }) => (wire as { notification: { kind: string; params: unknown } }).notification);
const racesBet = async (wallet: string) =>
  (await room.db.select().from(bets).where(eq(bets.wallet, wallet))).map(({ raceId }) => raceId);

/** A bet by hand from the balance. */
async function placeAtOnceBy(wallet: string, stake: bigint) {
  const [raceId = ""] = await room.openIds();
  const request = { raceId, wallet, isAdmin: false, isBarredFromJackpots: false, horseId: 1 };
  const at = new Date(room.clock.now());
  const accepted = await acceptBet(room.db, { ...request, stake: lamports(stake), at });
  expect(accepted.ok && (await placeAtOnce(ports(), accepted.value))).toMatchObject({ ok: true });
}

/** Two others bet, one of them on the winner, and the race is run and settled. */
async function runOut(id: string) {
  const { winner } = await room.outcome(id);
  await room.bet(id, "rival-a", { horse: winner, stake: SOL });
  await room.bet(id, "rival-b", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
}

it("BET-15 the edge goes to 100 while six repeats run: none of them stakes anything", async () => {
  const { id: first } = await room.openRace();
  const wallets: string[] = [];
  for (let at = 1; at <= 6; at += 1) wallets.push(await playerWith(`steady-${at}`, SOL));
  for (const wallet of wallets) expect(await start(wallet)).toMatchObject({ ok: true });
  await round();
  await room.setting("house_edge", "100");
  await runOut(first);
  const balances = await Promise.all(wallets.map((wallet) => balanceOf(room.db, `user:${wallet}`)));
  const { id: second } = await room.openRace();
  await round();
  await round();
  await runOut(second);
  await round();
  for (const [at, wallet] of wallets.entries()) {
    expect(await racesBet(wallet)).toEqual([first]);
    expect(await balanceOf(room.db, `user:${wallet}`)).toBe(balances[at]);
  }
}, 120_000);

it("BET-15 a paused repeat bets again when its player resumes it under the new terms, and a lower edge changes nothing", async () => {
  const wallet = walletOf("steady-1");
  expect(await readRepeat(room.db, wallet)).toMatchObject({
    status: "paused",
    pauseReason: "edge",
    house_edge: 5,
    racesDone: 1,
  });
  const paused = { kind: "repeat_paused_edge", params: { edge: 100, edgeBefore: 5 } };
  expect(kindsTold(wallet).filter(({ kind }) => kind.startsWith("repeat"))).toMatchObject([paused]);
  await room.setting("house_edge", "10");
  const { id: third } = await room.openRace();
  await round();
  expect(await racesBet(wallet)).toHaveLength(1);
  expect(await resumeRepeat(room.ports(), { wallet, raceId: "race-999" })).toMatchObject({
    code: "RACE_NOT_FOUND",
  });
  expect(await resumeRepeat(room.ports(), { wallet, raceId: third })).toMatchObject({ ok: true });
  await round();
  expect(await racesBet(wallet)).toContain(third);
  expect(await readRepeat(room.db, wallet)).toMatchObject({ status: "running", house_edge: 10 });

  // A lower edge is no reason to pause and does not become the bound.
  await room.setting("house_edge", "2.5");
  await runOut(third);
  const { id: fourth } = await room.openRace();
  await round();
  await room.setting("house_edge", "10");
  await runOut(fourth);
  const { id: fifth } = await room.openRace();
  await round();
  expect((await racesBet(wallet)).slice(-2)).toEqual([fourth, fifth]);
  await runOut(fifth);
}, 120_000);

it("BET-15 other bounds of a bet and testing mode pause it too; the terms are those of the race that the player saw", async () => {
  const [bounds, testing, late] = [
    await playerWith("bounds", SOL),
    await playerWith("testing", SOL),
    await playerWith("late", SOL),
  ];
  const { id: seen } = await room.openRace();
  await runOut(seen);
  expect(await start(bounds)).toMatchObject({ ok: true });
  await room.setting("max_bet_amount", "5");
  await room.setting("house_edge", "20");
  const { id: higher } = await room.openRace();
  expect(await start(late, { raceId: seen })).toMatchObject({ ok: true });
  await round();
  expect(await readRepeat(room.db, late)).toMatchObject({ pauseReason: "edge", house_edge: 10 });
  await runOut(higher);
  await room.setting("house_edge", "10");
  const { id: open } = await room.openRace();
  expect(await start(testing)).toMatchObject({ ok: true });
  expect(await start(bounds, { raceId: seen })).toMatchObject({ ok: true });
  await round();
  expect(await readRepeat(room.db, bounds)).toMatchObject({ pauseReason: "limits" });
  expect(await racesBet(testing)).toEqual([open]);
  await runOut(open);

  await room.setting("testing_mode_enabled", "true");
  const { id: play } = await room.openRace();
  await round();
  await round();
  expect(await readRepeat(room.db, testing)).toMatchObject({ pauseReason: "testing" });
  expect(kindsTold(testing).map(({ kind }) => kind)).toContain("repeat_paused_testing");
  for (const wallet of [bounds, testing, late]) {
    await stopRepeat(room.ports(), wallet);
    expect(await readRepeat(room.db, wallet)).toMatchObject({ status: "ended", pauseReason: null });
    expect((await racesBet(wallet)).includes(play)).toBe(false);
  }
}, 120_000);

it("JACKPOT-1 a repeat of an admin leaves out races with a jackpot", async () => {
  await room.setting("testing_mode_enabled", "false");
  for (const id of await room.openIds()) await runOut(id);
  const [wallet, other] = [await playerWith("appointed", SOL), await playerWith("beside", SOL)];
  await room.setting("jackpot_pool_amount", "1");
  const { id, jackpot } = await room.openRace();
  expect(jackpot).toBe(SOL);
  expect(await start(wallet)).toMatchObject({ ok: true });
  expect(await start(other)).toMatchObject({ ok: true });
  await placeRepeats({ ...ports(), listAdmins: () => Promise.resolve([wallet]) }, room.lease);
  expect(await racesBet(wallet)).toEqual([]);
  expect(await racesBet(other)).toEqual([id]);
  expect(await readRepeat(room.db, wallet)).toMatchObject({ status: "running" });
  await runOut(id);
}, 120_000);

it("BET-32 what anybody prepares in a player's name holds up no repeat", async () => {
  await room.setting("jackpot_pool_amount", "0");
  for (const id of await room.openIds()) await runOut(id);
  const wallet = await playerWith("named", SOL);
  const { id } = await room.openRace();
  await room.db.insert(bets).values({
    id: "b-named",
    raceId: id,
    wallet,
    horseNumber: 2,
    horseId: 2,
    stake: lamports(SOL / 10n),
    ledger: "real",
    source: "wallet",
    status: "prepared",
    salt: "0".repeat(64),
    message: null,
    memo: "a stranger's",
    depositAddress: "house",
    lastValidBlockHeight: 1_000_000n,
    preparedAt: new Date(room.clock.now()),
  });
  expect(await start(wallet)).toMatchObject({ ok: true });
  await round();
  const own = await room.db.select().from(bets).where(eq(bets.wallet, wallet));
  expect(own.map(({ status }) => status).toSorted()).toEqual(["confirmed", "prepared"]);
  await stopRepeat(room.ports(), wallet);
  await runOut(id);
}, 120_000);

it("BALANCE-1 a repeat that began without the wallet's confirmation pauses at 2 SOL in 24 hours", async () => {
  await room.setting("jackpot_pool_amount", "0");
  for (const id of await room.openIds()) await runOut(id);
  const [wallet, confirmed] = [
    await playerWith("spender", 9n * SOL),
    await playerWith("confirmed", 9n * SOL),
  ];
  await room.openRace();
  const stake = lamports((SOL * 4n) / 5n);
  expect(await start(wallet, { stake, races: 3 })).toMatchObject({ code: "STEP_UP_REQUIRED" });
  // Two small orders one after the other come to the same.
  expect(await start(wallet, { stake, races: 2 })).toMatchObject({ ok: true });
  expect(
    await start(confirmed, { stake, races: 3, stopAtLoss: lamports(9n * SOL), isSteppedUp: true }),
  ).toMatchObject({ ok: true });
  const next = async () => {
    await round();
    for (const id of await room.openIds()) await runOut(id);
    await round();
    await room.openRace();
  };
  await next();
  await stopRepeat(room.ports(), wallet);
  expect(await start(wallet, { stake: lamports(SOL / 2n), races: 2 })).toMatchObject({ ok: true });
  await placeAtOnceBy(wallet, (SOL * 4n) / 5n);
  await next();
  await round();
  await round();
  expect(await readRepeat(room.db, wallet)).toMatchObject({
    status: "paused",
    pauseReason: "step_up",
    racesDone: 0,
  });
  expect(kindsTold(wallet).at(-1)).toMatchObject({ kind: "repeat_paused_step_up" });
  const [open = ""] = await room.openIds();
  const resume = { wallet, raceId: open };
  expect(await resumeRepeat(room.ports(), resume)).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(await resumeRepeat(room.ports(), { ...resume, isSteppedUp: true })).toMatchObject({ ok: true });
  await round();
  expect(await racesBet(wallet)).toContain(open);
  await next();
  expect(await racesBet(confirmed)).toHaveLength(3);
}, 120_000);
