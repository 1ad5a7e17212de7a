import { and, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "../../../../domain/day-length.ts";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { faultLine, faulty } from "../../../../../tests/support/faults.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../../tests/support/race-room.ts";
import { depositCredited } from "../../../../domain/chain-postings.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { posting } from "../../../../domain/ledger.ts";
import { balanceOf, post } from "../../../foundation/books/ledger.ts";
import { runKeyed } from "../../../foundation/db/keyed-transaction.ts";
import { betRepeats, bets } from "../../../foundation/db/schema/bets.ts";
import { restrictions } from "../../../foundation/db/schema/players.ts";
import { horses } from "../../../foundation/db/schema/races.ts";
import { placeAtOnce } from "../place-at-once.ts";
import { acceptBet } from "../accept-bet.ts";
import { placeRepeats, type RepeatPorts } from "./place-repeats.ts";
import { readRepeat } from "./read-repeat.ts";
import { startRepeat } from "./start-repeat.ts";
import { stopRepeat } from "./stop-repeat.ts";

let room: RaceRoom;
beforeAll(async () => {
  room = await openRaceRoom({ chainLength: 2_000 });
  await room.fundHouse(1_000n * SOL);
});
afterEach(() => mustBeSound(room.db));
afterAll(async () => {
  for (const id of await room.openIds()) await runOut(id);
  await mustBeSound(room.db);
  await room.close();
});

let named = 0;
/** A player with a profile and a balance that is final. */
async function playerWith(balance: bigint): Promise<string> {
  const name = `repeater-${(named += 1)}`;
  await room.player(name);
  const credit = { account: `user:${walletOf(name)}` as const, lamports: lamports(balance) };
  const received = [{ kind: "deposit" as const, address: "h", lamports: lamports(balance) }];
  await room.db.transaction((tx) =>
    post(tx, depositCredited({ signature: `credit of ${name}`, received, credits: [credit] })),
  );
  return walletOf(name);
}

const ports = (changed: Partial<RepeatPorts> = {}): RepeatPorts => ({
  ...room.ports(),
  isLocal: false,
  raceChanged: () => undefined,
  ...changed,
});
const round = (changed: Partial<RepeatPorts> = {}) => placeRepeats(ports(changed), room.lease);

type Order = Parameters<typeof startRepeat>[1];
async function start(wallet: string, order: Partial<Order> = {}) {
  const [horse] = await room.db.select().from(horses).orderBy(horses.id).limit(1);
  return startRepeat(room.ports(), {
    wallet,
    horse: "chosen",
    horseId: order.horse === undefined || order.horse === "chosen" ? (horse?.id ?? 1) : null,
    stake: lamports(SOL / 10n),
    races: 3,
    stopAtLoss: lamports(SOL),
    isSteppedUp: true,
    ...order,
  });
}

const betsOf = (wallet: string) =>
  room.db.select().from(bets).where(eq(bets.wallet, wallet)).orderBy(bets.preparedAt);
const balanceOfWallet = (wallet: string) => balanceOf(room.db, `user:${wallet}`);
const toldTo = (wallet: string) =>
  room.events
    .filter(({ to, name }) => to === wallet && name === "user-notification")
    .map(({ wire }) => (wire as { notification: { kind: string; params: unknown } }).notification);

/** Two others bet, one of them on the winner, and the race is run and settled. */
async function runOut(id: string) {
  const { winner } = await room.outcome(id);
  await room.bet(id, "rival-a", { horse: winner, stake: SOL });
  await room.bet(id, "rival-b", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
}

/** The race that takes bets, otherwise the next one. */
const openId = async () => (await room.openIds())[0] ?? (await room.openRace()).id;

/** A whole race in which the repeats may bet. */
async function race() {
  const { id } = await room.openRace();
  await round();
  await round();
  await runOut(id);
  await round();
}

it("BET-15 bets once in each race until its races are done or one more bet could exceed the loss", async () => {
  const [wallet, careful, byHand] = [await playerWith(SOL), await playerWith(SOL), await playerWith(SOL)];
  const { id } = await room.openRace();
  expect(await start(wallet, { races: 2 })).toEqual({ ok: true, value: undefined });
  await start(careful, { stopAtLoss: lamports((SOL * 3n) / 20n), races: 50 });
  const second = (await room.readNewest(null)).race!.horses[1]!;
  const at = new Date(room.clock.now());
  const request = {
    raceId: id,
    wallet: byHand,
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId: second.id,
    stake: lamports(SOL / 4n),
    at,
  };
  const accepted = await acceptBet(room.db, request);
  expect(accepted.ok && (await placeAtOnce(ports(), accepted.value))).toMatchObject({ ok: true });
  await start(byHand, { horse: "same", horseId: null });
  const losses: bigint[] = [];
  for (let races = 1; races <= 3; races += 1) {
    await race();
    const { net, openAmount } = (await readRepeat(room.db, careful))!;
    losses.push(openAmount - net);
  }

  const placed = await betsOf(wallet);
  expect(new Set(placed.map(({ raceId }) => raceId)).size).toBe(2);
  expect(placed).toHaveLength(2);
  expect(placed.every(({ source, stake }) => source === "balance" && stake === SOL / 10n)).toBe(true);
  expect(await balanceOfWallet(wallet)).toBe(SOL - SOL / 5n);
  const net = placed.reduce((total, { stake, payout }) => total + (payout ?? 0n) - stake, 0n);
  const repeat = await readRepeat(room.db, wallet);
  expect(repeat).toMatchObject({ status: "ended", endReason: "races_done", racesDone: 2, racesLeft: 0, net });
  expect(repeat!.bets.map(({ id: betId }) => betId)).toEqual(
    placed.map(({ id: betId }) => betId).toReversed(),
  );
  const notices = toldTo(wallet).filter(({ kind }) => kind.startsWith("repeat_"));
  expect(notices).toMatchObject([{ kind: "repeat_races_done", params: { races: 2 } }]);

  // However the races ended, the loss never exceeds the stop, and the repeat is over as soon as one more bet could
  // exceed it.
  expect(losses.every((loss) => loss <= (SOL * 3n) / 20n)).toBe(true);
  const { endReason, net: result } = (await readRepeat(room.db, careful))!;
  expect(endReason === "loss_reached").toBe(result - SOL / 10n < -(SOL * 3n) / 20n);

  // The race that the player bet in manually is skipped and not counted; the number is that of the last bet.
  const own = await betsOf(byHand);
  expect(own.map(({ repeatId }) => repeatId === null)).toEqual([true, false, false]);
  expect(own.map(({ horseNumber }) => horseNumber)).toEqual([2, 2, 2]);
  expect(await readRepeat(room.db, byHand)).toMatchObject({ racesDone: 2, racesLeft: 1 });
  for (const one of [careful, byHand]) await stopRepeat(room.ports(), one);
}, 120_000);

it("BET-15 one press ends it, and a new one takes its place", async () => {
  const wallet = await playerWith(SOL);
  const id = await openId();
  await start(wallet);
  const [, stopped] = await Promise.all([round(), stopRepeat(room.ports(), wallet), round()]);
  expect(stopped).toMatchObject({ ok: true });
  const placed = (await betsOf(wallet)).length;
  expect(placed).toBeLessThanOrEqual(1);
  await round();
  expect(await betsOf(wallet)).toHaveLength(placed);
  expect(await readRepeat(room.db, wallet)).toMatchObject({ status: "ended", endReason: "stopped" });
  await stopRepeat(room.ports(), wallet);

  await Promise.all([start(wallet, { races: 5 }), start(wallet, { races: 6 }), start(wallet, { races: 7 })]);
  const running = await room.db
    .select()
    .from(betRepeats)
    .where(and(eq(betRepeats.wallet, wallet), isNull(betRepeats.endedAt)));
  expect(running).toHaveLength(1);
  await round();
  expect((await betsOf(wallet)).filter(({ raceId }) => raceId === id)).toHaveLength(1);
  await stopRepeat(room.ports(), wallet);
});

it("BET-15 RACE-6 the favourite is the horse with most staked, and nobody learns it while amounts are hidden", async () => {
  for (const open of await room.openIds()) await runOut(open);
  const [early, patient, late] = [await playerWith(SOL), await playerWith(SOL), await playerWith(SOL)];
  const { id } = await room.openRace();
  await start(patient, { horse: "favourite", horseId: null });
  await round();
  expect(await betsOf(patient)).toEqual([]);
  // Nobody has bet: after a while it takes the first of equal horses.
  await room.clock.advance(5_000);
  await round();
  expect(await betsOf(patient)).toMatchObject([{ horseNumber: 1 }]);
  await room.bet(id, "backer", { horse: 5, stake: SOL });
  await start(early, { horse: "favourite", horseId: null });
  await round();
  expect(await betsOf(early)).toMatchObject([{ horseNumber: 5 }]);
  await room.round();
  const closesAt = (await room.race(id)).closesAt!.getTime();
  await room.clock.advance(closesAt - room.clock.now() - 4_000);
  await start(late, { horse: "favourite", horseId: null });
  await round();
  expect(await betsOf(late)).toEqual([]);
  for (const wallet of [early, patient, late]) await stopRepeat(room.ports(), wallet);
}, 120_000);

it("BET-15 maintenance, a ban, too little balance and a day end it", async () => {
  const [banned, between, poor, old, maintained] = [
    await playerWith(SOL),
    await playerWith(SOL),
    await playerWith(SOL / 10n),
    await playerWith(SOL),
    await playerWith(SOL),
  ];
  const ban = (wallet: string) =>
    room.db.insert(restrictions).values({
      id: `ban of ${wallet}`,
      wallet,
      kind: "ban",
      until: new Date(room.clock.now() + 1e9),
      imposedBy: "test",
      imposedAt: new Date(room.clock.now()),
    });
  const id = await openId();
  await start(poor);
  await start(between);
  await round();
  expect(await betsOf(poor)).toHaveLength(1);
  for (const wallet of [banned, old]) await start(wallet);
  await ban(banned);
  await round();
  expect(await readRepeat(room.db, banned)).toMatchObject({ endReason: "banned", racesDone: 0 });
  expect(toldTo(banned)).toMatchObject([{ kind: "repeat_banned", params: { races: 0 } }]);
  await runOut(id);
  // No race takes bets now.
  await ban(between);
  await round();
  expect(await readRepeat(room.db, between)).toMatchObject({ endReason: "banned", racesDone: 1 });
  await room.openRace();
  await round();
  expect(await readRepeat(room.db, poor)).toMatchObject({ endReason: "balance_low", racesDone: 1 });
  expect(toldTo(poor).at(-1)).toMatchObject({ kind: "repeat_balance_low" });
  await room.clock.advance(DAY_MS);
  await round();
  expect(await readRepeat(room.db, old)).toMatchObject({ endReason: "expired" });

  await start(maintained);
  await room.setting("site_maintenance_enabled", "true");
  await round();
  expect(await readRepeat(room.db, maintained)).toMatchObject({ endReason: "maintenance" });
  expect(await start(maintained)).toMatchObject({ code: "MAINTENANCE" });
  await room.setting("site_maintenance_enabled", "false");
}, 120_000);

it("BET-15 is refused where its first bet would be", async () => {
  const wallet = await playerWith(SOL);
  expect(await start(walletOf("nobody"))).toMatchObject({ code: "PROFILE_REQUIRED" });
  expect(await start(wallet, { stake: lamports(1n) })).toMatchObject({
    code: "BET_TOO_SMALL",
    field: "amount",
  });
  expect(await start(wallet, { stake: lamports(11n * SOL), stopAtLoss: lamports(11n * SOL) })).toMatchObject({
    code: "BET_TOO_LARGE",
  });
  expect(await start(wallet, { stopAtLoss: lamports(SOL / 20n) })).toMatchObject({
    code: "INVALID_INPUT",
    field: "stopAtLoss",
  });
  expect(await start(wallet, { horseId: 987_654 })).toMatchObject({ code: "HORSE_NOT_FOUND" });
  expect(await start(wallet, { horse: "same", horseId: null })).toMatchObject({ code: "BET_INPUT_MISSING" });
  expect(await start(wallet, { stake: lamports(2n * SOL), stopAtLoss: lamports(2n * SOL) })).toMatchObject({
    code: "INSUFFICIENT_BALANCE",
  });
  expect(await readRepeat(room.db, wallet)).toBeNull();
});

it("BET-15 a refund of its bet does not make it bet again in that race", async () => {
  const wallet = await playerWith(SOL);
  await openId();
  await start(wallet);
  await round();
  const [first] = await betsOf(wallet);
  const { id, raceId, stake } = first!;
  await room.db.transaction(async (tx) => {
    await tx.update(bets).set({ result: "refunded", payout: stake }).where(eq(bets.id, id));
    await post(
      tx,
      posting({
        reference: `refund of ${id}`,
        kind: "race refunded",
        ledger: "real",
        raceId,
        entries: [
          [`pool:${raceId}`, 0n - stake],
          [`user:${wallet}`, stake],
        ],
      }),
    );
  });
  await round();
  expect(await betsOf(wallet)).toHaveLength(1);
  await stopRepeat(room.ports(), wallet);
});

it("BET-15 BET-14 two leaders and a crash at any point: one bet in a race, with its stake", async () => {
  const id = await openId();
  for (let breakAt = 1; ; breakAt += 1) {
    const wallet = await playerWith(SOL);
    await start(wallet, { races: 1 });
    const line = faultLine(breakAt);
    const broken = { db: faulty(room.db, line), broadcast: line.ports(room.ports().broadcast) };
    await Promise.all([round(broken).catch(() => undefined), round().catch(() => undefined)]);
    await round();
    await round();
    expect((await betsOf(wallet)).map(({ raceId }) => raceId)).toEqual([id]);
    expect(await balanceOfWallet(wallet)).toBe(SOL - SOL / 10n);
    if (!line.isBroken) break;
    expect(breakAt).toBeLessThan(80);
  }
}, 120_000);

it("IDEM-2 a repeat whose answer was lost is not refused when it is asked for again", async () => {
  await openId();
  const wallet = await playerWith(SOL);
  const again = () =>
    runKeyed({ wallet, call: "startRepeat", key: "k", content: "c", at: new Date(0) }, () => start(wallet));
  expect(await again()).toMatchObject({ ok: true });
  await room.setting("site_maintenance_enabled", "true");
  expect(await again()).toMatchObject({ ok: true });
  await room.setting("site_maintenance_enabled", "false");
  await stopRepeat(room.ports(), wallet);
});
