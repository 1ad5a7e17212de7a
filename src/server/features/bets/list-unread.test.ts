import { expect, it } from "vitest";
import { openTestChain } from "../../../../tests/support/chain.ts";
import { listUnread, unreadHistory } from "./list-unread.ts";

const SOL = 1_000_000_000n;

it("BET-7 DUST-1 a burst that landed after the slot asked about is listed by the next rounds, from where the last one ended", async () => {
  const test = await openTestChain();
  const payer = await test.newKeypair();
  const { address } = await test.newKeypair();
  await test.fund(payer.address, 100n * SOL);
  const pay = async (times: number) => {
    // Of different amounts, so that they are different transactions.
    for (let count = 0; count < times; count += 1)
      await test.sendTransfer(payer, address, SOL / 10n + BigInt(count));
    await test.advanceSlots(2);
  };
  const ports = { chain: test.chain, pageSize: 5 };
  const history = unreadHistory({ address, kind: "deposit" }, null);
  const list = (asOf: bigint) => listUnread(ports, history, { asOf, isDone: () => false });

  await pay(3);
  const before = await test.chain.slot();
  await list(before);
  expect(history.waiting.size).toBe(3);
  history.waiting.clear();

  await pay(40);
  await list(before);
  expect(history).toMatchObject({ isAnchored: true, isComplete: false, beyond: 0, catchUp: null });
  for (let round = 0; round < 4; round += 1) await list(await test.chain.slot());
  expect(history.waiting.size).toBe(40);
  expect(history).toMatchObject({ isAnchored: true, isComplete: true });
});
