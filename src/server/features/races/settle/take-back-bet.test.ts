import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../../tests/support/race-room.ts";
import { balanceOf } from "../../../foundation/books/ledger.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { refundBet } from "./refund-bet.ts";
import { takeBackBet } from "./take-back-bet.ts";

const MINUTE = 60_000;

let room: RaceRoom;
beforeAll(async () => {
  room = await openRaceRoom({ chainLength: 100 });
  await room.fundHouse(10n * SOL);
  for (const name of ["alice", "bob", "carol", "dave"]) await room.player(name);
});
afterEach(() => mustBeSound(room.db));
afterAll(() => room.close());

const betOf = async (raceId: string, name: string) => {
  const rows = await room.db.select().from(bets).where(eq(bets.raceId, raceId));
  return rows.filter(({ wallet }) => wallet === walletOf(name)).at(-1)!;
};
const takeBack = async (raceId: string, name: string) =>
  takeBackBet(room.ports(), { raceId, betId: (await betOf(raceId, name)).id, wallet: walletOf(name) });
const balance = (name: string) => balanceOf(room.db, `user:${walletOf(name)}`);
const yourBet = async (name: string) => (await room.readNewest(walletOf(name))).yourBet;

it("LONE-1 a lone bet is taken back after 15 minutes, once however often it is asked", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  await room.round();
  const { confirmedAt, id: betId } = await betOf(id, "alice");
  expect((await yourBet("alice"))?.takeBackFrom).toEqual(new Date(confirmedAt!.getTime() + 15 * MINUTE));
  await room.clock.advance(15 * MINUTE - 1_000);
  expect(await takeBack(id, "alice")).toMatchObject({ code: "TAKE_BACK_NOT_DUE" });
  await room.clock.advance(1_000);
  const other = { raceId: id, betId, wallet: walletOf("bob") };
  expect(await takeBackBet(room.ports(), other)).toMatchObject({ code: "BET_NOT_FOUND" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => takeBack(id, "alice")));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await balance("alice")).toBe(SOL);
  expect(await betOf(id, "alice")).toMatchObject({ status: "confirmed", result: "refunded", payout: SOL });
  expect(await yourBet("alice")).toBeNull();
  expect(room.events.some(({ to, name }) => to === walletOf("alice") && name === "user-notification")).toBe(
    true,
  );
  const { winner } = await room.outcome(id);
  await room.bet(id, "carol", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: 1 + (winner % 6), stake: SOL });
  expect((await room.runToEnd(id)).pool).toBe(2n * SOL);
  expect(await balance("alice")).toBe(SOL);
  expect(await yourBet("alice")).toBeNull();
}, 120_000);

it("LONE-1 LONE-2 not from the countdown; a race that loses a bet waits again, and the others can leave", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  await room.clock.advance(20 * MINUTE);
  await room.bet(id, "bob", { horse: 2, stake: SOL });
  await room.round();
  expect((await room.race(id)).status).toBe("countdown");
  expect(await takeBack(id, "alice")).toMatchObject({ code: "TAKE_BACK_NOT_DUE" });
  const admin = { reason: null, by: walletOf("admin") };
  await refundBet(room.ports(), { ...admin, betId: (await betOf(id, "bob")).id });
  await room.round();
  expect(await room.race(id)).toMatchObject({ status: "pending", closesAt: null, countdownStartedAt: null });
  const before = await balance("alice");
  expect(await takeBack(id, "alice")).toMatchObject({ ok: true });
  expect(await balance("alice")).toBe(before + SOL);
  await room.round();
  expect((await room.race(id)).status).toBe("pending");
  await room.bet(id, "carol", { horse: 2, stake: SOL });
  await room.bet(id, "dave", { horse: 3, stake: SOL });
  expect((await room.runToEnd(id)).pool).toBe(2n * SOL);
}, 120_000);

it("LONE-1 taken back while another bet and the engine arrive: the race has the bets that it counts", async () => {
  for (let times = 0; times < 4; times += 1) {
    const { id } = await room.openRace();
    await room.bet(id, "alice", { horse: 1, stake: SOL });
    await room.clock.advance(15 * MINUTE);
    const [taken] = await Promise.all([
      takeBack(id, "alice"),
      room.bet(id, "bob", { horse: 2, stake: SOL }),
      room.round(),
      takeBack(id, "alice"),
    ]);
    await room.round();
    const isLive = (await betOf(id, "alice")).result === null;
    expect(taken.ok).toBe(!isLive);
    expect((await room.race(id)).status).toBe(isLive ? "countdown" : "pending");
    if (!isLive) await room.bet(id, "carol", { horse: 3, stake: SOL });
    expect((await room.runToEnd(id)).pool).toBe(2n * SOL);
  }
}, 120_000);
