import { expect, it } from "vitest";
import { memoInstruction, openTestChain } from "../../../../tests/support/chain.ts";
import { memoInLogs } from "./memo-in-logs.ts";

it("LIMITS-20 memos are read from the logs of either memo program", async () => {
  expect(
    memoInLogs([
      "Program MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr invoke [1]",
      'Program log: Memo (len 3): "bet"',
      'Program log: Memo (len 2): "ab"',
    ]),
  ).toBe("[3] bet; [2] ab");

  const test = await openTestChain();
  const payer = await test.newKeypair();
  await test.fund(payer.address, 1_000_000_000n);
  const signature = await test.sendInstructions(payer, [memoInstruction("bet"), memoInstruction("ab")]);
  expect(memoInLogs(test.localChain.recent(signature)?.record.logs ?? [])).toBe("[3] bet; [2] ab");
  await test.close();
});
