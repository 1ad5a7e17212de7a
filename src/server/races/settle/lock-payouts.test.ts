import { EventEmitter, once } from "node:events";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RaceRoom, SOL, openRaceRoom } from "../../../../tests/support/race-room.ts";
import { until } from "../../../../tests/support/until.ts";
import { cancelPayment, cancelUnsentPayouts, queuePayment } from "../../books/payments.ts";
import { rowsOf } from "../../db/database.ts";
import { payments } from "../../db/schema/payments.ts";
import { lockPayouts } from "./lock-payouts.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
});
afterEach(() => room.close());

const now = () => new Date(room.clock.now());

async function settledPayout() {
  const { id: raceId } = await room.openRace();
  const { winner } = await room.outcome(raceId);
  await room.bet(raceId, "alice", { horse: winner, stake: SOL });
  await room.bet(raceId, "bob", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(raceId);
  const [payout] = await room.db
    .select()
    .from(payments)
    .where(eq(payments.id, `payout-bet-${raceId}-alice`));
  const destination = payout?.destination ?? null;
  if (payout === undefined || destination === null) throw new Error("there is no payout");
  return { raceId, payout: { ...payout, kind: "payout" as const, destination } };
}

/** Transactions that wait for a lock. */
const waiting = () =>
  rowsOf(room.db, sql`select from pg_stat_activity where wait_event_type = 'Lock' and state = 'active'`);

it.runIf(process.env["TEST_DATABASE_URL"])(
  "MONEY-9 a payout that a retry makes while the refund waits for it is locked too: no worker can sign it",
  async () => {
    const { raceId, payout } = await settledPayout();
    await room.db.transaction((tx) =>
      cancelPayment(tx, payout, { status: "failed", error: "error", at: now() }),
    );
    const again = `${payout.id}-again-1`;
    const test = new EventEmitter();
    const retrying = room.db.transaction(async (tx) => {
      await tx.select().from(payments).where(eq(payments.id, payout.id)).for("update");
      await queuePayment(tx, { ...payout, id: again, createdAt: now() });
      const isWaitedFor = once(test, "waited for");
      test.emit("queued");
      await isWaitedFor;
    });
    await once(test, "queued");
    const refunding = room.db.transaction(async (tx) => {
      const locked = await lockPayouts(tx, raceId);
      const free = await rowsOf(
        room.db,
        sql`select id from payments where id = ${again} for update skip locked`,
      );
      return { locked, free };
    });
    await until("the refund to wait", async () => (await waiting()).length > 0, { everyMs: 10 });
    test.emit("waited for");
    await retrying;
    const { locked, free } = await refunding;
    expect(locked.waiting.map(({ id }) => id)).toEqual([again]);
    expect(free).toEqual([]);
  },
);

it("MONEY-9 a payout that was sent after all is not cancelled, and nothing is posted", async () => {
  const { payout } = await settledPayout();
  await room.db.update(payments).set({ status: "sent", signature: "s" }).where(eq(payments.id, payout.id));
  const postings = () => rowsOf(room.db, sql`select id from ledger_postings`);
  const before = await postings();
  const cancelling = room.db.transaction((tx) =>
    cancelUnsentPayouts(tx, [payout], { error: "The race was refunded.", at: now() }),
  );
  await expect(cancelling).rejects.toThrow(payout.id);
  expect(await postings()).toEqual(before);
});
