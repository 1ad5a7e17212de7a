import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../../domain/day-length.ts";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { openRaceRoom, type RaceRoom, SOL, admin, walletOf } from "../../../../../tests/support/race-room.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { writeSetting } from "../../../foundation/settings/stored-settings.ts";
import { refundBet } from "./refund-bet.ts";
import { refundRace } from "./refund-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom({ secondAdminAbove: lamports(SOL) });
  await room.fundHouse(100n * SOL);
  for (const name of ["alice", "bob", "carol"]) await room.player(name);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

const giveBack = (betId: string) => refundBet(room.ports(), { betId, reason: "A mistake", ...admin });
const refund = (raceId: string) => refundRace(room.ports(), { raceId, reason: "Wrong", ...admin });
const waiting = (cause: string) => ({
  ok: true,
  value: { done: null, approval: { cause, status: "waiting" } },
});
const done = { ok: true, value: { approval: null } };

/** A settled race in which the first two lost the stake; returns their bets. */
async function settled(losers: readonly string[], stake: bigint) {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  const lost: string[] = [];
  for (const [index, name] of losers.entries())
    lost.push(await room.bet(id, name, { horse: ((winner + index) % 6) + 1, stake }));
  await room.bet(id, "carol", { horse: winner, stake });
  await room.runToEnd(id);
  return { id, lost };
}

describe("refunds at the house's cost", () => {
  it("IDENTITY-5 MONEY-23 lost bets given back add up", async () => {
    const { lost } = await settled(["alice", "bob"], (SOL * 6n) / 10n);
    expect(await giveBack(lost[0]!)).toMatchObject(done);
    expect(await giveBack(lost[1]!)).toMatchObject(waiting("sum"));
    await room.clock.advance(DAY_MS);
    expect(await giveBack(lost[1]!)).toMatchObject(done);
  });

  it("IDENTITY-5 an admin's own lost bet waits, and a race in which the admin lost", async () => {
    await room.player("admin");
    const { id, lost } = await settled(["admin"], SOL / 100n);
    expect(await giveBack(lost[0]!)).toMatchObject(waiting("own-wallet"));
    expect(await refund(id)).toMatchObject(waiting("own-wallet"));
  });

  it("IDENTITY-5 MONEY-9 one settled race in 24 hours, open ones freely, and none after seven days", async () => {
    const stake = SOL / 100n;
    const first = await settled(["alice"], stake);
    const second = await settled(["bob"], stake);
    const { id: open } = await room.openRace();
    expect(await refund(open)).toMatchObject(done);
    expect(await refund(first.id)).toMatchObject(done);
    expect(await refund(second.id)).toMatchObject(waiting("refunds"));
    await room.clock.advance(DAY_MS);
    expect(await refund(second.id)).toMatchObject(done);
    const third = await settled(["alice"], stake);
    await room.clock.advance(7 * DAY_MS + 1);
    expect(await refund(third.id)).toMatchObject({ code: "REFUND_TOO_LATE" });
  });
});

describe("the jackpot of ordinary races", () => {
  const set = (setter: string | null, approvedBy: string | null = null) =>
    room.db.transaction((tx) =>
      writeSetting(tx, {
        key: "jackpot_pool_amount",
        value: "0.4",
        by: setter,
        approvedBy,
        at: new Date(room.clock.now()),
      }),
    );
  /** The jackpots of the next races. */
  async function jackpots(races: number) {
    const given: bigint[] = [];
    for (let race = 0; race < races; race += 1) {
      const { id, jackpot } = await room.openRace();
      given.push(jackpot);
      expect(await refund(id)).toMatchObject(done);
    }
    return given;
  }
  const JACKPOT = (SOL * 4n) / 10n;

  it("IDENTITY-5 MONEY-16 counts when given, against who set it: past the limit a race has none", async () => {
    await set(walletOf("admin"));
    expect(await jackpots(4)).toEqual([JACKPOT, JACKPOT, 0n, 0n]);
    const events = room.events.filter(({ name }) => name === "user-notification");
    expect(
      events.map(({ wire }) => (wire as { notification: { kind: string } }).notification.kind),
    ).toContain("jackpot_missing");
    await room.clock.advance(DAY_MS);
    expect(await jackpots(1)).toEqual([JACKPOT]);
  });

  it("IDENTITY-5 does not count if another admin approved it", async () => {
    await set(walletOf("admin"), walletOf("second admin"));
    expect(await jackpots(4)).toEqual([JACKPOT, JACKPOT, JACKPOT, JACKPOT]);
  });
});
