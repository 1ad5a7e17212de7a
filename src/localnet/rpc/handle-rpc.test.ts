import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { memoInstruction, priorityInstructions, transferInstruction } from "../../../tests/support/chain.ts";
import { openRpcCalls, SOL, SYSTEM } from "../../../tests/support/rpc-calls.ts";
import { handleRpc } from "./handle-rpc.ts";

// This test runs in real time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const { test, alice, bob, post, call } = await openRpcCalls();

const NO_SIGNATURE = "1".repeat(64);

it.each([
  ["half an object", "{", -32700],
  ["nothing", "", -32700],
  ["deep nesting", "[".repeat(400_000), -32700],
  ["a number", "5", -32700],
  ["null", "null", -32700],
  ["no method", '{"id":1}', -32600],
  ["a method that is no text", '{"id":1,"method":5}', -32600],
  ["named parameters", '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}', -32602],
  ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"noSuchThing"}', -32601],
  ["a property of every object", '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
  [
    "a subscription without a socket",
    '{"jsonrpc":"2.0","id":1,"method":"signatureSubscribe","params":["x"]}',
    -32601,
  ],
  ["a megabyte", "x".repeat(1_000_001), -32600],
  ["a batch of 101", `[${Array(101).fill('{"id":1,"method":"getSlot"}').join(",")}]`, -32600],
])("LOCALNET-6 %s is refused", async (_, body, code) => {
  expect((await post(body)).error?.code).toBe(code);
});

it("answers a batch in its order, each call by its id", async () => {
  const calls = [
    { id: "a", method: "getGenesisHash" },
    { id: 2, method: "nothing" },
    { method: "getHealth" },
    { id: null, method: "getHealth" },
  ].map((call) => ({ jsonrpc: "2.0", ...call }));
  const answers = JSON.parse(await handleRpc(test.localChain, JSON.stringify(calls))) as unknown;
  expect(answers).toMatchObject([
    { id: "a", result: test.localChain.genesisHash },
    { id: 2, error: { code: -32601 } },
    { id: null, result: "ok" },
  ]);
});

it.each([
  ["getBalance", "no text", [5]],
  ["getBalance", "no base58", ["not base58!"]],
  ["getBalance", "31 bytes", [SYSTEM.slice(1)]],
  ["getBalance", "options that are text", [SYSTEM, "confirmed"]],
  ["getAccountInfo", "an unknown encoding", [SYSTEM, { encoding: "hex" }]],
  ["getAccountInfo", "a negative slice", [SYSTEM, { encoding: "base64", dataSlice: { offset: -1 } }]],
  ["getMultipleAccounts", "no list", [SYSTEM]],
  ["getMultipleAccounts", "101 addresses", [Array(101).fill(SYSTEM)]],
  ["getMinimumBalanceForRentExemption", "a negative size", [-1]],
  ["getMinimumBalanceForRentExemption", "a fraction", [1.5]],
  ["getBlockTime", "a slot as text", ["5"]],
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
  ["requestAirdrop", "what the system program cannot be given", [SYSTEM, 0]],
  ["requestAirdrop", "more than 1000 SOL", [SYSTEM, 1_000_000_000_001]],
  ["requestAirdrop", "a bad address", ["x", 5]],
])("LOCALNET-6 %s refuses %s as invalid parameters", async (method, _, params) => {
  expect((await call(method, ...params)).error?.code).toBe(-32602);
});

it.each(["legacy", 0, 1] as const)(
  "LOCALNET-6 no bytes sent as a transaction of version %s break the chain",
  async (version) => {
    const instructions = [
      ...priorityInstructions(20_000, 5n),
      transferInstruction(alice, bob, SOL),
      memoInstruction("fuzz"),
    ];
    const { wire } = await test.sign(alice, instructions, version);
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
  },
);

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
