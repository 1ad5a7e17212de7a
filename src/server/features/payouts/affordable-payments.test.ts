import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { lamports } from "../../../domain/lamports.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { chooseAffordablePayments } from "./affordable-payments.ts";
import { readOpenPayments } from "./open-payments.ts";

const { house, faults, step, finish, queue, newWallet, onChain, paymentOf } = await openPaying();

it("MONEY-10 is filled from the deposit wallet when it cannot cover its payments", async () => {
  // Incoming stakes, here a deposit by one player without a bet.
  const player = await house.newPlayer(sol(21));
  await house.testChain.sendTransfer(player, house.address.deposit, sol(20));
  await house.testChain.advanceSlots();
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

it("MONEY-10 a sweep of more than there is, asked for on the word of a node that lags, makes room for another", async () => {
  const player = await house.newPlayer(sol(31));
  await house.testChain.sendTransfer(player, house.address.deposit, sol(30));
  await house.testChain.advanceSlots();
  await house.watch();
  const wallet = await newWallet();
  const amount = lamports((await onChain(house.address.hot)) + sol(10));
  const id = await queue(wallet, amount);
  const since = new Date(house.clock.now());
  // The balance from before the last sweep.
  const stale = (await onChain(house.address.deposit)) + sol(500);
  faults.lies.set(house.address.deposit, stale);
  await step();
  faults.lies.clear();
  const sweeps = async () => {
    const all = await house.db.select().from(payments).where(eq(payments.kind, "sweep"));
    return all.filter(({ createdAt }) => createdAt >= since);
  };
  const [vain] = await sweeps();
  expect(vain).toMatchObject({ status: "pending" });
  expect(vain!.lamports).toBeGreaterThan(await onChain(house.address.deposit));
  await finish();
  // Both may have been created at the same moment.
  const ended = await sweeps();
  const isVain = ({ id: sweep }: { readonly id: string }) => sweep === vain!.id;
  expect(ended.filter(isVain)).toMatchObject([{ status: "cancelled", signature: null }]);
  expect(ended.filter((sweep) => !isVain(sweep))).toMatchObject([{ status: "completed" }]);
  expect((await paymentOf(id)).status).toBe("completed");
  expect(await onChain(wallet)).toBe(amount);
});

it("MONEY-11 MONEY-26 a wallet signs nothing until its first money is final", async () => {
  await queue(await newWallet(), sol(0.1));
  const open = await readOpenPayments(house.db);
  const fresh = await newWallet();
  const vault = { addresses: () => Promise.resolve([fresh]) };
  const payers = async () => {
    const ports = { chain: house.chain, bidFor: house.bidFor, vault, isLocal: false };
    const chosen = await chooseAffordablePayments(ports, open, []);
    return chosen.affordable.map(({ source }) => source);
  };
  await house.testChain.advanceSlots();
  await house.testChain.localChain.airdrop(fresh, sol(1));
  expect(await payers()).toEqual([]);
  await house.testChain.advanceSlots();
  expect(await payers()).toEqual([fresh]);
  await finish();
});
