import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  type TestChain,
  memoInstruction,
  openTestChain,
  priorityInstructions,
  transferInstruction,
} from "../../../tests/support/chain.ts";
import { createLookupTable, signWithTable } from "../../../tests/support/lookup-table.ts";
import { handleRpc } from "./handle-rpc.ts";

// Real time passes here, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const SOL = 1_000_000_000n;
const SYSTEM = "11111111111111111111111111111111";
const NO_SIGNATURE = "1".repeat(64);

let test: TestChain;
let alice: Awaited<ReturnType<TestChain["newKeypair"]>>;
let bob: string;
beforeAll(async () => {
  test = await openTestChain();
  alice = await test.newKeypair();
  bob = (await test.newKeypair()).address;
  await test.fund(alice.address, 100n * SOL);
});

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}
const post = async (body: string) => JSON.parse(await handleRpc(test.localChain, body)) as Answer;
const call = (method: string, ...params: unknown[]) =>
  post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
const valueOf = async (method: string, ...params: unknown[]) => {
  const { result, error } = await call(method, ...params);
  expect(error).toBeUndefined();
  return result as never;
};

describe("requests", () => {
  it.each([
    ["half an object", "{", -32700],
    ["nothing", "", -32700],
    ["deep nesting", "[".repeat(400_000), -32700],
    ["an empty batch", "[]", -32600],
    ["a number", "5", -32600],
    ["null", "null", -32600],
    ["no method", '{"id":1}', -32600],
    ["a method that is no text", '{"id":1,"method":5}', -32600],
    ["named parameters", '{"id":1,"method":"getSlot","params":{}}', -32602],
    ["an unknown method", '{"id":1,"method":"noSuchThing"}', -32601],
    ["a property of every object", '{"id":1,"method":"constructor"}', -32601],
    ["a subscription without a socket", '{"id":1,"method":"signatureSubscribe"}', -32601],
    ["a megabyte", "x".repeat(1_000_001), -32600],
    ["a batch of 101", `[${Array(101).fill('{"id":1,"method":"getSlot"}').join(",")}]`, -32600],
  ])("LOCALNET-6 %s is refused", async (_, body, code) => {
    expect((await post(body)).error?.code).toBe(code);
  });

  it("answers a batch in its order, each call by its id", async () => {
    const answers = JSON.parse(
      await handleRpc(
        test.localChain,
        '[{"id":"a","method":"getGenesisHash"},7,{"id":2,"method":"nothing"},{"id":null,"method":"getHealth"}]',
      ),
    ) as Answer[];
    expect(answers).toMatchObject([
      { id: "a", result: test.localChain.genesisHash },
      { id: null, error: { code: -32600 } },
      { id: 2, error: { code: -32601 } },
      { id: null, result: "ok" },
    ]);
  });

  it.each([
    ["getBalance", "no text", [5]],
    ["getBalance", "no base58", ["not base58!"]],
    ["getBalance", "31 bytes", [SYSTEM.slice(1)]],
    ["getBalance", "an unknown commitment", [SYSTEM, { commitment: "certain" }]],
    ["getBalance", "options that are text", [SYSTEM, "confirmed"]],
    ["getAccountInfo", "an unknown encoding", [SYSTEM, { encoding: "hex" }]],
    ["getAccountInfo", "a negative slice", [SYSTEM, { encoding: "base64", dataSlice: { offset: -1 } }]],
    ["getMultipleAccounts", "no list", [SYSTEM]],
    ["getMultipleAccounts", "101 addresses", [Array(101).fill(SYSTEM)]],
    ["getMinimumBalanceForRentExemption", "a negative size", [-1]],
    ["getMinimumBalanceForRentExemption", "a fraction", [1.5]],
    ["getBlockTime", "a slot as text", ["5"]],
    ["getBlocks", "too many slots", [0, 600_000]],
    ["getBlocks", "processed", [0, 5, { commitment: "processed" }]],
    ["getBlocksWithLimit", "too many slots", [0, 600_000]],
    ["getTransaction", "a short signature", ["abc"]],
    ["getTransaction", "processed", [NO_SIGNATURE, { commitment: "processed" }]],
    ["getSignatureStatuses", "257 signatures", [Array(257).fill(NO_SIGNATURE)]],
    ["getSignaturesForAddress", "a limit of 1001", [SYSTEM, { limit: 1001 }]],
    ["getSignaturesForAddress", "a number for a signature", [SYSTEM, { before: 5 }]],
    ["sendTransaction", "three bytes", ["AAAA", { encoding: "base64" }]],
    ["sendTransaction", "no base58", ["0OIl", {}]],
    ["sendTransaction", "2250 bytes", ["A".repeat(3000), { encoding: "base64" }]],
    ["simulateTransaction", "nothing", ["", { encoding: "base64" }]],
    ["getFeeForMessage", "three bytes", ["AAAA"]],
    ["requestAirdrop", "no lamports", [SYSTEM, 0]],
    ["requestAirdrop", "more than 1000 SOL", [SYSTEM, 1_000_000_000_001]],
    ["requestAirdrop", "a bad address", ["x", 5]],
  ])("LOCALNET-6 %s refuses %s as invalid parameters", async (method, _, params) => {
    expect((await call(method, ...params)).error?.code).toBe(-32602);
  });

  it("LOCALNET-6 no bytes sent as a transaction break the chain", async () => {
    const { wire } = await test.sign(alice, [
      ...priorityInstructions(20_000, 5n),
      transferInstruction(alice, bob, SOL),
      memoInstruction("fuzz"),
    ]);
    const before = test.localChain.account(bob, "processed");
    const change = fc.record({ at: fc.nat(wire.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.nat(wire.length),
        async (changes, cut) => {
          const bytes = Uint8Array.from(wire);
          for (const { at, byte } of changes) bytes[at] = byte;
          for (const sent of [bytes, bytes.subarray(0, cut)]) {
            if (Buffer.compare(sent, wire) === 0) continue;
            const text = Buffer.from(sent).toString("base64");
            for (const method of ["sendTransaction", "simulateTransaction"]) {
              for (const skipPreflight of [true, false]) {
                const { error } = await call(method, text, { encoding: "base64", skipPreflight });
                expect(error?.code ?? -32602).not.toBe(-32603);
              }
            }
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(test.localChain.account(bob, "processed")).toEqual(before);
  });

  it("LOCALNET-6 any method with any parameters is answered, never with an internal error", async () => {
    const methods = [
      "getBalance",
      "getAccountInfo",
      "getBlock",
      "getBlocks",
      "getTransaction",
      "getSignatureStatuses",
      "getSignaturesForAddress",
      "simulateTransaction",
      "sendTransaction",
      "getRecentPrioritizationFees",
      "getLatestBlockhash",
    ];
    const param = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constant(SYSTEM),
      fc.constant(NO_SIGNATURE),
      fc.nat(50),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...methods),
        fc.array(param, { maxLength: 3 }),
        async (method, params) => {
          expect((await call(method, ...params)).error?.code).not.toBe(-32603);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("sending", () => {
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
    // The highest byte of the amount: the last one tells that there are no lookup tables.
    wire[wire.length - 2] = 1;
    const forged = Buffer.from(wire).toString("base64");
    expect((await send(forged)).error?.code).toBe(-32003);
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
});

describe("reading", () => {
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
    const newest = test.localChain.slot("confirmed");
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

  it("refuses a context slot that has not been reached", async () => {
    const slot = test.localChain.slot("processed");
    expect(await valueOf("getSlot", { commitment: "processed", minContextSlot: slot })).toBe(slot);
    const early = await call("getBalance", alice.address, { minContextSlot: slot });
    expect(early.error).toMatchObject({ code: -32016, data: { contextSlot: slot - 31 } });
  });
});
