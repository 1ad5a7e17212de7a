import { setTimeout } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { giftOf } from "../../../../tests/support/paying.ts";
import { lamports } from "../../../domain/lamports.ts";
import { handleRpc } from "../../../localnet/rpc/handle-rpc.ts";
import { budgetOf, nodeGovernor } from "../../adapters/node-governor.ts";
import { governedChain } from "../../adapters/open-node.ts";
import { textTransport } from "../../adapters/rpc-transport.ts";
import { postAll } from "../../foundation/books/ledger.ts";
import { isOpen, queuePayments } from "../../foundation/books/payments.ts";
import { noNews } from "../../foundation/chain/node-news.ts";
import { sparingChain } from "../../foundation/chain/sparing-chain.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { runLeaderJobs } from "../../run-jobs.ts";
import { listUnderWay } from "./list-under-way.ts";
import { paymentJobs } from "./open-payouts.ts";

const WINNERS = 1_000;
/** 220 calls of one method in the eleven seconds that are counted: 20 sends a second. */
const BUDGET = budgetOf(550);
const STEP_MS = 100;
const TWO_MINUTES_MS = 120_000;

const house = await openTestHouse({ fund: { hot: 100n * 1_000_000_000n } });
afterAll(() => house.close());

/** Resolves when neither the node nor the database was called for some milliseconds: everything waits for the clock. */
function quietOf(house: TestHouse) {
  let calls = 0;
  const db = new Proxy(house.db, {
    get(target, name) {
      calls += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const noteAsked = () => void (calls += 1);
  const quiet = async () => {
    for (let stillFor = 0; stillFor < 4;) {
      const before = calls;
      await setTimeout(2);
      stillFor = calls === before ? stillFor + 1 : 0;
    }
  };
  return { db, noteAsked, quiet };
}

it("PAYOUTS-7 MONEY-34 a race with 1,000 winners is paid within two minutes at 20 sends a second, the largest first, and each winner sees where its payout stands", async () => {
  const { clock, testChain, log } = house;
  const { db, noteAsked, quiet } = quietOf(house);
  const raceId = await house.openRace();
  const createdAt = new Date(clock.now());
  const winners = await Promise.all(
    Array.from({ length: WINNERS }, async (_, place) => ({
      id: `payout-${place}`,
      wallet: (await testChain.newKeypair()).address,
      // Deliberately unordered.
      lamports: lamports(sol(0.01) + BigInt((place * 7_919) % 1_009) * 10_000n),
    })),
  );
  await house.db.transaction(async (tx) => {
    await postAll(
      tx,
      winners.map(({ id, wallet, lamports: amount }) => giftOf(id, wallet, amount)),
    );
    await queuePayments(
      tx,
      winners.map((winner) => ({
        ...winner,
        kind: "payout",
        source: "hot",
        destination: winner.wallet,
        raceId,
        createdAt,
      })),
    );
  });

  const governor = nodeGovernor({ budget: BUDGET, clock, log });
  const transport = textTransport(async (body) => {
    noteAsked();
    return handleRpc(testChain.localChain, body);
  });
  const chain = sparingChain(governedChain(transport, { log, governor }), clock);
  const landings: { readonly signature: string; readonly atMs: number }[] = [];
  testChain.localChain.subscribe((event) => {
    if (event.kind !== "transactions" || event.commitment !== "processed") return;
    for (const { record } of event.transactions)
      landings.push({ signature: record.signature, atMs: clock.now() });
  });
  const end = new AbortController();
  const errors: unknown[] = [];
  const running = runLeaderJobs(paymentJobs({ ...house, db, chain, isLocal: false, news: noNews }), {
    clock,
    changes: house.changes,
    signal: end.signal,
    onError: (error) => void errors.push(error),
    lease: { name: "engine", token: 1n },
  });

  const least = winners.toSorted((one, other) => Number(one.lamports - other.lamports))[0]!;
  const beganMs = clock.now();
  const seen: string[] = [];
  const ahead: number[] = [];
  let isPaid = false;
  while (!isPaid && clock.now() - beganMs < 2 * TWO_MINUTES_MS) {
    await clock.advance(STEP_MS);
    await quiet();
    if ((clock.now() - beganMs) % 1_000 !== 0) continue;
    const [payment] = (await listUnderWay(house.db, least.wallet)).payments;
    if (payment && seen.at(-1) !== payment.state) seen.push(payment.state);
    if (payment?.ahead !== null && payment !== undefined) ahead.push(payment.ahead);
    isPaid = (await house.db.$count(payments, isOpen)) === 0;
  }
  const paidMs = clock.now() - beganMs;
  end.abort();
  await running;

  expect(errors).toEqual([]);
  const attempts = await house.db.select().from(paymentAttempts);
  const amounts = new Map(winners.map(({ id, lamports: amount }) => [id, amount]));
  const bySignature = new Map(attempts.map(({ signature, paymentId }) => [signature, paymentId]));
  const landed = landings.map(({ signature }) => amounts.get(bySignature.get(signature) ?? "") ?? -1n);
  expect(landed).toEqual(winners.map(({ lamports: amount }) => amount).toSorted((a, b) => Number(b - a)));
  const landedMs = landings.at(-1)!.atMs - beganMs;
  // At 20 a second it cannot be faster, except for the first 220, which go out at once.
  expect(landedMs).toBeGreaterThan(((WINNERS - 220) / 20) * 1_000 * 0.9);
  expect(paidMs).toBeLessThan(TWO_MINUTES_MS);
  expect(seen).toEqual(["waiting", "sent"].filter((state) => seen.includes(state)));
  expect(seen).toContain("waiting");
  expect(ahead).toEqual(ahead.toSorted((one, other) => other - one));
  expect(ahead[0]).toBeGreaterThan(WINNERS / 2);

  const rows = await house.db
    .select()
    .from(payments)
    .where(
      inArray(
        payments.id,
        winners.map(({ id }) => id),
      ),
    );
  expect(rows.every(({ status, networkFee }) => status === "completed" && networkFee === 5_000n)).toBe(true);
  for (const { wallet, lamports: amount } of winners)
    expect(await testChain.chain.balance(wallet)).toBe(amount);
  const calls = new Map(governor.counts.read().map(({ labels, value }) => [labels.join(" "), value]));
  expect(calls.get("sendTransaction answered house")).toBe(WINNERS);
  // The fee of each payment is booked, and only a few fees are read (rule PAYOUTS-6).
  expect(calls.get("getTransaction answered house")).toBeLessThan(WINNERS / 4);
  await house.checkBooks();
  await house.checkSolvency();
  console.log(`landed after ${landedMs / 1_000} s, booked after ${paidMs / 1_000} s`, calls);
}, 600_000);
