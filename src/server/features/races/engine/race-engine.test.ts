import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { settingsOf } from "../race-rows.ts";
import { performOrAsk } from "../../approvals/perform-or-ask.ts";
import { notifications } from "../../../foundation/db/schema/players.ts";
import { specialRaces } from "../../../foundation/db/schema/races.ts";
import { specialRaceAction } from "../special/ask-special-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

/** Two players bet, one of them on the winner. */
async function twoBets(raceId: string) {
  const { winner } = await room.outcome(raceId);
  await room.bet(raceId, "alice", { horse: winner, stake: 300_000_001n });
  await room.bet(raceId, "bob", { horse: (winner % 6) + 1, stake: 700_000_000n });
}

describe("a race from its creation to its payouts", () => {
  it("RACE-1 runs through every state and pays the winners to the lamport (MONEY-3, MONEY-4, FAIR-10)", async () => {
    const { id } = await room.openRace();
    const { winner, places, seed } = await room.outcome(id);
    await room.bet(id, "alice", { horse: winner, stake: 300_000_001n });
    await room.round();
    expect((await room.race(id)).status).toBe("pending");
    await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: 700_000_000n });
    await room.round();
    expect((await room.race(id)).status).toBe("countdown");
    expect(room.sent("race-countdown")).toHaveLength(1);

    await room.run(30_000);
    const locked = await room.race(id);
    expect(locked).toMatchObject({ status: "active", startsAt: null });
    expect(locked.beaconSlot).not.toBeNull();

    await room.run(2_000);
    const started = await room.race(id);
    expect(started.startsAt).not.toBeNull();
    expect(started.beaconBlockSlot).toBe(locked.beaconSlot);
    expect(room.sent("race-start")).toHaveLength(1);

    await room.run(20_000);
    const over = await room.race(id);
    expect(over).toMatchObject({ status: "completed", serverSeed: seed, winningNumber: winner, places });
    expect(over.completedAt!.getTime()).toBe(over.startsAt!.getTime() + settingsOf(over).durationMs);
    expect(over.settledAt).not.toBeNull();
    expect(room.sent("race-reveal")).toEqual([{ raceId: id, places }]);
    expect(room.sent("race-complete")).toHaveLength(1);

    // 1_000_000_001 staked, 5 % of it is 50_000_000; one winner takes the rest.
    expect(await room.payouts()).toEqual([
      {
        id: `payout-bet-${id}-alice`,
        destination: walletOf("alice"),
        lamports: 950_000_001n,
        status: "pending",
      },
    ]);
    expect(await room.balances()).toEqual({
      "chain:deposit:d": -(10n * SOL) - 1_000_000_001n,
      outgoing: 950_000_001n,
      bonus: 25_000_000n,
      equity: 10n * SOL + 25_000_000n,
    });
  });

  it("FAIR-12 RACE-15 opens its betting, and is announced, only once the commitment is on the chain", async () => {
    await room.round();
    await room.confirmAnchors();
    await room.run(2_000);
    const [unopened] = await room.db.execute(sql`select id from races`).then(({ rows }) => rows);
    const id = String(unopened?.["id"]);
    expect(await room.race(id)).toMatchObject({ status: "pending", bettingOpensAt: null });
    expect(room.sent("new-race")).toHaveLength(0);
    await room.confirmAnchors();
    await room.round();
    expect((await room.race(id)).bettingOpensAt).not.toBeNull();
    expect(room.sent("new-race")).toHaveLength(1);
  });

  it("RACE-5 a late bet lifts the time left, up to twice the countdown", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    await room.round();
    const { countdownStartedAt } = await room.race(id);
    const startMs = countdownStartedAt!.getTime();
    for (let extra = 0; extra < 6; extra++) {
      const { closesAt } = await room.race(id);
      await room.clock.advance(closesAt!.getTime() - room.clock.now() - 1_000);
      await room.bet(id, `late-${extra}`, { horse: 1, stake: 10_000_000n });
      await room.round();
      const lifted = Math.min(startMs + 60_000, room.clock.now() + 10_000);
      expect((await room.race(id)).closesAt!.getTime()).toBe(lifted);
    }
    expect((await room.race(id)).closesAt!.getTime()).toBe(startMs + 60_000);
    await room.runToEnd(id);
  });

  it("RACE-5 a bet that is committed after a later one still lifts the time left", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    await room.round();
    const closesAt = (await room.race(id)).closesAt!.getTime();
    await room.clock.advance(closesAt - room.clock.now() - 9_000);
    await room.bet(id, "first", { horse: 1, stake: 10_000_000n });
    await room.round();
    expect((await room.race(id)).closesAt!.getTime()).toBe(closesAt + 1_000);
    await room.clock.advance(4_000);
    const late = await room.bet(id, "late", { horse: 1, stake: 10_000_000n });
    await room.db.execute(
      sql`update bets set confirmed_at = confirmed_at - interval '3 seconds' where id = ${late}`,
    );
    await room.round();
    expect((await room.race(id)).closesAt!.getTime()).toBe(closesAt + 2_000);
    await room.runToEnd(id);
  });

  it("RACE-5 a bet that arrives while the engine is about to lock counts first", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    await room.round();
    await room.clock.advance(29_950);
    await room.bet(id, "late", { horse: 1, stake: 10_000_000n });
    await room.clock.advance(100);
    await room.round();
    expect((await room.race(id)).status).toBe("countdown");
    await room.runToEnd(id);
  });

  it("RACE-10 a countdown that ran out while nobody drove starts again", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    await room.round();
    await room.clock.advance(600_000);
    room.restart();
    await room.round();
    const { status, closesAt } = await room.race(id);
    expect({ status, leftMs: closesAt!.getTime() - room.clock.now() }).toEqual({
      status: "countdown",
      leftMs: 30_000,
    });
    expect((await room.runToEnd(id)).status).toBe("completed");
  });

  it("RACE-10 a race that ran out while nobody drove finishes with the winner that its beacon gave", async () => {
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    await twoBets(id);
    await room.round();
    await room.run(30_000);
    await room.run(2_000);
    await room.clock.advance(600_000);
    room.restart();
    await room.round();
    const over = await room.race(id);
    expect(over).toMatchObject({ status: "completed", winningNumber: winner });
    expect(over.completedAt!.getTime()).toBe(over.startsAt!.getTime() + settingsOf(over).durationMs);
    expect(await room.payouts()).toHaveLength(1);
  });

  it("RACE-2 each confirmed bet is told to everyone, at most four times a second", async () => {
    const { id } = await room.openRace();
    const from = room.events.length;
    for (let bet = 0; bet < 20; bet++) {
      await room.bet(id, `player-${bet}`, { horse: 1 + (bet % 6), stake: SOL });
      await room.clock.advance(50);
      await room.round();
    }
    await room.run(500);
    const updates = room.events.slice(from).filter(({ name }) => name === "race-update");
    expect(updates.at(-1)?.wire).toMatchObject({ race: { id, betCount: 20, totalPool: 20 } });
    const pauses = updates.slice(1).map(({ atMs }, index) => atMs - updates[index]!.atMs);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
    expect(updates.length).toBeGreaterThanOrEqual(4);
    await room.runToEnd(id);
  });

  it("BET-10 in testing mode it moves play money alone and makes no payment", async () => {
    await room.setting("testing_mode_enabled", "true");
    const { id } = await room.openRace();
    await twoBets(id);
    await room.runToEnd(id);
    expect(await room.payouts()).toEqual([]);
    expect(await room.balances()).toEqual({
      "chain:deposit:d": -10n * SOL,
      equity: 10n * SOL,
      "play:mint": 50_000_000n - 1_000_000_001n,
      [`play:user:${walletOf("alice")}`]: 950_000_001n,
    });
  });

  it("FAIR-10 with sealed entropy the published nonce alone decides", async () => {
    await room.setting("outcome_entropy", "sealed");
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    await twoBets(id);
    const over = await room.runToEnd(id);
    expect(over).toMatchObject({ winningNumber: winner, beaconSlot: null, beaconBlockhash: null });
  });
});

describe("the next race", () => {
  it("RACE-4 comes after the pause, never beside another", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    const { completedAt } = await room.runToEnd(id);
    const left = completedAt!.getTime() + 10_000 - room.clock.now();
    await room.clock.advance(left - 1);
    await room.round();
    expect((await room.openIds()).length).toBe(0);
    await room.clock.advance(1);
    await room.round();
    await room.round();
    expect((await room.openIds()).length).toBe(1);
  });

  it("RACE-4 is the special race that was asked for first (MONEY-16)", async () => {
    const first = await room.openRace();
    for (const raceType of ["sprint", "endurance"] as const) {
      const terms = {
        houseEdge: 0,
        jackpotAmount: room.lamports(2n * SOL),
        minBets: 3,
        countdownSeconds: 45,
      };
      const order = { request: { raceType, ...terms }, by: walletOf("admin"), reason: null };
      await performOrAsk(room.ports())(specialRaceAction(room.ports()), order);
    }
    await twoBets(first.id);
    await room.runToEnd(first.id);
    const special = await room.openRace();
    expect(special).toMatchObject({ isSpecial: true, raceType: "sprint", jackpot: 2n * SOL });
    expect(settingsOf(special)).toMatchObject({ houseEdgeBps: 0, minBets: 3, countdownMs: 45_000 });
    expect((await room.balances())[`jackpot:${special.id}`]).toBe(2n * SOL);
    const queued = await room.db.select().from(specialRaces).orderBy(specialRaces.position);
    expect(queued.map(({ raceId }) => raceId)).toEqual([special.id, null]);
  });

  it("MONEY-16 runs without a jackpot that house equity does not cover", async () => {
    await room.setting("jackpot_pool_amount", "10.5");
    const race = await room.openRace();
    expect(race.jackpot).toBe(0n);
    expect(settingsOf(race).jackpot).toBe(0n);
  });

  it("JACKPOT-1 has no jackpot during maintenance, and a special race waits for its end", async () => {
    await room.setting("jackpot_pool_amount", "1");
    await room.setting("site_maintenance_enabled", "true");
    const terms = { houseEdge: 0, jackpotAmount: room.lamports(2n * SOL), minBets: 2, countdownSeconds: 45 };
    const order = { request: { raceType: "sprint" as const, ...terms }, by: walletOf("admin"), reason: null };
    await performOrAsk(room.ports())(specialRaceAction(room.ports()), order);
    const during = await room.openRace();
    expect(during).toMatchObject({ isSpecial: false, jackpot: 0n });
    expect(settingsOf(during).jackpot).toBe(0n);
    const rows = await room.db.select().from(notifications);
    expect(rows.filter(({ kind }) => kind === "jackpot_missing")).toEqual([]);
    await room.setting("site_maintenance_enabled", "false");
    await twoBets(during.id);
    await room.runToEnd(during.id);
    expect(await room.openRace()).toMatchObject({ isSpecial: true, jackpot: 2n * SOL });
  });

  it("MONEY-32 tells the admins of a jackpot that is missing, once until races have one again", async () => {
    const missingJackpots = async () =>
      (await room.db.select().from(notifications)).filter(({ kind }) => kind === "jackpot_missing");
    const runOne = async () => {
      const race = await room.openRace();
      await twoBets(race.id);
      await room.runToEnd(race.id);
      return race;
    };
    await room.setting("jackpot_pool_amount", "10.5");
    const first = await runOne();
    expect(await missingJackpots()).toMatchObject([
      { wallet: "admin-wallet", kind: "jackpot_missing", params: { raceId: first.id, amount: 10.5 } },
    ]);
    expect(room.events.filter(({ to }) => to === "admin-wallet")).toMatchObject([
      { name: "user-notification", wire: { notification: { kind: "jackpot_missing" } } },
    ]);
    // Neither the next race nor another server repeats the notice.
    room.restart();
    expect((await runOne()).jackpot).toBe(0n);
    expect(await missingJackpots()).toHaveLength(1);
    await room.setting("jackpot_pool_amount", "1");
    expect((await runOne()).jackpot).toBe(SOL);
    expect(await missingJackpots()).toHaveLength(1);
    await room.setting("jackpot_pool_amount", "500");
    await runOne();
    await runOne();
    expect((await missingJackpots()).map(({ params }) => params)).toMatchObject([
      { amount: 10.5 },
      { amount: 500 },
    ]);
    // Nothing is missing when no jackpot is wanted.
    await room.setting("jackpot_pool_amount", "0");
    await runOne();
    expect(await missingJackpots()).toHaveLength(2);
  });

  it("RACE-3 keeps the settings that it was created with", async () => {
    const { id } = await room.openRace();
    await room.setting("house_edge", "10");
    await twoBets(id);
    expect((await room.runToEnd(id)).fee).toBe(50_000_000n);
  });

  it("INV-11 is one, even when two engines believe that they hold the lease", async () => {
    const rivals = [room.engine(), room.engine()];
    // The database refuses the later one; that round fails and nothing of it is stored.
    const rounds = () => Promise.allSettled(rivals.map((rival) => rival.round()));
    for (let round = 0; round < 12; round++) {
      await rounds();
      await room.confirmAnchors();
      await room.clock.advance(500);
    }
    expect(await room.openIds()).toHaveLength(1);
    const [id] = await room.openIds();
    await twoBets(id!);
    for (let second = 0; second < 60; second++) {
      await rounds();
      await room.clock.advance(1_000);
    }
    expect((await room.race(id!)).settledAt).not.toBeNull();
    expect(await room.payouts()).toHaveLength(1);
  });
});
