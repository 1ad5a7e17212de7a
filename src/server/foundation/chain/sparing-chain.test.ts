import { beforeEach, expect, it } from "vitest";
import { openTestChain, type TestChain } from "../../../../tests/support/chain.ts";
import type { Chain } from "../ports.ts";
import { asHouse, asPlayer, currentCaller } from "./caller.ts";
import { chainThrough } from "./chain-through.ts";
import { sparingChain } from "./sparing-chain.ts";

const SOL = 1_000_000_000n;

let test: TestChain;
let calls = 0;
let chain: Chain;
beforeEach(async () => {
  test = await openTestChain();
  await test.advanceSlots(60);
  calls = 0;
  const counted = chainThrough((ask) => {
    calls += 1;
    return ask(test.chain);
  });
  chain = sparingChain(counted, test.clock);
});

it("LIMITS-18 one question serves all who want a blockhash within its time", async () => {
  const [first, second] = await Promise.all([chain.latestBlockhash(), chain.latestBlockhash()]);
  expect(second).toEqual(first);
  await test.advanceSlots(4);
  expect(await chain.latestBlockhash()).toEqual(first);
  expect(calls).toBe(1);
  await test.advanceSlots(2);
  expect((await chain.latestBlockhash()).slot).toBeGreaterThan(first.slot);
  expect(calls).toBe(2);
});

it("LIMITS-18 the final slot is asked for with its height, and learnt from balances too", async () => {
  const { slot } = await chain.tip();
  expect(await chain.slot()).toBe(slot);
  expect(calls).toBe(1);
  await test.advanceSlots(5);
  const balances = await chain.balances([(await test.newKeypair()).address]);
  expect(balances.slot).toBeGreaterThan(slot);
  expect(await chain.slot()).toBe(balances.slot);
  expect(calls).toBe(2);
});

it("PAYOUTS-5 a blockhash that must be new is asked for, while others use the one that is held", async () => {
  const cached = await chain.latestBlockhash();
  await test.advanceSlots(1);
  expect(await chain.latestBlockhash()).toEqual(cached);
  expect((await chain.latestBlockhash({ isNew: true })).slot).toBeGreaterThan(cached.slot);
});

it("FAIR-10 the newest slot is never remembered", async () => {
  const before = await chain.newestSlot();
  await test.advanceSlots(1);
  expect(await chain.newestSlot()).toBe(before + 1n);
});

it("LIMITS-18 a payment is read once for the player and the watcher, and what is not there is asked for again", async () => {
  const [alice, bob] = [await test.newKeypair(), (await test.newKeypair()).address];
  await test.fund(alice.address, 10n * SOL);
  const signature = await test.sendTransfer(alice, bob, SOL);
  expect(await chain.transaction(signature)).toBeNull();
  await test.advanceSlots(2);
  const [seen, shared] = await Promise.all([chain.transaction(signature), chain.transaction(signature)]);
  expect(seen).toMatchObject({ signature });
  expect(shared).toBe(seen);
  expect(calls).toBe(2);
  // It is final: nothing changes it.
  await test.advanceSlots(400);
  expect(await chain.transaction(signature)).toBe(seen);
  expect(calls).toBe(2);
});

it("LIMITS-18 a block that is not there yet is looked for once a slot", async () => {
  const slot = (await test.chain.newestSlot()) + 4n;
  for (let look = 0; look < 5; look += 1) expect(await chain.firstBlockFrom(slot)).toBeNull();
  expect(calls).toBe(1);
  await test.advanceSlots(6);
  expect(await chain.firstBlockFrom(slot)).toMatchObject({ slot });
});

it("LIMITS-18 a failure is not remembered", async () => {
  let isDown = true;
  const node: Chain = {
    ...test.chain,
    latestBlockhash: () => (isDown ? Promise.reject(new Error("down")) : test.chain.latestBlockhash()),
  };
  const sparing = sparingChain(node, test.clock);
  await expect(sparing.latestBlockhash()).rejects.toThrow("down");
  isDown = false;
  expect((await sparing.latestBlockhash()).blockhash).toHaveLength(
    (await test.chain.latestBlockhash()).blockhash.length,
  );
});

it("LIMITS-41 the house does not wait for a question that waits in a player's line", async () => {
  const calls: string[] = [];
  const waiting: Chain = {
    ...test.chain,
    transaction(signature) {
      calls.push(currentCaller().kind);
      // A player's call has no turn.
      return currentCaller().kind === "player"
        ? new Promise(() => undefined)
        : test.chain.transaction(signature);
    },
  };
  const sparing = sparingChain(waiting, test.clock);
  const [alice, bob] = [await test.newKeypair(), (await test.newKeypair()).address];
  await test.fund(alice.address, 10n * SOL);
  const signature = await test.sendTransfer(alice, bob, SOL);
  await test.advanceSlots(2);
  void asPlayer({ wallet: null, network: "10.0.0.1" }, () => sparing.transaction(signature));
  expect(await asHouse(() => sparing.transaction(signature))).toMatchObject({ signature });
  expect(calls).toEqual(["player", "house"]);
});

it("LIMITS-41 an answer that serves everybody is asked for on the house's behalf", async () => {
  const callers = new Set<string>();
  const counted = chainThrough((ask) => {
    callers.add(currentCaller().kind);
    return ask(test.chain);
  });
  const sparing = sparingChain(counted, test.clock);
  await asPlayer({ wallet: null, network: "10.0.0.1" }, async () => {
    await sparing.latestBlockhash();
    await sparing.tip();
    await sparing.slot();
  });
  expect([...callers]).toEqual(["house"]);
});
