import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { masterPassword, sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { posting, referralAccount } from "../../../domain/ledger.ts";
import { post } from "../../foundation/books/ledger.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { runKeyed } from "../../foundation/db/keyed-transaction.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { claimReferrals } from "./claim-referrals.ts";

const { house, faults, step, finish, onChain, paymentOf } = await openPaying();

let earned = 0;

/** A referrer with commission in their account. */
async function referrerWith(amount: bigint): Promise<string> {
  const { address } = await house.newPlayer(sol(1));
  await earn(address, amount);
  return address;
}

async function earn(wallet: string, amount: bigint) {
  const gift = posting({
    reference: `commission:${(earned += 1)}`,
    kind: "difference explained",
    ledger: "real",
    entries: [
      ["equity", 0n - amount],
      [referralAccount(wallet), amount],
    ],
  });
  await house.db.transaction((tx) => post(tx, gift));
}

type Claiming = ReturnType<typeof claimReferrals>;

/** Claims that wait for their signature; others sleep by the house's clock too. */
let waiting = 0;
const ports = {
  ...house,
  clock: {
    now: () => house.clock.now(),
    async sleep(ms: number) {
      waiting += 1;
      await house.clock.sleep(ms);
      waiting -= 1;
    },
  },
};

/** A claim as a server answers it, while `worker` runs its rounds; time passes as the answer waits. */
async function answerOf(claim: Claiming, worker: () => Promise<unknown> = step): Promise<Awaited<Claiming>> {
  let isOver = false;
  const over = claim.finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => void setImmediate(resolve));
    if (isOver || waiting === 0) continue;
    await worker();
    await house.clock.advance(150);
  }
  return over;
}

const idle = () => Promise.resolve();
const claim = (wallet: string, isAdmin = false) => claimReferrals(ports, { wallet, isAdmin });
const claimsOf = (wallet: string) =>
  house.db
    .select()
    .from(payments)
    .where(and(eq(payments.wallet, wallet), eq(payments.kind, "referral")));
const claimable = (wallet: string) => house.balance(referralAccount(wallet));
const toldTo = (wallet: string) =>
  house.db.select().from(notifications).where(eq(notifications.wallet, wallet));
const set = (key: "min_referral_claim_sol" | "site_maintenance_enabled", value: string) =>
  house.db.transaction((tx) => writeSetting(tx, { key, value, by: null, at: new Date(house.clock.now()) }));

it("REFERRAL-5 sends all commission to the referrer's own wallet and answers with its signature (REFERRAL-8)", async () => {
  const wallet = await referrerWith(sol(0.2125));
  const before = await onChain(wallet);
  const answer = await answerOf(claim(wallet));
  const [made] = await claimsOf(wallet);
  expect(answer).toEqual({
    ok: true,
    value: { amount: sol(0.2125), signature: made?.signature, state: "sent" },
  });
  expect(made).toMatchObject({ destination: wallet, lamports: sol(0.2125), source: "hot" });
  expect(await claimable(wallet)).toBe(0n);
  await finish();
  expect((await onChain(wallet)) - before).toBe(sol(0.2125));
  expect((await toldTo(wallet)).map(({ kind, params }) => ({ kind, params }))).toEqual([
    { kind: "withdrawal_sent", params: { amount: 0.2125, signature: made?.signature } },
  ]);
});

it("REFERRAL-6 MONEY-21 refuses less than the minimum by more than a lamport; the minimum is a setting", async () => {
  const wallet = await referrerWith(sol(0.05) - 2n);
  expect(await claim(wallet)).toMatchObject({ code: "NOTHING_TO_CLAIM" });
  await set("min_referral_claim_sol", "0.02");
  expect(await answerOf(claim(wallet))).toMatchObject({ ok: true, value: { amount: sol(0.05) - 2n } });
  await set("min_referral_claim_sol", "0.05");
  for (const enough of [sol(0.05), sol(0.05) - 1n]) {
    const exact = await referrerWith(enough);
    expect(await answerOf(claim(exact))).toMatchObject({ ok: true, value: { amount: enough } });
  }
  expect(await claim(await referrerWith(1n))).toMatchObject({ code: "NOTHING_TO_CLAIM" });
});

it("REFERRAL-7 of fifty claims at once over two servers one is made, and all are answered with it", async () => {
  const wallet = await referrerWith(sol(0.4));
  const before = await onChain(wallet);
  const servers = [ports, { ...ports }];
  const claims = Promise.all(
    Array.from({ length: 50 }, (_, at) => claimReferrals(servers[at % 2]!, { wallet, isAdmin: false })),
  );
  let isOver = false;
  const over = claims.finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => void setImmediate(resolve));
    if (isOver || waiting < 50) continue;
    await step();
    await house.clock.advance(150);
  }
  const answers = await over;
  const [made, ...more] = await claimsOf(wallet);
  expect(more).toEqual([]);
  for (const answer of answers)
    expect(answer).toMatchObject({ ok: true, value: { signature: made?.signature } });
  await finish();
  expect((await onChain(wallet)) - before).toBe(sol(0.4));
});

it("REFERRAL-7 what is earned while a claim is on its way waits for the next one", async () => {
  const wallet = await referrerWith(sol(0.1));
  const first = await answerOf(claim(wallet));
  await earn(wallet, sol(0.07));
  expect(await answerOf(claim(wallet))).toEqual(first);
  expect(await claimable(wallet)).toBe(sol(0.07));
  await finish();
  expect(await answerOf(claim(wallet))).toMatchObject({ ok: true, value: { amount: sol(0.07) } });
  expect(await claimsOf(wallet)).toHaveLength(2);
});

it("REFERRAL-7 a server that dies just before or just after the commit leaves one claim or none", async () => {
  for (const moment of ["before", "after"] as const) {
    const wallet = await referrerWith(sol(0.3));
    const before = await onChain(wallet);
    const transaction: typeof house.db.transaction = async (work, config) => {
      await house.db.transaction(async (tx) => {
        await work(tx);
        if (moment === "before") throw new Error("died before the commit");
      }, config);
      throw new Error("died after the commit");
    };
    const dying = new Proxy(house.db, {
      get: (db, name) => (name === "transaction" ? transaction : Reflect.get(db, name, db)),
    });
    await expect(claimReferrals({ ...house, db: dying }, { wallet, isAdmin: false })).rejects.toThrow(
      "The connection was lost during a commit",
    );
    expect(await claimsOf(wallet)).toHaveLength(moment === "before" ? 0 : 1);
    expect(await answerOf(claim(wallet))).toMatchObject({ ok: true, value: { amount: sol(0.3) } });
    await finish();
    expect(await claimsOf(wallet)).toHaveLength(1);
    expect((await onChain(wallet)) - before).toBe(sol(0.3));
  }
});

it("REFERRAL-8 without a worker or with locked wallets the claim is queued and says what it waits for (MONEY-19)", async () => {
  const wallet = await referrerWith(sol(0.06));
  expect(await answerOf(claim(wallet), idle)).toEqual({
    ok: true,
    value: { amount: sol(0.06), signature: null, state: "queued" },
  });
  await finish();
  const other = await referrerWith(sol(0.07));
  house.vault.lock();
  expect(await answerOf(claim(other))).toEqual({
    ok: true,
    value: { amount: sol(0.07), signature: null, state: "locked" },
  });
  await house.vault.unlock(masterPassword, "system");
  expect(await answerOf(claim(other))).toMatchObject({ value: { amount: sol(0.07), state: "sent" } });
  await finish();
  expect(await claimsOf(other)).toMatchObject([{ status: "completed" }]);
});

it("REFERRAL-9 maintenance and halted payments stop claims, and say so (BET-11, MONEY-20)", async () => {
  const wallet = await referrerWith(sol(0.2));
  await set("site_maintenance_enabled", "true");
  expect(await claim(wallet)).toMatchObject({ code: "MAINTENANCE" });
  expect(await answerOf(claim(await referrerWith(sol(0.2)), true))).toMatchObject({ ok: true });
  await set("site_maintenance_enabled", "false");
  const at = new Date(house.clock.now());
  await house.db.transaction((tx) => writeHaltReason(tx, "difference", at));
  expect(await claim(wallet)).toMatchObject({ code: "PAYMENTS_HALTED" });
  expect(await claimable(wallet)).toBe(sol(0.2));
  await house.db.transaction((tx) => writeHaltReason(tx, null, at));
  expect(await answerOf(claim(wallet))).toMatchObject({ ok: true });
});

it("REFERRAL-10 a claim that the network refuses can be claimed again, and its referrer is told so", async () => {
  const { address: wallet } = await house.newPlayer(sol(1));
  const amount = lamports((await onChain(house.address.hot)) + sol(1));
  await earn(wallet, amount);
  // The node claims more than the hot wallet has, so the transfer is sent and fails.
  faults.lies.set(house.address.hot, amount * 2n);
  const answer = await answerOf(claim(wallet));
  expect(answer).toMatchObject({ ok: true, value: { state: "sent" } });
  await house.testChain.advanceSlots();
  await step();
  faults.lies.clear();
  const [made] = await claimsOf(wallet);
  expect(made).toMatchObject({ status: "failed" });
  expect(await claimable(wallet)).toBe(amount);
  expect(await house.balance(`user:${wallet}`)).toBe(0n);
  expect(await toldTo(wallet)).toMatchObject([{ kind: "claim_returned" }]);
  const again = await answerOf(claim(wallet), idle);
  expect(again).toMatchObject({ ok: true, value: { amount, state: "queued" } });
  expect(await claimsOf(wallet)).toHaveLength(2);
});

it("REFERRAL-10 MONEY-10 a claim too small for an empty wallet stays claimable", async () => {
  const { address: wallet } = await house.testChain.newKeypair();
  const amount: Lamports = lamports(890_879n);
  await earn(wallet, amount);
  await house.db.transaction((tx) =>
    queuePayment(tx, {
      id: "referral-dust",
      kind: "referral",
      source: "hot",
      destination: wallet,
      lamports: amount,
      wallet,
      createdAt: new Date(house.clock.now()),
    }),
  );
  await step();
  expect(await paymentOf("referral-dust")).toMatchObject({ status: "cancelled" });
  expect(await claimable(wallet)).toBe(amount);
  expect(await toldTo(wallet)).toMatchObject([{ kind: "claim_returned" }]);
});

it("IDEM-2 a claim whose answer was lost is the same one when it is asked for again, also under maintenance", async () => {
  const referrer = await referrerWith(sol(1));
  const again = () =>
    answerOf(
      runKeyed({ wallet: referrer, call: "claimReferrals", key: "k", content: "c", at: new Date(0) }, () =>
        claim(referrer),
      ),
    );
  expect(await again()).toMatchObject({ ok: true });
  await set("site_maintenance_enabled", "true");
  expect(await again()).toMatchObject({ ok: true, value: { amount: sol(1), state: "sent" } });
  await set("site_maintenance_enabled", "false");
  expect(await claimsOf(referrer)).toHaveLength(1);
  await finish();
});
