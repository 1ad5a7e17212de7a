import type { SQL } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pino } from "pino";
import { makeOnServer } from "../../../tests/support/database.ts";
import { type RaceRoom, openRaceRoom } from "../../../tests/support/race-room.ts";
import { openRelay } from "../../../tests/support/relay.ts";
import { systemClock } from "../adapters/clock.ts";
import type { Db } from "./db/database.ts";
import { LeaseLost, acquireLease, holdLease, leaseHolder } from "./db/lease.ts";
import { openPostgres } from "./db/open-postgres.ts";
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

interface Kind {
  readonly db?: Db;
  readonly mayLead?: () => boolean;
  readonly isAlone?: boolean;
}

function candidate(holder: string, { db = room.db, mayLead = () => true, isAlone = false }: Kind = {}) {
  const end = new AbortController();
  const terms: Leadership[] = [];
  const working = runWhileLeader(
    { ...room.ports(), db },
    { terms: ENGINE_LEASE, holder, signal: end.signal, mayLead, isAlone },
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

/**
 * The room's database for candidates whose clock may only go on once every statement has its answer, which is handed on
 * `delayMs` of that clock later. A server answers on several connections, in any order.
 */
function answeringDb(delayMs = 0) {
  const queries = new Set<Promise<unknown>>();
  const db: Db = Object.create(room.db, {
    execute: {
      value: async (query: SQL) => {
        // A statement is sent again each time that it is awaited itself.
        const answer = Promise.resolve(room.db.execute(query));
        queries.add(answer);
        try {
          return await answer;
        } finally {
          queries.delete(answer);
          await room.clock.sleep(delayMs);
        }
      },
    },
  });
  const advance = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      await room.clock.advance(250);
      await Promise.all(queries);
    }
  };
  return { db, advance };
}

const free = () => room.db.execute(`update leases set expires_at = clock_timestamp() - interval '1 second'`);

it("INV-11 of two processes one drives the races, and the other as soon as the first stops", async () => {
  await free();
  const { db, advance } = answeringDb();
  const [one, two] = [candidate("one", { db }), candidate("two", { db })];
  await until(() => one.terms.length + two.terms.length === 1);
  await advance(20);
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
  const [locked, other] = [
    candidate("locked", { mayLead: () => isUnlocked }),
    candidate("other", { mayLead: () => false }),
  ];
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

it("INV-11 renewals that are answered after the next is due still extend the term", async () => {
  await free();
  const { db, advance } = answeringDb(1_500);
  const leader = candidate("one", { db });
  await until(() => leader.terms.length === 1);
  await advance(80);
  expect([leader.terms[0]!.signal.aborted, leader.terms.length]).toEqual([false, 1]);
  let isStopped = false;
  void leader.stop().then(() => (isStopped = true));
  await until(() => isStopped);
});

it("INV-11 where no other can lead, a renewal that waits behind a long transaction does not end the term", async () => {
  const leader = candidate("one", { isAlone: true });
  await until(() => leader.terms.length === 1);
  const { lease, signal } = leader.terms[0]!;
  let finish = () => {};
  const isLong = new Promise<void>((resolve) => (finish = resolve));
  const settling = room.db.transaction(async (tx) => {
    await holdLease(tx, lease.name, lease.token);
    await isLong;
  });
  // The renewal is requested, waits, and is answered after the lease's time is over.
  for (let turn = 0; turn < 60; turn++) await room.clock.advance(1_000);
  finish();
  await settling;
  for (let turn = 0; turn < 20; turn++) {
    await room.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect([signal.aborted, leader.terms.length]).toEqual([false, 1]);
  await leader.stop();
});

it.runIf(process.env["TEST_DATABASE_URL"])(
  "INV-11 OPERATE-16 a leader whose connections have gone silent steps down before another leads",
  async () => {
    const made = await makeOnServer(process.env["TEST_DATABASE_URL"]!);
    const relay = await openRelay(Number(new URL(made.url).port));
    const silentUrl = new URL(made.url);
    silentUrl.port = new URL(relay.url).port;
    const end = new AbortController();
    const events: string[] = [];
    const logged: string[] = [];
    const databases = await Promise.all(
      [silentUrl.href, made.url].map((url) => openPostgres({ url, onError: () => {} })),
    );
    const lead = (holder: string, { db }: { db: (typeof databases)[number]["db"] }) =>
      runWhileLeader(
        { db, clock: systemClock, log: pino({}, { write: (line: string) => void logged.push(line) }) },
        { terms: ENGINE_LEASE, holder, signal: end.signal },
        async ({ signal }) => {
          events.push(`${holder} leads`);
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          events.push(`${holder} has stepped down`);
        },
      );
    const leading = [lead("silent", databases[0]!)];
    await expect.poll(() => events).toEqual(["silent leads"]);
    leading.push(lead("other", databases[1]!));
    relay.cut();
    await expect
      .poll(() => events, { timeout: 10_000 })
      .toEqual(["silent leads", "silent has stepped down", "other leads"]);
    expect(logged.join("")).toContain("the database did not answer about a lease");
    end.abort();
    await relay.close();
    await Promise.all(leading);
    await Promise.all(databases.map((database) => database.close()));
    await made.drop();
  },
);
