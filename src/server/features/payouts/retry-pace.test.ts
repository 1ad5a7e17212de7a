import { expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { acquireLease } from "../../foundation/db/lease.ts";
import { ENGINE_LEASE } from "../../foundation/leadership.ts";
import { adminPayoutHandlers } from "./admin-handlers.ts";
import { paymentJobs } from "./open-payouts.ts";
import { nextSendAt } from "./retry-pace.ts";
import { retryPayment } from "./retry-payment.ts";

const { house, faults, sends, finish, queue, newWallet, onChain, attemptsOf, paymentOf } = await openPaying();
const { clock } = house;
const panel = adminPayoutHandlers(house);

/** The rounds of a server that has just taken the lead. */
const startWorker = () => {
  const [job] = paymentJobs(house);
  if (job?.runsOn !== "leader") throw new Error("payments are the leader's");
  return job.begin({} as Parameters<typeof job.begin>[0]);
};
const statusOf = async (id: string) => {
  const listed = await panel.listPayouts({ params: {}, query: {}, body: {} });
  return listed.ok ? listed.value.payouts.find((one) => one.id === id) : undefined;
};
/** Waits until what was signed has expired on a finalized height. */
const expire = () => house.testChain.advanceSlots(150 + 31 + 20);

it("PAYOUTS-4 the same bytes are sent again after one second, two, four and so on, up to sixteen", () => {
  const createdAt = new Date(1_000_000);
  const marks: number[] = [];
  let now = createdAt.getTime();
  for (let count = 0; count < 8; count += 1) {
    now = nextSendAt({ createdAt }, now);
    marks.push((now - createdAt.getTime()) / 1_000);
  }
  expect(marks).toEqual([1, 2, 4, 8, 16, 32, 48, 64]);
});

it("PAYOUTS-4 the worker sends them no oftener, a restarted one at once, and the list says when", async () => {
  const id = await queue(await newWallet(), sol(0.1));
  await acquireLease(house.db, { name: ENGINE_LEASE.name, holder: "test", ttlMs: 3_600_000 });
  const round = startWorker();
  faults.dropsSends = true;
  const before = sends.length;
  await round();
  for (let tick = 0; tick < 10; tick += 1) {
    await clock.advance(400);
    await round();
  }
  // Sent when signed, and again at the ages of 1.2, 2 and 4 seconds.
  expect(sends.length - before).toBe(4);
  expect(new Set(sends.slice(before)).size).toBe(1);
  const [attempt] = await attemptsOf(id);
  expect(await statusOf(id)).toMatchObject({
    waits_for: "confirming",
    next_try_at: new Date(attempt!.createdAt.getTime() + 8_000),
  });
  await startWorker()();
  expect(sends.length - before).toBe(5);
  faults.dropsSends = false;
  await clock.advance(4_000);
  await round();
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 0 });
  expect(await statusOf(id)).toMatchObject({ waits_for: null, next_try_at: null });
});

it("PAYOUTS-4 what expired again and again is signed anew ever more slowly; an admin's retry does not wait", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  const round = startWorker();
  faults.dropsSends = true;
  await round();
  await expire();
  await round();
  // The first expired attempt is followed by another at once.
  expect(await attemptsOf(id)).toHaveLength(2);
  await expire();
  await round();
  expect(await attemptsOf(id)).toHaveLength(2);
  const signedAt = (await attemptsOf(id)).at(-1)!.createdAt.getTime();
  expect(await statusOf(id)).toMatchObject({
    state: "sent",
    waits_for: "pausing",
    next_try_at: new Date(signedAt + 120_000),
  });
  await clock.advance(signedAt + 119_999 - clock.now());
  // Another server that takes the lead keeps the same pace.
  await startWorker()();
  expect(await attemptsOf(id)).toHaveLength(2);
  await clock.advance(1);
  await round();
  expect(await attemptsOf(id)).toHaveLength(3);
  await expire();
  await round();
  expect(await attemptsOf(id)).toHaveLength(3);
  faults.dropsSends = false;
  expect(await retryPayment(house, { paymentId: id, by: "admin" })).toMatchObject({ ok: true });
  expect(await attemptsOf(id)).toHaveLength(4);
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 3 });
  expect(await onChain(wallet)).toBe(sol(0.1));
});
