import { expect, it, vi } from "vitest";
import { transferInstruction } from "../../../tests/support/chain.ts";
import { createLookupTable, signWithTable } from "../../../tests/support/lookup-table.ts";
import { openRpcCalls, SOL, SYSTEM } from "../../../tests/support/rpc-calls.ts";

// This test runs in real time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const { test, alice, bob, call, valueOf } = await openRpcCalls();

it("tells blocks of every kind of detail, and refuses those not there yet", async () => {
  const table = await createLookupTable(test, alice, [bob]);
  const { wire, signature } = await signWithTable(test, alice, { table, addresses: [bob] }, [
    transferInstruction(alice, bob, SOL),
  ]);
  await test.chain.send(wire);
  const slot = test.localChain.slot("processed");
  const at = { commitment: "confirmed" };
  expect((await call("getBlock", slot, at)).error).toEqual({
    code: -32004,
    message: `Block not available for slot ${slot}`,
  });
  await test.advanceSlots(1);
  expect((await call("getBlock", slot, at)).error?.code).toBe(-32015);
  const all = { ...at, maxSupportedTransactionVersion: 0 };
  expect(await valueOf("getBlock", slot, { ...at, transactionDetails: "signatures" })).toMatchObject({
    signatures: [signature],
    rewards: [],
  });
  const loaded = { writable: [bob], readonly: [] };
  expect(await valueOf("getBlock", slot, { ...all, encoding: "json" })).toMatchObject({
    transactions: [
      {
        version: 0,
        meta: { fee: 5000, loadedAddresses: loaded },
        transaction: { message: { addressTableLookups: [{ accountKey: table, writableIndexes: [0] }] } },
      },
    ],
  });
  const { transactions } = (await valueOf("getBlock", slot, {
    ...all,
    transactionDetails: "accounts",
  })) as { transactions: { transaction: { accountKeys: object[] } }[] };
  expect(transactions[0]?.transaction.accountKeys.at(-1)).toEqual({
    pubkey: bob,
    signer: false,
    writable: true,
    source: "lookupTable",
  });
  expect(await valueOf("getTransaction", signature, { ...all, encoding: "jsonParsed" })).toMatchObject({
    transaction: { message: { instructions: [{ parsed: { info: { destination: bob } } }] } },
  });
});

it("tells which blocks there are", async () => {
  const newest = test.localChain.slot("finalized");
  const at = { commitment: "confirmed" };
  expect(await valueOf("getBlocks", newest - 2, at)).toEqual([newest - 2, newest - 1, newest]);
  expect(await valueOf("getBlocks", newest, newest + 5, at)).toEqual([newest]);
  expect(await valueOf("getBlocks", newest + 1, null, at)).toEqual([]);
  expect(await valueOf("getBlocksWithLimit", 0, 3)).toEqual([0, 1, 2]);
  expect(await valueOf("getBlock", 0, { transactionDetails: "none" })).toMatchObject({
    parentSlot: 0,
    previousBlockhash: SYSTEM,
  });
});

it("finds old transactions only when asked to search the history", async () => {
  const signature = await test.sendTransfer(alice, bob, SOL);
  await test.advanceSlots(151);
  expect(await valueOf("getSignatureStatuses", [signature])).toMatchObject({ value: [null] });
  const searched = await valueOf("getSignatureStatuses", [signature], { searchTransactionHistory: true });
  expect(searched).toMatchObject({
    value: [{ confirmationStatus: "finalized", confirmations: null, status: { Ok: null } }],
  });
});

it("LOCALNET-1 answers getAgGenesisCert as a cluster does on which what is confirmed is final", async () => {
  expect(await valueOf("getAgGenesisCert")).toEqual({
    block: { block_id: expect.any(Array), slot: 0 },
    signature: { bitmap: [0, 0, 0], signature: Array.from({ length: 192 }, () => 0) },
  });
  const at = { commitment: "confirmed" };
  await test.sendTransfer(alice, bob, SOL);
  await test.advanceSlots(1);
  expect(await valueOf("getSlot", at)).toBe(await valueOf("getSlot", { commitment: "finalized" }));
});

it("refuses a context slot that has not been reached", async () => {
  const slot = test.localChain.slot("processed");
  expect(await valueOf("getSlot", { commitment: "processed", minContextSlot: slot })).toBe(slot);
  const early = await call("getBalance", alice.address, { minContextSlot: slot });
  expect(early.error).toMatchObject({ code: -32016, data: { contextSlot: slot - 1 } });
});
