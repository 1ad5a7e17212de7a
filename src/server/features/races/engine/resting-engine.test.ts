import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RaceRoom, openRaceRoom, SOL } from "../../../../../tests/support/race-room.ts";
import { type ChangeNews, toldChanges } from "../../../foundation/db/change-news.ts";
import { seedChains } from "../../../foundation/db/schema/races.ts";
import type { LeaderJob } from "../../../foundation/feature.ts";
import type { Broadcast } from "../../../foundation/ports.ts";
import { runLeaderJobs } from "../../../run-jobs.ts";
import { findNewestRace } from "../race-rows.ts";
import { raceJobs } from "../open-races.ts";
import type { EnginePorts } from "./race-engine.ts";

const STEP_MS = 20;

let room: RaceRoom;
let end: AbortController;
let running: Promise<void>;
let rounds = 0;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.database.tend(room.clock);
  await room.fundHouse(10n * SOL);
  end = new AbortController();
});
afterEach(async () => {
  end.abort();
  await running;
  await room.close();
});

const noNews = () => toldChanges();

/** Runs the engine as the leader does, woken by the database's notifications. */
async function lead(changes: ChangeNews = room.database.changes, ports: Partial<EnginePorts> = {}) {
  const { signal } = end;
  const jobs = raceJobs({ ...room.ports(), ...ports }).map((job) => counted(job as LeaderJob));
  const onError = (error: unknown) => {
    throw error;
  };
  running = runLeaderJobs(jobs, { clock: room.clock, changes, signal, onError, lease: room.lease });
  // The first rounds resume what is there, and open a race if it is time.
  await pass(500);
  rounds = 0;
}

const counted = (job: LeaderJob): LeaderJob => ({
  ...job,
  begin(lease) {
    const round = job.begin(lease);
    return () => {
      rounds += 1;
      return round();
    };
  },
});

/** Lets time pass in small steps; a round that has begun ends before the next step. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await untilItSleeps();
    await room.clock.advance(STEP_MS);
  }
  await untilItSleeps();
}

async function untilItSleeps() {
  do await new Promise((resolve) => setTimeout(resolve, 2));
  while (room.clock.sleepers === 0);
}

async function twoBets(raceId: string) {
  for (const [name, horse] of [
    ["alice", 1],
    ["bob", 2],
  ] as const) {
    await room.player(name);
    await room.bet(raceId, name, { horse, stake: SOL });
  }
}

describe("an engine that has nothing to do", () => {
  it("IDLE-3 looks at a race that waits for bets once in two seconds", async () => {
    await room.openRace();
    await lead();
    await pass(20_000);
    expect(rounds).toBeLessThanOrEqual(10);
    expect(rounds).toBeGreaterThanOrEqual(9);
  });

  it("IDLE-3 is woken by the bets that start a countdown, in whichever process they were confirmed", async () => {
    const { id } = await room.openRace();
    await lead();
    await pass(500);
    expect(rounds).toBe(0);
    await twoBets(id);
    await pass(100);
    expect((await room.race(id)).status).toBe("countdown");
  });

  it("IDLE-3 finds them within two seconds when nobody told of them", async () => {
    const { id } = await room.openRace();
    await lead(noNews());
    await twoBets(id);
    await pass(2_000);
    expect((await room.race(id)).status).toBe("countdown");
  });

  it("IDLE-3 counts a late bet within a second when nobody told of it, and rounds meanwhile once a second", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    await lead(noNews());
    const before = await room.race(id);
    const leftMs = before.closesAt!.getTime() - room.clock.now();
    await pass(leftMs - 3_000);
    expect(rounds).toBeLessThanOrEqual(Math.ceil((leftMs - 3_000) / 1_000) + 1);
    await room.player("carol");
    await room.bet(id, "carol", { horse: 3, stake: SOL });
    await pass(1_000);
    expect((await room.race(id)).closesAt!.getTime()).toBeGreaterThan(before.closesAt!.getTime());
  });

  it("IDLE-3 RACE-2 closes betting when it is due, not when it looks next", async () => {
    const { id } = await room.openRace();
    await twoBets(id);
    await lead();
    const { closesAt } = await room.race(id);
    await pass(closesAt!.getTime() - room.clock.now() + 100);
    const { lockedAt } = await room.race(id);
    expect(lockedAt!.getTime() - closesAt!.getTime()).toBeLessThanOrEqual(100);
  });

  it("LOG-11 opens no race while the public log may not continue what is anchored", async () => {
    let mayOpenRace = false;
    await lead(room.database.changes, { mayOpenRace: () => mayOpenRace });
    await pass(10_000);
    expect(await room.db.select().from(seedChains)).toEqual([]);
    mayOpenRace = true;
    await pass(1_000);
    await room.confirmAnchors();
    await pass(5_000);
    expect(await findNewestRace(room.db)).not.toBeNull();
  });

  it("IDLE-3 finds a race that another instance opened, also when nobody told of it", async () => {
    await room.setting("next_race_delay", "600");
    const { id } = await room.openRace();
    await room.db.execute(sql`update races set status = 'refunded', refund_reason = 'Refunded by an admin',
      refunded_at = created_at, settled_at = created_at where id = ${id}`);
    const updated: string[] = [];
    const toEveryone: Broadcast["toEveryone"] = (name, payload) => {
      if (name === "race-update" && "race" in payload) updated.push(payload.race.id);
    };
    await lead(noNews(), { broadcast: { toEveryone, toWallet: () => undefined } });
    await pass(5_000);
    expect(rounds).toBeLessThanOrEqual(3);
    await room.setting("next_race_delay", "1");
    await room.engine().round();
    const next = await findNewestRace(room.db);
    expect(next?.id).not.toBe(id);
    await pass(2_000);
    expect(updated).toContain(next?.id);
  });
});
