import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { masterPassword, openTestHouse, sol, type TestHouse } from "../../../test/house.ts";
import { paymentCancelled, paymentCreated } from "../../domain/chain-postings.ts";
import { type Lamports, lamports, ZERO } from "../../domain/lamports.ts";
import { posting, userAccount } from "../../domain/ledger.ts";
import { paymentMemo } from "../../domain/memo.ts";
import { rowsOf } from "../db/database.ts";
import { post } from "../db/ledger.ts";
import { cancelPayment, createPayment, type NewPayment } from "../db/payments.ts";
import { bets } from "../db/schema/bets.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { notifications } from "../db/schema/players.ts";
import { type Chain, ChainUnavailable } from "../ports.ts";
import { writeHalt } from "./halt.ts";
import { retryPayment } from "./retry-payment.ts";
import { sendPayments } from "./send-payments.ts";

/** Faults that the chain's node shows on the way. */
const faults = {
  isDown: false,
  dropsSends: false,
  /** The last slot of the node that tells statuses, where that is another one and behind. */
  statusesEndAt: null as bigint | null,
  failAt: -1,
  calls: 0,
  lies: new Map<string, bigint>(),
};
const sends: string[] = [];

const faulty = (chain: Chain): Chain => {
  const guard =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      faults.calls += 1;
      if (faults.isDown || faults.calls === faults.failAt) throw new ChainUnavailable("down");
      return call(...args);
    };
  return {
    genesisHash: guard(() => chain.genesisHash()),
    slot: guard((at) => chain.slot(at)),
    tip: guard((at) => chain.tip(at)),
    latestBlockhash: guard(() => chain.latestBlockhash()),
    balance: guard(async (address, commitment) =>
      lamports(faults.lies.get(address) ?? (await chain.balance(address, commitment))),
    ),
    signatureStatuses: guard(async (signatures, options) => {
      if (faults.statusesEndAt === null) return chain.signatureStatuses(signatures, options);
      if (faults.statusesEndAt < options.asOf) throw new ChainUnavailable("the node is behind");
      return signatures.map(() => null);
    }),
    transaction: guard((signature, at) => chain.transaction(signature, at)),
    signaturesFor: guard((address, options) => chain.signaturesFor(address, options)),
    firstBlockFrom: guard((from) => chain.firstBlockFrom(from)),
    send: guard(async (wire) => {
      sends.push(Buffer.from(wire).toString("base64"));
      if (!faults.dropsSends) await chain.send(wire);
    }),
  };
};

let house: TestHouse;
let count = 0;

beforeAll(async () => {
  house = await openTestHouse({ wrap: faulty });
});
afterEach(async () => {
  Object.assign(faults, { isDown: false, dropsSends: false, statusesEndAt: null, failAt: -1 });
  if (!house.vault.isUnlocked()) await house.vault.unlock(masterPassword);
  await finish();
  await house.checkBooks();
  await house.checkSolvency();
});
afterAll(() => house.close());

const step = () => sendPayments(house);
/** Rounds until nothing is open. */
async function finish() {
  for (let round = 0; round < 12; round += 1) {
    await step();
    await house.testChain.finalize();
    await step();
    await house.watch();
  }
}

/** Puts money on a player's balance at the house's cost. */
async function credit(wallet: string, amount: Lamports) {
  count += 1;
  await house.db.transaction((tx) =>
    post(
      tx,
      posting({
        reference: `gift:${count}`,
        kind: "test gift",
        ledger: "real",
        entries: [
          ["equity", 0n - amount],
          [userAccount(wallet), amount],
        ],
      }),
    ),
  );
}

async function queue(wallet: string, amount: Lamports, about: Partial<NewPayment> = {}): Promise<string> {
  await credit(wallet, amount);
  const id = about.id ?? `payout-${count}`;
  await house.db.transaction(async (tx) => {
    await post(tx, paymentCreated({ paymentId: id, from: userAccount(wallet), lamports: amount }));
    await createPayment(tx, {
      kind: "payout",
      source: "hot",
      destination: wallet,
      lamports: amount,
      memo: paymentMemo(id),
      wallet,
      createdAt: new Date(house.clock.now()),
      ...about,
      id,
    });
  });
  return id;
}

const newWallet = async () => (await house.testChain.newKeypair()).address;
const onChain = (address: string) => house.testChain.chain.balance(address, "confirmed");
const attemptsOf = (id: string) =>
  house.db.select().from(paymentAttempts).where(eq(paymentAttempts.paymentId, id));
const paymentOf = async (id: string) => {
  const [payment] = await house.db.select().from(payments).where(eq(payments.id, id));
  return payment!;
};

describe("sending a payment", () => {
  it("MONEY-11 is stored before it is sent, seen confirmed, and booked when final with the network's real fee", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, sol(0.25));
    const equity = await house.balance("equity");
    await step();
    expect(await paymentOf(id)).toMatchObject({ status: "sent", confirmedAt: null });
    const [attempt] = await attemptsOf(id);
    expect(sends.at(-1)).toBe(attempt!.wire);
    await house.testChain.advanceSlots(2);
    await step();
    expect(await paymentOf(id)).toMatchObject({ status: "sent", confirmedAt: new Date(house.clock.now()) });
    expect(await house.balance("outgoing")).toBe(sol(0.25));
    await house.testChain.finalize();
    await step();
    expect(await paymentOf(id)).toMatchObject({
      status: "completed",
      signature: attempt!.signature,
      networkFee: 5000n,
      retries: 0,
    });
    expect(await onChain(wallet)).toBe(sol(0.25));
    expect(await house.balance("outgoing")).toBe(0n);
    expect(equity - (await house.balance("equity"))).toBe(5000n);
  });

  it("MONEY-11 the same bytes go out again until they land", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, sol(0.1));
    const before = sends.length;
    faults.dropsSends = true;
    for (let round = 0; round < 3; round += 1) await step();
    expect(new Set(sends.slice(before)).size).toBe(1);
    expect(sends.length - before).toBe(3);
    faults.dropsSends = false;
    await finish();
    expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 0 });
    expect(await onChain(wallet)).toBe(sol(0.1));
  });

  it("MONEY-11 is signed anew only when the bytes have expired on a finalized height", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, sol(0.1));
    faults.dropsSends = true;
    await step();
    const [first] = await attemptsOf(id);
    await house.testChain.advanceSlots(150 + 20);
    const { blockHeight } = await house.chain.tip("confirmed");
    expect(blockHeight).toBeGreaterThan(first!.lastValidBlockHeight);
    await step();
    expect(await attemptsOf(id)).toHaveLength(1);
    await house.testChain.advanceSlots(31);
    faults.dropsSends = false;
    await step();
    expect(await attemptsOf(id)).toHaveLength(2);
    await finish();
    expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 1 });
    expect(await onChain(wallet)).toBe(sol(0.1));
  });

  it("MONEY-11 unknown is a state of its own: while the node is silent nothing is signed or given up", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, sol(0.1));
    await step();
    faults.isDown = true;
    await house.testChain.advanceSlots(400);
    await step();
    await step();
    expect(await paymentOf(id)).toMatchObject({ status: "unknown" });
    expect(await attemptsOf(id)).toHaveLength(1);
    faults.isDown = false;
    await step();
    expect(await paymentOf(id)).toMatchObject({ status: "completed" });
    expect(await onChain(wallet)).toBe(sol(0.1));
  });

  it("MONEY-11 a node that lags behind the one that told the height is not believed: nothing is signed anew", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, sol(0.1));
    const { slot } = await house.chain.tip("processed");
    await step();
    await house.testChain.advanceSlots(400);
    faults.statusesEndAt = slot;
    await step();
    await step();
    expect(await paymentOf(id)).toMatchObject({ status: "unknown" });
    expect(await attemptsOf(id)).toHaveLength(1);
    faults.statusesEndAt = null;
    await step();
    expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 0 });
    expect(await onChain(wallet)).toBe(sol(0.1));
  });

  it("MONEY-11 several workers and an admin's retry at the same moment pay once", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, sol(0.1));
    await Promise.all([step(), step(), retryPayment(house, id), step(), retryPayment(house, id)]);
    expect(await attemptsOf(id)).toHaveLength(1);
    await house.testChain.finalize();
    await Promise.all([step(), step(), retryPayment(house, id)]);
    expect(await paymentOf(id)).toMatchObject({ status: "completed" });
    expect(await onChain(wallet)).toBe(sol(0.1));
    expect(await retryPayment(house, id)).toMatchObject({ code: "PAYOUT_COMPLETED" });
    expect(await retryPayment(house, "payout-none")).toMatchObject({ code: "PAYOUT_NOT_FOUND" });
  });

  it("MONEY-19 waits as pending while the house is locked; what was sent is followed all the same", async () => {
    const [sent, waiting] = [await queue(await newWallet(), sol(0.1)), "payout-waiting"];
    await step();
    house.vault.lock();
    await queue(await newWallet(), sol(0.1), { id: waiting });
    await house.testChain.finalize();
    await step();
    expect([(await paymentOf(sent)).status, (await paymentOf(waiting)).status]).toEqual([
      "completed",
      "pending",
    ]);
    await house.vault.unlock(masterPassword);
    await finish();
    expect((await paymentOf(waiting)).status).toBe("completed");
  });

  it("FAIR-12 anchors go first and move nothing but the fee", async () => {
    const payout = await queue(await newWallet(), sol(0.1));
    await house.clock.advance(1000);
    await house.db.transaction((tx) =>
      createPayment(tx, {
        id: "commit-r-1",
        kind: "anchor",
        source: "hot",
        destination: null,
        lamports: ZERO,
        memo: "furlong:1:commit race=r-1",
        createdAt: new Date(house.clock.now()),
      }),
    );
    const before = sends.length;
    const equity = await house.balance("equity");
    await step();
    const [anchor] = await attemptsOf("commit-r-1");
    expect(sends[before]).toBe(anchor!.wire);
    await finish();
    expect((await paymentOf("commit-r-1")).status).toBe("completed");
    const landed = await house.chain.transaction(anchor!.signature, "finalized");
    expect(Buffer.from(landed!.instructions[0]!.data).toString()).toBe("furlong:1:commit race=r-1");
    expect(equity - (await house.balance("equity"))).toBe(10_000n);
    expect((await paymentOf(payout)).status).toBe("completed");
  });

  it("BET-9 payouts of a race wait until all its bets are final", async () => {
    const raceId = await house.openRace();
    const bet = (id: string, finalizedAt: Date | null) =>
      house.db.insert(bets).values({
        id,
        raceId,
        wallet: id,
        horseNumber: 1,
        horseId: 1,
        stake: sol(0.1),
        ledger: "real",
        status: "confirmed",
        preparedAt: new Date(house.clock.now()),
        finalizedAt,
      });
    await bet("b-final", new Date(house.clock.now()));
    await bet("b-open", null);
    const id = await queue(await newWallet(), sol(0.1), { raceId });
    await step();
    expect(await attemptsOf(id)).toHaveLength(0);
    await house.db
      .update(bets)
      .set({ finalizedAt: new Date(house.clock.now()) })
      .where(eq(bets.id, "b-open"));
    await step();
    expect(await attemptsOf(id)).toHaveLength(1);
    await house.closeRace(raceId);
  });
});

describe("payments that come to nothing", () => {
  it("MONEY-10 a payout too small for an empty account stays on the balance, with a notification", async () => {
    const [empty, inUse] = [await newWallet(), (await house.newPlayer()).address];
    const kept = await queue(empty, lamports(890_879n));
    const sent = await queue(inUse, lamports(890_879n));
    const exact = await queue(await newWallet(), lamports(890_880n));
    await finish();
    expect((await paymentOf(kept)).status).toBe("cancelled");
    expect([(await paymentOf(sent)).status, (await paymentOf(exact)).status]).toEqual([
      "completed",
      "completed",
    ]);
    expect(await house.balance(`user:${empty}`)).toBe(890_879n);
    expect(await attemptsOf(kept)).toHaveLength(0);
    const told = await house.db.select().from(notifications).where(eq(notifications.wallet, empty));
    expect(told).toMatchObject([{ type: "payment_returned" }]);
  });

  it("MONEY-11 one that lands with an error gives the money back; a retry pays it anew, once", async () => {
    const wallet = await newWallet();
    const amount = lamports((await onChain(house.address.hot)) + sol(1));
    const id = await queue(wallet, amount);
    const equity = await house.balance("equity");
    // The node claims more than the hot wallet has, so the transfer is sent and fails.
    faults.lies.set(house.address.hot, amount * 2n);
    await step();
    await house.testChain.finalize();
    await step();
    faults.lies.clear();
    expect(await paymentOf(id)).toMatchObject({ status: "failed" });
    expect(await house.balance(`user:${wallet}`)).toBe(amount);
    expect(equity - (await house.balance("equity"))).toBe(5_000n);
    const told = await house.db.select().from(notifications).where(eq(notifications.wallet, wallet));
    expect(told).toMatchObject([{ type: "payment_returned" }]);

    const [again, twice] = await Promise.all([retryPayment(house, id), retryPayment(house, id)]);
    expect(again).toMatchObject({ ok: true, value: { id: `${id}-again-1`, status: "pending" } });
    expect(twice).toEqual(again);
    expect(await house.balance(`user:${wallet}`)).toBe(0n);
    await finish();
    expect(await onChain(wallet)).toBe(amount);
    expect(await retryPayment(house, id)).toMatchObject({ code: "PAYOUT_COMPLETED" });
  });

  it("MONEY-11 a retry of a failed payment needs the balance", async () => {
    const wallet = await newWallet();
    const id = await queue(wallet, lamports(1_000n));
    await step();
    expect((await paymentOf(id)).status).toBe("cancelled");
    await house.db.transaction((tx) =>
      post(tx, paymentCreated({ paymentId: "elsewhere", from: userAccount(wallet), lamports: lamports(1n) })),
    );
    expect(await retryPayment(house, id)).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    await house.db.transaction((tx) =>
      post(tx, paymentCancelled({ paymentId: "elsewhere", to: userAccount(wallet), lamports: lamports(1n) })),
    );
  });

  it("MONEY-9 a payment that was never signed can be taken back, one that was cannot", async () => {
    const wallet = await newWallet();
    const at = new Date(house.clock.now());
    const cancel = (paymentId: string) =>
      house.db.transaction(async (tx) => {
        const isCancelled = await cancelPayment(tx, paymentId, { reason: "refund", at });
        const back = { paymentId, to: userAccount(wallet), lamports: sol(0.1) };
        if (isCancelled) await post(tx, paymentCancelled(back));
        return isCancelled;
      });
    const [unsent, sent] = [await queue(wallet, sol(0.1)), await queue(wallet, sol(0.1))];
    expect(await cancel(unsent)).toBe(true);
    expect(await cancel(unsent)).toBe(false);
    await step();
    expect(await cancel(sent)).toBe(false);
    expect(await attemptsOf(unsent)).toHaveLength(0);
    await finish();
    expect(await onChain(wallet)).toBe(sol(0.1));
    expect(await house.balance(`user:${wallet}`)).toBe(sol(0.1));
  });
});

describe("the hot wallet's purse", () => {
  it("MONEY-10 is filled from the deposit wallet when it cannot cover its payments", async () => {
    // Stakes that came in, here of one player without a bet.
    const player = await house.newPlayer(sol(21));
    await house.testChain.sendTransfer(player, house.address.deposit, sol(20));
    await house.testChain.finalize();
    await house.watch();
    const wallets = await Promise.all(Array.from({ length: 4 }, newWallet));
    const hot = await onChain(house.address.hot);
    const each = lamports(hot / 3n);
    const ids = [];
    for (const wallet of wallets) ids.push(await queue(wallet, each));
    await step();
    const open = and(eq(payments.kind, "sweep"), eq(payments.status, "pending"));
    const [sweep] = await house.db.select().from(payments).where(open);
    expect(sweep).toMatchObject({ source: "deposit", destination: house.address.hot });
    expect(sweep!.lamports).toBeLessThanOrEqual((await onChain(house.address.deposit)) - 890_880n);
    const sweeps = () => house.db.select().from(payments).where(eq(payments.kind, "sweep"));
    const before = (await sweeps()).length;
    await step();
    expect(await sweeps()).toHaveLength(before);
    await finish();
    for (const id of ids) expect((await paymentOf(id)).status).toBe("completed");
    for (const wallet of wallets) expect(await onChain(wallet)).toBe(each);
    expect(await onChain(house.address.deposit)).toBeGreaterThanOrEqual(890_880n);
  });

  it("MONEY-20 while payments are halted nothing new is signed, anchors excepted", async () => {
    const id = await queue(await newWallet(), sol(0.1));
    const halt = (reason: string | null) =>
      house.db.transaction((tx) => writeHalt(tx, reason, new Date(house.clock.now())));
    await halt("difference");
    await step();
    expect(await attemptsOf(id)).toHaveLength(0);
    await halt(null);
    await step();
    expect(await attemptsOf(id)).toHaveLength(1);
  });
});

describe("crashes", () => {
  it("MONEY-11 INV-7 a round that breaks off at any call to the chain leaves nothing lost or paid twice", async () => {
    for (let failAt = 1; failAt <= 14; failAt += 1) {
      const wallet = await newWallet();
      const id = await queue(wallet, sol(0.01));
      faults.calls = 0;
      faults.failAt = failAt;
      for (let round = 0; round < 4; round += 1) {
        await step().catch(() => undefined);
        await house.testChain.advanceSlots(round === 1 ? 240 : 2);
      }
      faults.failAt = -1;
      await finish();
      expect((await paymentOf(id)).status).toBe("completed");
      expect(await onChain(wallet)).toBe(sol(0.01));
    }
  });

  it("MONEY-11 INV-7 a process that dies just before or just after any commit neither", async () => {
    for (const moment of ["before", "after"] as const) {
      for (let dieAt = 1; dieAt <= 4; dieAt += 1) {
        const wallet = await newWallet();
        const id = await queue(wallet, sol(0.01));
        let commits = 0;
        const transaction: typeof house.db.transaction = async (work, config) => {
          commits += 1;
          const isLast = commits === dieAt;
          const done = await house.db.transaction(async (tx) => {
            const value = await work(tx);
            if (isLast && moment === "before") throw new Error("died before the commit");
            return value;
          }, config);
          if (isLast) throw new Error("died after the commit");
          return done;
        };
        const dying = new Proxy(house.db, {
          get: (db, name) => (name === "transaction" ? transaction : Reflect.get(db, name, db)),
        });
        for (let round = 0; round < 3; round += 1) {
          await sendPayments({ ...house, db: dying }).catch(() => undefined);
          await house.testChain.advanceSlots(40);
        }
        await finish();
        expect((await paymentOf(id)).status).toBe("completed");
        expect(await onChain(wallet)).toBe(sol(0.01));
      }
    }
  });

  it("INV-7 the debit is booked before anything is sent", async () => {
    const late = await rowsOf(
      house.db,
      sql`select payments.id from payments
            join payment_attempts on payment_attempts.payment_id = payments.id
           where payments.kind = 'payout' and not exists (
             select 1 from ledger_postings where reference = 'payment:' || payments.id)`,
    );
    expect(late).toEqual([]);
  });
});
