import { expect, it, vi } from "vitest";
import { transferInstruction } from "../../../tests/support/chain.ts";
import { openRpcCalls, SOL } from "../../../tests/support/rpc-calls.ts";

// This test runs in real time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const { test, alice, bob, call, valueOf } = await openRpcCalls();

const send = (wire: string, options: object = {}) =>
  call("sendTransaction", wire, { encoding: "base64", ...options });

it("refuses what preflight finds, with the code, text and logs of a node", async () => {
  const tooMuch = await test.sign(alice, [transferInstruction(alice, bob, 900n * SOL)]);
  const failed = await send(tooMuch.base64);
  expect(failed.error).toMatchObject({
    code: -32002,
    message: "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
    data: { err: { InstructionError: [0, { Custom: 1 }] } },
  });
  expect(failed.error?.data).toHaveProperty("logs");
  const poor = await test.newKeypair();
  const unpaid = await test.sign(poor, [transferInstruction(poor, bob, 1n)]);
  expect((await send(unpaid.base64)).error).toMatchObject({
    code: -32002,
    message:
      "Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.",
    data: { err: "AccountNotFound" },
  });
});

it("refuses a forged signature, or drops it in silence when asked to skip preflight", async () => {
  const { wire, signature } = await test.sign(alice, [transferInstruction(alice, bob, SOL)]);
  // The highest byte of the amount: the last byte says that there are no lookup tables.
  wire[wire.length - 2] = 1;
  const forged = Buffer.from(wire).toString("base64");
  expect((await send(forged)).error?.code).toBe(-32002);
  expect((await send(forged, { skipPreflight: true })).result).toBe(signature);
  expect(test.localChain.recent(signature)).toBeNull();
});

it("takes the same signature once", async () => {
  const { base64, signature } = await test.sign(alice, [transferInstruction(alice, bob, SOL)]);
  expect((await send(base64)).result).toBe(signature);
  const paid = test.localChain.account(bob, "processed");
  expect((await send(base64)).error).toMatchObject({
    code: -32002,
    message: "Transaction simulation failed: This transaction has already been processed",
  });
  expect((await send(base64, { skipPreflight: true })).result).toBe(signature);
  expect(test.localChain.account(bob, "processed")).toEqual(paid);
});

it("simulates without effect, unsigned and with an old blockhash where asked to", async () => {
  const { wire } = await test.sign(alice, [transferInstruction(alice, bob, 3n * SOL)]);
  wire.fill(0, 1, 65);
  await test.advanceSlots(200);
  const unsigned = Buffer.from(wire).toString("base64");
  const before = test.localChain.account(bob, "processed")?.lamports ?? 0n;
  const late = await valueOf("simulateTransaction", unsigned, { encoding: "base64" });
  expect(late).toMatchObject({ value: { err: "BlockhashNotFound" } });
  const value = await valueOf("simulateTransaction", unsigned, {
    encoding: "base64",
    replaceRecentBlockhash: true,
    accounts: { addresses: [bob] },
  });
  expect(value).toMatchObject({
    value: {
      err: null,
      unitsConsumed: 150,
      accounts: [{ lamports: Number(before + 3n * SOL) }],
      replacementBlockhash: { blockhash: expect.any(String) as string },
    },
  });
  const verified = await call("simulateTransaction", unsigned, { encoding: "base64", sigVerify: true });
  expect(verified.error ?? verified.result).toBeDefined();
  expect(test.localChain.account(bob, "processed")?.lamports ?? 0n).toBe(before);
});
