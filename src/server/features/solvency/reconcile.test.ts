import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetful, type Memory } from "../../../../tests/support/forgetful-node.ts";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { toldRules } from "../../../../tests/support/rules.ts";
import { houseFunded } from "../../../domain/chain-postings.ts";
import { posting } from "../../../domain/ledger.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { post } from "../../foundation/books/ledger.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { type Chain, ChainUnavailable } from "../../foundation/ports.ts";
import { readHaltReason, writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { cachedSolvency } from "./cached-solvency.ts";
import { reconciler } from "./reconcile.ts";
import { sendPayments } from "../payouts/send-payments.ts";
import { readSolvency } from "./read-solvency.ts";

const node = { isDown: false, calls: 0, unreadable: "", unlisted: "" };
const memory: Memory = { firstSlot: 0n };
const watched = (chain: Chain): Chain => ({
  ...chain,
  slot: async () => {
    node.calls += 1;
    if (node.isDown) throw new ChainUnavailable("down");
    return chain.slot();
  },
  balances: async (addresses) => {
    if (node.isDown) throw new ChainUnavailable("down");
    return chain.balances(addresses);
  },
  signaturesFor: async (address, options) => {
    if (address === node.unlisted) throw new ChainUnavailable("refused");
    return chain.signaturesFor(address, options);
  },
  transaction: async (signature) => {
    if (signature === node.unreadable) throw new ChainUnavailable("refused");
    return chain.transaction(signature);
  },
});

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ wrap: (chain) => watched(forgetful(chain, memory)) });
});
afterAll(() => house.close());

const solvencyPorts = () => ({ ...house, readDeposits: () => house.watch() });
const admin = "admin-wallet";
const reconcile = () => reconciler({ ...solvencyPorts(), adminWallets: async () => [admin] });

it("INV-2 books and chain agree at every moment of deposits and payments", async () => {
  const player = await house.newPlayer();
  const wallet = (await house.testChain.newKeypair()).address;
  await house.db.transaction(async (tx) => {
    await queuePayment(tx, {
      id: "p-1",
      kind: "manual",
      source: "hot",
      destination: wallet,
      lamports: sol(0.5),
      createdAt: new Date(house.clock.now()),
    });
  });
  await house.testChain.sendTransfer(player, house.address.deposit, sol(0.3));
  await sendPayments(house);
  const seen = [];
  for (let slot = 0; slot < 40; slot += 1) {
    const snapshot = await readSolvency(solvencyPorts());
    expect(snapshot.difference).toBe(0n);
    seen.push(`${snapshot.inboundPending}/${snapshot.outboundInFlight}`);
    await house.testChain.advanceSlots(1);
    // The worker lags: the payment is final on the chain before it is booked.
    if (slot > 36) await sendPayments(house);
  }
  expect(new Set(seen)).toEqual(new Set(["0/500000000", "0/-5000", "0/0"]));
  const snapshot = await readSolvency(solvencyPorts());
  expect(snapshot.liabilities.find(({ kind }) => kind === "user")).toMatchObject({ lamports: sol(0.3) });
  expect(snapshot.holdings.map(({ kind }) => kind).sort()).toEqual(["deposit", "hot", "treasury"]);
});

const differ = (lamports: bigint) =>
  house.db.transaction((tx) =>
    post(
      tx,
      posting({
        reference: `difference-${Math.random()}`,
        kind: "difference explained",
        ledger: "real",
        entries: [
          [`chain:deposit:${house.address.deposit}`, lamports],
          ["equity", 0n - lamports],
        ],
      }),
    ),
  );

it("MONEY-20 RULELOG-2 a difference in three comparisons in a row halts payments and tells the admins, once", async () => {
  const step = reconcile();
  await step();
  expect(await readHaltReason(house.db)).toBeNull();
  await house.db.transaction((tx) =>
    post(
      tx,
      houseFunded({
        signature: "never-came",
        received: [{ kind: "deposit", address: house.address.deposit, lamports: sol(0.7) }],
      }),
    ),
  );
  await step();
  await step();
  // A round without a comparison neither counts nor interrupts the sequence.
  node.isDown = true;
  await step();
  node.isDown = false;
  expect(await readHaltReason(house.db)).toBeNull();
  await step();
  expect(await readHaltReason(house.db)).toBe("Books and chain differ by -700000000 lamports");
  await step();
  expect(house.events.filter(({ wallet }) => wallet === admin)).toMatchObject([
    { payload: { notification: { type: "payments_halted" } } },
  ]);
  const rows = await house.db.select().from(auditLog);
  const reason = "Books and chain differ by -700000000 lamports";
  expect(rows.filter((row) => row.reason === reason)).toMatchObject([
    { actor: "system", action: "payments.halt" },
  ]);
  expect((await toldRules(house.db)).slice(1)).toMatchObject([{ kind: "halt", reason }]);
});

it("MONEY-20 payments stay halted when books and chain agree again: an admin has to look", async () => {
  await differ(sol(0.7));
  const step = reconcile();
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).not.toBeNull();
  await house.db.transaction((tx) => writeHaltReason(tx, null, new Date(house.clock.now())));
});

it("MONEY-20 a difference that grows each round halts too; one that is gone in the third does not", async () => {
  const step = reconcile();
  await differ(5n);
  await step();
  await step();
  await differ(-5n);
  await step();
  await differ(3n);
  await step();
  await differ(1n);
  await step();
  expect(await readHaltReason(house.db)).toBeNull();
  await differ(3n);
  await step();
  expect(await readHaltReason(house.db)).toBe("Books and chain differ by 7 lamports");
  await differ(-7n);
  await house.db.transaction((tx) => writeHaltReason(tx, null, new Date(house.clock.now())));
});

it("MONEY-20 a node that does not answer is no difference", async () => {
  node.isDown = true;
  const step = reconcile();
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).toBeNull();
  node.isDown = false;
});

it("MONEY-20 a deposit that the node refuses to tell of is no difference, and halts nothing", async () => {
  const player = await house.newPlayer();
  node.unreadable = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await house.testChain.advanceSlots();
  const step = reconcile();
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).toBeNull();
  expect(await readSolvency(solvencyPorts())).toMatchObject({ unread: sol(0.1), difference: 0n });
  // Nor do later deposits, until they can be read.
  await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await house.testChain.advanceSlots();
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).toBeNull();
  node.unreadable = "";
  expect((await readSolvency(solvencyPorts())).difference).toBe(0n);
});

it("MONEY-20 what is unread excuses a wallet that holds too much, never one that holds too little", async () => {
  const player = await house.newPlayer();
  node.unreadable = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await house.testChain.advanceSlots();
  const step = reconcile();
  await differ(0n - sol(0.05));
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readSolvency(solvencyPorts())).toMatchObject({ unread: sol(0.05), difference: 0n });
  expect(await readHaltReason(house.db)).toBeNull();
  await differ(0n - sol(0.15));
  for (let round = 0; round < 3; round += 1) await step();
  expect(await readHaltReason(house.db)).toBe("Books and chain differ by -100000000 lamports");
  node.unreadable = "";
  await differ(sol(0.2));
  await house.db.transaction((tx) => writeHaltReason(tx, null, new Date(house.clock.now())));
  expect(await readSolvency(solvencyPorts())).toMatchObject({ unread: 0n, difference: 0n });
});

it("MONEY-20 a wallet that holds too little is seen although a history cannot be listed", async () => {
  const player = await house.newPlayer();
  node.unlisted = house.address.deposit;
  await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await house.testChain.advanceSlots();
  const step = reconcile();
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).toBeNull();
  await differ(0n - sol(0.15));
  for (let round = 0; round < 3; round += 1) await step();
  expect(await readHaltReason(house.db)).toBe("Books and chain differ by -50000000 lamports");
  node.unlisted = "";
  await differ(sol(0.15));
  await house.db.transaction((tx) => writeHaltReason(tx, null, new Date(house.clock.now())));
  expect((await readSolvency(solvencyPorts())).difference).toBe(0n);
});

it("MONEY-20 a node that has forgotten what is final is no difference", async () => {
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await house.db.transaction(async (tx) => {
    await queuePayment(tx, {
      id: "p-forgotten",
      kind: "manual",
      source: "hot",
      destination: player.address,
      lamports: sol(0.2),
      createdAt: new Date(house.clock.now()),
    });
  });
  await sendPayments(house);
  await house.testChain.advanceSlots(2);
  await house.watch();
  // Both are counted or sent, but not final in the books yet.
  await house.testChain.advanceSlots();
  memory.firstSlot = await house.testChain.chain.slot();
  const step = reconcile();
  for (let round = 0; round < 4; round += 1) await step();
  await house.testChain.advanceSlots(200);
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).toBeNull();
  memory.firstSlot = 0n;
  await sendPayments(house);
  expect((await readSolvency(solvencyPorts())).difference).toBe(0n);
});

it("MONEY-20 a deposit that a node forgot before anybody read it is no difference", async () => {
  await house.watch();
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await house.testChain.advanceSlots();
  await house.testChain.advanceSlots(1);
  memory.firstSlot = await house.testChain.chain.slot();
  const step = reconcile();
  for (let round = 0; round < 4; round += 1) await step();
  expect(await readHaltReason(house.db)).toBeNull();
  await expect(readSolvency(solvencyPorts())).rejects.toThrow("the node has forgotten");
  memory.firstSlot = 0n;
  expect((await readSolvency(solvencyPorts())).difference).toBe(0n);
});

it("INV-2 however many ask for the comparison, the chain is asked once in five seconds", async () => {
  const latest = cachedSolvency(solvencyPorts());
  node.calls = 0;
  const [first, second] = await Promise.all([latest(), latest()]);
  expect(second).toBe(first);
  const askedOnce = node.calls;
  await house.clock.advance(4_999);
  await latest();
  expect(node.calls).toBe(askedOnce);
  await house.clock.advance(1);
  await latest();
  expect(node.calls).toBeGreaterThan(askedOnce);
});

it("LIMITS-18 a silent node is not asked again within five seconds, however many callers there are", async () => {
  const latest = cachedSolvency(solvencyPorts());
  node.isDown = true;
  node.calls = 0;
  await expect(latest()).rejects.toThrow("down");
  const askedOnce = node.calls;
  await expect(latest()).rejects.toThrow("down");
  expect(node.calls).toBe(askedOnce);
  node.isDown = false;
  await house.clock.advance(5_000);
  expect(await latest()).toMatchObject({ difference: 0n });
});

it("MONEY-20 INV-3 a balance that is not the sum of its entries halts outgoing payments", async () => {
  const setKept = (change: string) =>
    house.db.transaction(async (tx) => {
      await tx.execute(sql`alter table ledger_accounts disable trigger follows_entries`);
      await tx.execute(
        sql.raw(`update ledger_accounts set balance = balance + ${change} where account = 'equity'`),
      );
      await tx.execute(sql`alter table ledger_accounts enable trigger follows_entries`);
    });
  const halted = await readHaltReason(house.db);
  await house.db.transaction((tx) => writeHaltReason(tx, null, new Date(0)));
  await setKept("1");
  await reconcile()();
  expect(await readHaltReason(house.db)).toBe("The balance of equity is not the sum of its entries");
  await setKept("-1");
  await house.db.transaction((tx) => writeHaltReason(tx, halted, new Date(0)));
});
