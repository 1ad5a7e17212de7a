import { afterAll, beforeAll, expect, it } from "vitest";
import {
  memoInstruction,
  openTestChain,
  type TestChain,
  transferInstruction,
} from "../../../../tests/support/chain.ts";
import { forgetful } from "../../../../tests/support/forgetful-node.ts";
import { type Chain, ChainUnavailable } from "../ports.ts";
import { searchLandings } from "./search-landings.ts";

const SOL = 1_000_000_000n;
const MEMO = "furlong:1:payment payout-é";

let test: TestChain;
beforeAll(async () => {
  test = await openTestChain();
});
afterAll(() => test.close());

/** A house wallet with a past, a signature of it that never lands, and a way to search for that. */
async function openHistory() {
  const wallet = await test.newKeypair();
  await test.fund(wallet.address, SOL);
  await test.advanceSlots();
  const transfer = transferInstruction(wallet, wallet.address, 1n);
  const { signature } = await test.sign(wallet, [transfer, memoInstruction(MEMO)]);
  const afterSlot = await test.chain.slot();
  const search = async (nodes: readonly Chain[], sought = signature) => {
    const asOf = await test.chain.slot();
    const question = { signature: sought, afterSlot, memo: MEMO };
    const search = { address: wallet.address, asOf, sought: [question], pageSize: 5 };
    return (await searchLandings(nodes, search)).get(sought);
  };
  return { wallet, afterSlot, search };
}

const silent = (chain: Chain): Chain => ({
  ...chain,
  firstAvailableBlock: () => Promise.reject(new ChainUnavailable("silent")),
});

it("MONEY-11 what landed is found, what did not is absent", async () => {
  const { wallet, search } = await openHistory();
  const landed = await test.sendTransfer(wallet, wallet.address, 1n);
  await test.advanceSlots();
  expect(await search([test.chain], landed)).toBe("landed");
  expect(await search([test.chain])).toBe("absent");
});

it("MONEY-11 a payment with the same memo and another signature has landed too, if the wallet paid for it", async () => {
  const { wallet, search } = await openHistory();
  const stranger = await test.newKeypair();
  await test.fund(stranger.address, SOL);
  const toWallet = transferInstruction(stranger, wallet.address, 1n);
  await test.sendInstructions(stranger, [toWallet, memoInstruction(MEMO)]);
  // It fails, so it paid nothing.
  await test.sendTransfer(wallet, stranger.address, 9n * SOL, MEMO);
  await test.advanceSlots();
  expect(await search([test.chain])).toBe("absent");
  await test.sendTransfer(wallet, stranger.address, SOL / 10n, MEMO);
  await test.advanceSlots();
  expect(await search([test.chain])).toBe("landed");
});

it("MONEY-11 a node without the whole time proves nothing, whoever tells its first block", async () => {
  const { wallet, afterSlot, search } = await openHistory();
  await test.sendTransfer(wallet, wallet.address, 1n);
  await test.advanceSlots();
  const firstSlot = afterSlot + 1n;
  expect(await search([forgetful(test.chain, { firstSlot })])).toBe("unknown");
  expect(await search([forgetful(test.chain, { firstSlot, claimedFirstSlot: 0n })])).toBe("unknown");
  expect(await search([forgetful(test.chain, { firstSlot: 0n })])).toBe("absent");
});

it("MONEY-11 of several nodes two must agree, and one that found it is enough", async () => {
  const { wallet, afterSlot, search } = await openHistory();
  const landed = await test.sendTransfer(wallet, wallet.address, 1n);
  await test.advanceSlots();
  const { chain } = test;
  const restored = forgetful(chain, { firstSlot: afterSlot + 1n });
  expect(await search([chain, restored])).toBe("unknown");
  expect(await search([chain, silent(chain)])).toBe("unknown");
  expect(await search([chain, chain])).toBe("absent");
  expect(await search([chain, restored, chain])).toBe("absent");
  expect(await search([silent(chain), chain], landed)).toBe("landed");
});

it("MONEY-11 a long history is read back to the slot in question", async () => {
  const { wallet, search } = await openHistory();
  const landed = await test.sendTransfer(wallet, wallet.address, 1n, "the one");
  let pages = 0;
  for (let count = 0; count < 11; count += 1) {
    await test.sendTransfer(wallet, wallet.address, 1n, String(count));
    await test.advanceSlots(1);
  }
  await test.advanceSlots();
  const counting: Chain = {
    ...test.chain,
    signaturesFor: (...args) => ((pages += 1), test.chain.signaturesFor(...args)),
  };
  expect(await search([counting], landed)).toBe("landed");
  expect(await search([counting])).toBe("absent");
  expect(pages).toBe(6);
});
