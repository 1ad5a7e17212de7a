import { getBase58Decoder } from "@solana/kit";
import { expect, it } from "vitest";
import {
  type TestChain,
  openTestChain,
  priorityInstructions,
  transferInstruction,
  memoInstruction,
} from "../../../tests/support/chain.ts";
import type { ChainStore } from "./chain-store.ts";
import { memoryChainStore } from "../../../tests/support/memory-chain-store.ts";
import { readTransaction } from "./wire-transaction.ts";

const SOL = 1_000_000_000n;

async function funded(options: Parameters<typeof openTestChain>[0] = {}) {
  const test = await openTestChain(options);
  const alice = await test.newKeypair();
  const bob = (await test.newKeypair()).address;
  await test.fund(alice.address, 10n * SOL);
  return { ...test, alice, bob };
}

const sendBytes = (test: TestChain, wire: Uint8Array) => {
  const read = readTransaction(wire);
  if (!read.ok) throw new Error(read.message);
  return test.localChain.send(read.value);
};

it("LOCALNET-1 a transaction is processed when sent, and final when its slot is over and its block is stored", async () => {
  const test = await funded();
  await test.advanceSlots(40);
  const signature = await test.sendTransfer(test.alice, test.bob, SOL);
  const status = async () => (await test.localChain.find(signature))?.commitment;
  expect(await status()).toBe("processed");
  expect(test.localChain.account(test.bob, "processed")?.lamports).toBe(SOL);
  expect(test.localChain.account(test.bob, "finalized")).toBeNull();
  await test.advanceSlots(1);
  expect(await status()).toBe("finalized");
  expect(test.localChain.account(test.bob, "finalized")?.lamports).toBe(SOL);
});

it("LOCALNET-1 a transaction is never final while the store keeps its block waiting", async () => {
  const memory = memoryChainStore();
  let letGo = () => undefined as void;
  let isSlow = false;
  const store: ChainStore = {
    ...memory,
    async commitBlock(block) {
      if (isSlow) await new Promise<void>((resolve) => (letGo = resolve));
      await memory.commitBlock(block);
    },
  };
  const test = await funded({ store });
  await test.advanceSlots(2);
  isSlow = true;
  const signature = await test.sendTransfer(test.alice, test.bob, SOL);
  const slot = test.localChain.slot("processed");
  await test.clock.advance(5 * test.slotMs);
  expect(test.localChain.recent(signature)?.commitment).toBe("processed");
  expect(test.localChain.slot("finalized")).toBe(slot - 1);
  const later = await test.sendTransfer(test.alice, test.bob, SOL);
  isSlow = false;
  letGo();
  await test.advanceSlots(1);
  expect(test.localChain.recent(signature)?.commitment).toBe("finalized");
  expect(test.localChain.recent(later)?.commitment).toBe("finalized");
});

it("LOCALNET-2 when the store fails, what it did not take never happened and the same bytes may land again", async () => {
  const memory = memoryChainStore();
  let failures = 0;
  const faults: unknown[] = [];
  const store: ChainStore = {
    ...memory,
    async commitBlock(block) {
      if (failures-- > 0) throw new Error("disk full");
      await memory.commitBlock(block);
    },
  };
  const test = await funded({ store, onFault: (fault) => faults.push(fault) });
  await test.advanceSlots(2);
  failures = 1;
  const sent = await test.sign(test.alice, [transferInstruction(test.alice, test.bob, SOL)]);
  expect(sendBytes(test, sent.wire)).toBeNull();
  expect(test.localChain.account(test.bob, "processed")?.lamports).toBe(SOL);
  await test.advanceSlots(1);
  expect(faults).toHaveLength(1);
  expect(await test.localChain.find(sent.signature)).toBeNull();
  expect(test.localChain.account(test.bob, "processed")).toBeNull();
  expect(sendBytes(test, sent.wire)).toBeNull();
  await test.advanceSlots(1);
  expect((await test.localChain.find(sent.signature))?.commitment).toBe("finalized");
  expect(test.localChain.account(test.bob, "finalized")?.lamports).toBe(SOL);
});

it("LOCALNET-2 a chain that cannot read its store back refuses to answer until it can", async () => {
  const memory = memoryChainStore();
  let isDown = false;
  const failing = () => {
    if (isDown) throw new Error("connection lost");
  };
  const store: ChainStore = {
    ...memory,
    load: async () => (failing(), memory.load()),
    commitBlock: async (block) => (failing(), memory.commitBlock(block)),
  };
  const test = await funded({ store, onFault: () => undefined });
  isDown = true;
  const sent = await test.sign(test.alice, [transferInstruction(test.alice, test.bob, SOL)]);
  sendBytes(test, sent.wire);
  await test.advanceSlots(1);
  expect(() => sendBytes(test, sent.wire)).toThrow("not running");
  await expect(test.chain.slot()).rejects.toThrow("no usable answer");
  isDown = false;
  await test.advanceSlots(1);
  expect(sendBytes(test, sent.wire)).toBeNull();
});

it("LOCALNET-2 a block that was stored though the store said otherwise is final, and told", async () => {
  const memory = memoryChainStore();
  let isLying = false;
  const store: ChainStore = {
    ...memory,
    async commitBlock(block) {
      await memory.commitBlock(block);
      if (isLying) throw new Error("connection lost during commit");
    },
  };
  const test = await funded({ store, onFault: () => undefined });
  await test.advanceSlots(2);
  isLying = true;
  const signature = await test.sendTransfer(test.alice, test.bob, SOL);
  const signatures: string[] = [];
  test.localChain.subscribe((event) => {
    if (event.kind === "transactions" && event.commitment === "finalized") {
      signatures.push(...event.transactions.map(({ record }) => record.signature));
    }
  });
  await test.advanceSlots(1);
  expect(test.localChain.recent(signature)?.commitment).toBe("finalized");
  expect(signatures).toContain(signature);
  expect(test.localChain.account(test.bob, "finalized")?.lamports).toBe(SOL);
});

it("LOCALNET-3 after a crash, final transactions are there, processed ones are lost, and balances agree", async () => {
  const store = memoryChainStore();
  const crash = new AbortController();
  const before = await funded({ store, signal: crash.signal });
  const earlySignature = await before.sendTransfer(before.alice, before.bob, SOL);
  await before.advanceSlots(1);
  const lost = await before.sendTransfer(before.alice, before.bob, 2n * SOL);
  const final = before.localChain.account(before.alice.address, "finalized");
  const blockhash = before.localChain.blockhash(5);
  crash.abort();

  const after = await openTestChain({ store, clock: before.clock });
  expect(after.localChain.genesisHash).toBe(before.localChain.genesisHash);
  expect(after.localChain.blockhash(5)).toBe(blockhash);
  expect(after.localChain.recent(earlySignature)?.commitment).toBe("finalized");
  expect(await after.localChain.find(lost)).toBeNull();
  expect(after.localChain.account(before.alice.address, "processed")).toEqual(final);
  expect(after.localChain.account(before.alice.address, "finalized")).toEqual(final);
  expect(after.localChain.account(before.bob, "finalized")?.lamports).toBe(SOL);
});

it("LOCALNET-3 a signature seen before a restart is still refused after it", async () => {
  const store = memoryChainStore();
  const test = await funded({ store });
  const sent = await test.sign(test.alice, [transferInstruction(test.alice, test.bob, SOL)]);
  expect(sendBytes(test, sent.wire)).toBeNull();
  expect(sendBytes(test, sent.wire)).toBe("AlreadyProcessed");
  await test.advanceSlots(100);
  expect(sendBytes(test, sent.wire)).toBe("AlreadyProcessed");
  await test.close();
  const again = await openTestChain({ store, clock: test.clock });
  expect(sendBytes(again, sent.wire)).toBe("AlreadyProcessed");
  await again.advanceSlots(51);
  expect(sendBytes(again, sent.wire)).toBe("BlockhashNotFound");
});

it("LOCALNET-4 a blockhash serves for 150 blocks and no longer", async () => {
  const test = await funded();
  const sent = await test.sign(test.alice, [transferInstruction(test.alice, test.bob, SOL)]);
  const late = await test.sign(test.alice, [transferInstruction(test.alice, test.bob, 2n * SOL)]);
  await test.advanceSlots(150);
  expect(sendBytes(test, sent.wire)).toBeNull();
  await test.advanceSlots(1);
  expect(sendBytes(test, late.wire)).toBe("BlockhashNotFound");
  expect(test.localChain.account(test.bob, "processed")?.lamports).toBe(SOL);
});

it("LOCALNET-4 slots follow the clock alone and never go back", async () => {
  const test = await openTestChain();
  const start = test.localChain.slot("processed");
  await test.clock.advance(10 * test.slotMs);
  expect(test.localChain.slot("processed")).toBe(start + 10);
  expect(test.localChain.slot("finalized")).toBe(start + 9);
  expect(test.localChain.blockTime(start + 10)).toBe(Math.floor(test.clock.now() / 1000));
});

it("LOCALNET-5 the fee reported is what the payer paid, priority included and rounded up", async () => {
  const test = await funded();
  for (const [limit, price] of [
    [200_000, 1_000_000n],
    [123_457, 1_001n],
    [1, 1n],
  ] as const) {
    const before = test.localChain.account(test.alice.address, "processed")!.lamports;
    const signature = await test.sendInstructions(test.alice, [
      ...priorityInstructions(limit, price),
      memoInstruction("fee"),
    ]);
    await test.advanceSlots(1);
    const fee = (await test.chain.transaction(signature))!.fee;
    expect(before - test.localChain.account(test.alice.address, "processed")!.lamports).toBe(fee);
    expect(fee).toBe(5000n + (price * BigInt(limit) + 999_999n) / 1_000_000n);
  }
});

it("LOCALNET-5 a failed transaction is in its block and pays its fee; one that cannot pay is nowhere", async () => {
  const test = await funded();
  const failed = await test.sendTransfer(test.alice, test.bob, 1000n * SOL);
  const poor = await test.newKeypair();
  const nowhere = await test.sendTransfer(poor, test.bob, 1n);
  await test.advanceSlots(1);
  const seen = await test.chain.transaction(failed);
  expect(seen?.error).toBe('{"InstructionError":[0,{"Custom":1}]}');
  expect(seen?.balanceChanges).toEqual([-5000n, 0n, 0n]);
  expect(await test.chain.transaction(nowhere)).toBeNull();
});

it("LOCALNET-5 an account may not be left with less than the rent-exempt minimum", async () => {
  const test = await funded();
  const tooLittle = await test.sendTransfer(test.alice, test.bob, 890_879n);
  const enough = await test.sendTransfer(test.alice, test.bob, 890_880n);
  await test.advanceSlots(1);
  expect((await test.chain.transaction(tooLittle))?.error).toContain("InsufficientFundsForRent");
  expect((await test.chain.transaction(enough))?.error).toBeNull();
});

it("an account emptied to zero ceases to exist, also in the store", async () => {
  const store = memoryChainStore();
  const test = await funded({ store });
  const all = test.localChain.account(test.alice.address, "processed")!.lamports - 5000n;
  await test.sendTransfer(test.alice, test.bob, all);
  await test.advanceSlots(1);
  expect(test.localChain.account(test.alice.address, "finalized")).toBeNull();
  expect((await store.load())?.accounts.map(({ address }) => address)).not.toContain(test.alice.address);
});

it("memory holds the newest transactions; older ones come from the store", async () => {
  const test = await funded({ keepTransactions: 0 });
  const first = await test.sendTransfer(test.alice, test.bob, SOL);
  await test.advanceSlots(150);
  expect(test.localChain.recent(first)?.commitment).toBe("finalized");
  await test.advanceSlots(2);
  expect(test.localChain.recent(first)).toBeNull();
  expect((await test.localChain.find(first))?.commitment).toBe("finalized");
  const unknown = getBase58Decoder().decode(new Uint8Array(64).fill(7));
  expect(await test.localChain.find(unknown)).toBeNull();
});

it("sealing early makes final at once, and the slot's later transactions join the same block", async () => {
  const test = await funded();
  const first = await test.sendTransfer(test.alice, test.bob, SOL);
  await test.localChain.seal();
  expect(test.localChain.recent(first)?.commitment).toBe("finalized");
  expect((await test.chain.transaction(first))?.signature).toBe(first);
  const second = await test.sendTransfer(test.alice, test.bob, 2n * SOL);
  expect(test.localChain.recent(second)?.commitment).toBe("processed");
  expect(await test.chain.transaction(second)).toBeNull();
  const { slot } = test.localChain.recent(first)!.record;
  await test.advanceSlots(1);
  const block = await test.localChain.transactionsInSlot(slot);
  expect(block.map(({ signature }) => signature).slice(-2)).toEqual([first, second]);
  expect(block.map(({ position }) => position)).toEqual(block.map((_, index) => index));
});
