import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { chainThrough } from "../../foundation/chain/chain-through.ts";
import { type RememberedNews, rememberedNews } from "../../foundation/chain/remembered-news.ts";
import { depositRounds } from "./deposit-rounds.ts";
import { depositReader, type WatchPorts } from "./watch-deposits.ts";

let house: TestHouse;
let calls = 0;
let memory: RememberedNews;
let round: () => Promise<void>;
beforeAll(async () => {
  house = await openTestHouse({
    wrap: (chain) =>
      chainThrough((ask) => {
        calls += 1;
        return ask(chain);
      }),
  });
  memory = rememberedNews();
  const ports = { ...house, isLocal: false, news: { ...memory, isLive: () => true } };
  round = roundsOf(ports);
  await round();
});
afterAll(() => house.close());

/** A round of each of the two jobs. */
function roundsOf(ports: Omit<Parameters<typeof depositRounds>[0], "reader"> & WatchPorts) {
  const { watch, readUnexpected } = depositRounds({ ...ports, reader: depositReader(ports) });
  return async () => {
    await watch();
    await readUnexpected();
  };
}

/** Rounds as the leader runs them, for `ms`. */
async function rounds(ms: number) {
  calls = 0;
  for (let spentMs = 0; spentMs < ms; spentMs += 400) {
    await house.testChain.advanceSlots(1);
    await round();
  }
}

async function deposited() {
  const player = await house.newPlayer();
  const signature = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.3));
  await house.testChain.advanceSlots(2);
  return { signature, balance: () => house.balance(userAccount(player.address)) };
}

it("LIMITS-18 while nothing happens the histories of the wallets are read twice a minute, and nothing else", async () => {
  await rounds(60_000);
  expect(calls).toBeLessThanOrEqual(2 * (3 + 1));
});

it("BET-7 LIMITS-18 a payment that the node tells of is counted at once, with one question", async () => {
  await rounds(30_000);
  const { signature, balance } = await deposited();
  memory.notifyTransaction(signature);
  calls = 0;
  await round();
  expect(await balance()).toBe(sol(0.3));
  expect(calls).toBe(1);
});

it("BET-7 a payment that a silent subscription did not tell of is found by the clock", async () => {
  const { balance } = await deposited();
  await round();
  await round();
  expect(await balance()).toBe(0n);
  await rounds(31_000);
  expect(await balance()).toBe(sol(0.3));
});

it("LIMITS-18 news of what no node shows are looked at three times", async () => {
  await rounds(31_000);
  memory.notifyTransaction("1".repeat(64));
  const before = calls;
  await rounds(20_000);
  expect(calls).toBeLessThanOrEqual(before + 3);
});

it("IDLE-4 while nothing is told, the database is read by the clock alone", async () => {
  await rounds(60_000);
  let reads = 0;
  const db = new Proxy(house.db, {
    get(target, name) {
      if (name === "select" || name === "insert") reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const ports = { ...house, db, isLocal: true, news: { ...memory, isLive: () => true } };
  const counted = roundsOf(ports);
  await counted();
  reads = 0;
  for (let spentMs = 0; spentMs < 60_000; spentMs += 400) {
    await house.testChain.advanceSlots(1);
    await counted();
  }
  // Six checks for finality and for prepared bets, and one read of the histories.
  expect(reads).toBeLessThanOrEqual(6 * 2 + 10);
  const { signature, balance } = await deposited();
  memory.notifyTransaction(signature);
  await counted();
  expect(await balance()).toBe(sol(0.3));
});
