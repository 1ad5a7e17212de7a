import { afterEach, beforeEach, expect, it } from "vitest";
import { type RaceRoom, openRaceRoom } from "../../tests/support/race-room.ts";
import { LeaseLost, acquireLease, holdLease, leaseHolder } from "./db/lease.ts";
import { ENGINE_LEASE, type Leadership, runWhileLeader } from "./leadership.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
});
afterEach(() => room.close());

/** Waits in real time for something that depends on the lease's own clock. */
async function until(isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return;
    await room.clock.advance(250);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("it did not come about");
}

function candidate(holder: string, mayLead = () => true) {
  const end = new AbortController();
  const terms: Leadership[] = [];
  const working = runWhileLeader(
    room.ports(),
    { terms: ENGINE_LEASE, holder, signal: end.signal, mayLead },
    async (leadership) => {
      terms.push(leadership);
      await new Promise<void>((resolve) => leadership.signal.addEventListener("abort", () => resolve()));
    },
  );
  const stop = async () => {
    end.abort();
    await working;
  };
  return { terms, stop };
}

const free = () => room.db.execute(`update leases set expires_at = clock_timestamp() - interval '1 second'`);

it("INV-11 of two processes one drives the races, and the other as soon as the first stops", async () => {
  await free();
  const [one, two] = [candidate("one"), candidate("two")];
  await until(() => one.terms.length + two.terms.length === 1);
  await room.clock.advance(5_000);
  expect(one.terms.length + two.terms.length).toBe(1);
  const [first, second] = one.terms.length === 1 ? [one, two] : [two, one];
  await first.stop();
  await until(() => second.terms.length === 1);
  expect(second.terms[0]!.lease.token).toBeGreaterThan(first.terms[0]!.lease.token);
  await second.stop();
  expect(await leaseHolder(room.db, ENGINE_LEASE.name)).toBeNull();
});

it("MONEY-28 a process whose house wallets are locked leads as soon as they are unlocked, and not before", async () => {
  await free();
  let isUnlocked = false;
  const [locked, other] = [candidate("locked", () => isUnlocked), candidate("other", () => false)];
  await room.clock.advance(5_000);
  expect(await leaseHolder(room.db, ENGINE_LEASE.name)).toBeNull();
  isUnlocked = true;
  await until(() => locked.terms.length === 1);
  expect(other.terms).toEqual([]);
  await Promise.all([locked.stop(), other.stop()]);
});

it("INV-11 a process that lost the lease stops at once and stores nothing more", async () => {
  await free();
  const first = candidate("one");
  await until(() => first.terms.length === 1);
  const { lease, signal, onError } = first.terms[0]!;
  await acquireLease(room.db, { name: ENGINE_LEASE.name, holder: "thief", ttlMs: 60_000, force: true });
  room.restart({ lease });
  const refused: unknown = await room.round().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LeaseLost);
  expect(await room.openIds()).toEqual([]);
  onError(refused);
  expect(signal.aborted).toBe(true);
  await first.stop();
  expect((await leaseHolder(room.db, ENGINE_LEASE.name))?.holder).toBe("thief");
});

it("INV-11 a renewal that waits behind a long transaction of the leader does not end its term", async () => {
  await free();
  const leader = candidate("one");
  await until(() => leader.terms.length === 1);
  const { lease, signal } = leader.terms[0]!;
  let finish = () => {};
  const isLong = new Promise<void>((resolve) => (finish = resolve));
  const settling = room.db.transaction(async (tx) => {
    await holdLease(tx, lease.name, lease.token);
    await isLong;
  });
  // The renewal is requested, waits, and is answered after the lease's time is over.
  for (let turn = 0; turn < 20; turn++) await room.clock.advance(1_000);
  finish();
  await settling;
  for (let turn = 0; turn < 20; turn++) {
    await room.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect([signal.aborted, leader.terms.length]).toEqual([false, 1]);
  await leader.stop();
});
