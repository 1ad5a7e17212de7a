import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { until } from "../../../../tests/support/until.ts";
import { queueAnchor, queuePayment } from "../../foundation/books/payments.ts";
import { chainThrough } from "../../foundation/chain/chain-through.ts";
import { type RememberedNews, rememberedNews } from "../../foundation/chain/remembered-news.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { eq, inArray } from "drizzle-orm";
import { runLeaderJobs } from "../../run-jobs.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import { paymentJobs } from "./open-payouts.ts";
import { reasonsToAsk } from "./reasons-to-ask.ts";
import { paymentRounds } from "./send-payments.ts";

let house: TestHouse;
let calls = 0;
let memory: RememberedNews;
let round: () => Promise<unknown>;
let number = 0;
beforeAll(async () => {
  house = await openTestHouse({
    wrap: (chain) =>
      chainThrough((ask) => {
        calls += 1;
        return ask(chain);
      }),
  });
});
afterAll(() => house.close());
beforeEach(() => {
  memory = rememberedNews();
  round = paymentRounds({ ...house, isLocal: false, news: { ...memory, isLive: () => true } });
});

async function rounds(ms: number) {
  calls = 0;
  for (let spentMs = 0; spentMs < ms; spentMs += 400) {
    await house.testChain.advanceSlots(1);
    await round();
  }
}

async function queued(lamports = sol(0.1)) {
  number += 1;
  const id = `manual-${number}`;
  const destination = (await house.testChain.newKeypair()).address;
  await house.db.transaction((tx) =>
    queuePayment(tx, {
      id,
      kind: "manual",
      source: "hot",
      destination,
      lamports,
      createdAt: new Date(house.clock.now()),
    }),
  );
  const read = async () => (await house.db.select().from(payments).where(eq(payments.id, id)))[0];
  return { id, read };
}

it("LIMITS-18 without open payments the node is asked nothing", async () => {
  await rounds(60_000);
  expect(calls).toBe(0);
});

it("MONEY-11 LIMITS-18 a payment is signed at once, and booked with three calls when the node tells of it", async () => {
  const { read } = await queued();
  await round();
  const signature = (await read())?.signature ?? "";
  expect(signature).not.toBe("");
  await house.testChain.advanceSlots(2);
  memory.notifyTransaction(signature);
  calls = 0;
  await round();
  expect(await read()).toMatchObject({ status: "completed" });
  expect(calls).toBe(3);
});

it("MONEY-11 LIMITS-18 what the node does not tell of is found by the clock", async () => {
  const { read } = await queued();
  await rounds(60_000);
  expect(await read()).toMatchObject({ status: "completed" });
});

it("LIMITS-18 a payment that no wallet can pay for is looked at every five seconds", async () => {
  const { id, read } = await queued(sol(1_000));
  await rounds(60_000);
  expect(await read()).toMatchObject({ status: "pending" });
  expect(calls).toBeLessThanOrEqual(12 * 5);
  await house.db.update(payments).set({ status: "cancelled" }).where(eq(payments.id, id));
});

it("LIMITS-18 PAYOUTS-5 a memo that failed and waits to be signed anew is looked at every five seconds, others every three", async () => {
  await giveUpOpen();
  const { id } = await queued();
  await round();
  const [payment] = await house.db.select().from(payments).where(eq(payments.id, id));
  const attempts = await house.db.select().from(paymentAttempts).where(eq(paymentAttempts.paymentId, id));
  const open = { payment: payment!, attempts };
  const reasons = reasonsToAsk({
    clock: house.clock,
    isLocal: false,
    news: { ...memory, isLive: () => true },
  });
  const dueAfter = async (state: ClassifiedPayment["state"]) => {
    reasons.noteAsked([open]);
    reasons.noteFound([{ open, state }]);
    for (let spentMs = 1_000; spentMs <= 10_000; spentMs += 1_000) {
      await house.clock.advance(1_000);
      if (reasons.isDue([open])) return spentMs;
    }
    return null;
  };
  expect(await dueAfter({ type: "memo-failed", error: "out of units", charged: attempts })).toBe(5_000);
  expect(await dueAfter({ type: "unexpired", attempts })).toBe(3_000);
  // Once it is signed again, the new attempt may land.
  const again = { payment: payment!, attempts: [...attempts, ...attempts] };
  reasons.noteFound([{ open, state: { type: "memo-failed", error: "out of units", charged: attempts } }]);
  reasons.noteAsked([again]);
  await house.clock.advance(3_000);
  expect(reasons.isDue([again])).toBe(true);
});

it("PAYOUTS-7 FAIR-12 a round ends after two seconds; the next begins with the anchors and goes on with the largest payments", async () => {
  await giveUpOpen();
  const sent: string[] = [];
  const slow = {
    ...house.chain,
    send: async (wire: Uint8Array) => {
      sent.push(Buffer.from(wire).toString("base64"));
      await house.clock.advance(100);
      await house.chain.send(wire);
    },
  };
  const ofSlowNode = paymentRounds({
    ...house,
    chain: slow,
    isLocal: false,
    news: { ...memory, isLive: () => true },
  });
  const ids: string[] = [];
  for (let place = 0; place < 60; place += 1) ids.push((await queued(sol(0.01))).id);
  await ofSlowNode();
  expect(sent).toHaveLength(50);
  await house.db.transaction((tx) =>
    queueAnchor(tx, {
      id: "commit-between",
      memo: "a race waits for it",
      createdAt: new Date(house.clock.now()),
    }),
  );
  await ofSlowNode();
  expect(sent).toHaveLength(61);
  const [anchor] = await house.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, "commit-between"));
  expect(sent[50]).toBe(anchor?.wire);
  const rows = await house.db.select().from(payments).where(inArray(payments.id, ids));
  // Those of the first round are final meanwhile.
  expect(rows.every(({ status }) => status === "sent" || status === "completed")).toBe(true);
});

const giveUpOpen = () =>
  house.db
    .update(payments)
    .set({ status: "cancelled" })
    .where(inArray(payments.status, ["pending", "sent"]));

it("IDLE-5 a payment is signed and sent when it is committed, though the worker rests", async () => {
  await giveUpOpen();
  const end = new AbortController();
  const onError = (error: unknown) => {
    throw error;
  };
  const { clock, changes } = house;
  const { signal } = end;
  const jobs = paymentJobs({ ...house, isLocal: false, news: { ...memory, isLive: () => true } });
  const running = runLeaderJobs(jobs, {
    clock,
    changes,
    signal,
    onError,
    lease: { name: "engine", token: 1n },
  });
  // The chain sleeps on the same clock.
  const untilItSleeps = () =>
    until("the worker to sleep", () => Promise.resolve(clock.sleepers > 1), { everyMs: 5 });
  await untilItSleeps();
  await clock.advance(1_000);
  await untilItSleeps();
  const { read } = await queued();
  await until("the payment to be sent", async () => (await read())?.status === "sent", { everyMs: 5 });
  expect(await read()).toMatchObject({ status: "sent", retries: 0 });
  end.abort();
  await running;
});

it("IDLE-5 a payment that nobody told of is found within five seconds", async () => {
  await giveUpOpen();
  expect(await round()).toBe(5_000);
});
