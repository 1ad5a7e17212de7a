import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getBase58Decoder } from "@solana/kit";
import { afterEach, describe, expect, it } from "vitest";
import {
  memoInstruction,
  openTestChain,
  priorityInstructions,
  transferInstruction,
} from "../../../tests/support/chain.ts";
import { createLookupTable, signWithTable } from "../../../tests/support/lookup-table.ts";
import { listenRpc } from "../../../tests/support/rpc-listener.ts";
import { handleRpc } from "../../localnet/rpc/handle-rpc.ts";
import { type Chain, ChainUnavailable } from "../foundation/ports.ts";
import { httpExchange, textTransport } from "./rpc-transport.ts";
import { solanaChain } from "./solana-chain.ts";

const SOL = 1_000_000_000n;
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const unknownSignature = getBase58Decoder().decode(new Uint8Array(64).fill(9));

async function funded() {
  const test = await openTestChain();
  const alice = await test.newKeypair();
  const bob = (await test.newKeypair()).address;
  await test.fund(alice.address, 10n * SOL);
  await test.advanceSlots(1);
  return { test, alice, bob };
}

describe("against the embedded chain", () => {
  it("reads a transfer with its memo and priority, accounts and data resolved", async () => {
    const { test, alice, bob } = await funded();
    const signature = await test.sendInstructions(alice, [
      ...priorityInstructions(10_000, 1_000_000n),
      transferInstruction(alice, bob, SOL),
      memoInstruction("bet:7"),
    ]);
    expect(await test.chain.transaction(signature)).toBeNull();
    await test.advanceSlots(1);
    const seen = await test.chain.transaction(signature);
    expect(seen).toMatchObject({ signature, error: null, fee: 15_000n });
    expect(seen?.accounts.slice(0, 2)).toEqual([alice.address, bob]);
    expect(seen?.balanceChanges.slice(0, 2)).toEqual([-SOL - 15_000n, SOL]);
    expect(seen?.blockTime).toBe(Math.floor((test.clock.now() - test.slotMs) / 1000) * 1000);
    const [, , transfer, memo] = seen!.instructions;
    expect(transfer).toMatchObject({
      programAddress: "11111111111111111111111111111111",
      accounts: [alice.address, bob],
    });
    expect(memo?.programAddress).toBe("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
    expect(new TextDecoder().decode(memo?.data)).toBe("bet:7");
  });

  it("MONEY-11 tells statuses in the order asked, null for the unknown and for what is not final, errors as text", async () => {
    const { test, alice, bob } = await funded();
    const good = await test.sendTransfer(alice, bob, SOL);
    const failed = await test.sendTransfer(alice, bob, 99n * SOL);
    const ask = () => test.chain.signatureStatuses([good, unknownSignature, failed], { asOf: 0n });
    expect(await ask()).toEqual([null, null, null]);
    await test.advanceSlots(1);
    const slot = await test.chain.slot();
    const signatures = [
      { slot, error: null },
      null,
      { slot, error: '{"InstructionError":[0,{"Custom":1}]}' },
    ];
    expect(await ask()).toEqual(signatures);
    await test.advanceSlots(400);
    expect(await ask()).toEqual(signatures);
    expect(await test.chain.signatureStatuses([], { asOf: 0n })).toEqual([]);
  });

  it("pages an address's signatures newest first, after a signature", async () => {
    const { test, alice, bob } = await funded();
    const sent: string[] = [];
    for (let count = 0; count < 5; count++) {
      sent.unshift(await test.sendTransfer(alice, bob, SOL + BigInt(count)));
      await test.advanceSlots(1);
    }
    const page = async (options: { before?: string; limit: number }) =>
      (await test.chain.signaturesFor(bob, options)).map(({ signature }) => signature);
    expect(await page({ limit: 10 })).toEqual(sent);
    expect(await page({ limit: 2, before: sent[1]! })).toEqual(sent.slice(2, 4));
    await expect(page({ limit: 10, before: unknownSignature })).rejects.toThrow(ChainUnavailable);
    await test.sendTransfer(alice, bob, SOL);
    expect(await page({ limit: 10 })).toEqual(sent);
  });

  it("finds the first block at or after a slot, and none before its time", async () => {
    const { test } = await funded();
    const next = (await test.chain.newestSlot()) + 2n;
    expect(await test.chain.firstBlockFrom(next)).toBeNull();
    await test.advanceSlots(2);
    expect(await test.chain.firstBlockFrom(next)).toBeNull();
    await test.advanceSlots(1);
    const block = await test.chain.firstBlockFrom(next);
    expect(block).toEqual({ slot: next, blockhash: test.localChain.blockhash(Number(next)) });
    await test.advanceSlots(100);
    expect(await test.chain.firstBlockFrom(next)).toEqual(block);
  });

  it("tells slots, heights, balances and a blockhash to build on", async () => {
    const { test, alice } = await funded();
    await test.advanceSlots(40);
    const slot = await test.chain.newestSlot();
    expect(await test.chain.slot()).toBe(slot - 1n);
    expect(await test.chain.tip()).toEqual({ slot: slot - 1n, blockHeight: slot - 1n });
    expect(await test.chain.balance(alice.address)).toBe(10n * SOL);
    expect(await test.chain.balance((await test.newKeypair()).address)).toBe(0n);
    expect(await test.chain.latestBlockhash()).toEqual({
      blockhash: test.localChain.blockhash(Number(slot) - 1),
      lastValidBlockHeight: slot - 1n + 150n,
      slot: slot - 1n,
    });
    expect(await test.chain.firstAvailableBlock()).toBe(0n);
    expect(await test.chain.genesisHash()).toBe(test.localChain.genesisHash);
  });

  it("follows lookup tables: loaded accounts come after the transaction's own", async () => {
    const { test, alice, bob } = await funded();
    const table = await createLookupTable(test, alice, [bob]);
    const transfer = transferInstruction(alice, bob, SOL);
    const { wire, signature } = await signWithTable(test, alice, { table, addresses: [bob] }, [transfer]);
    await test.chain.send(wire);
    await test.advanceSlots(1);
    const seen = await test.chain.transaction(signature);
    expect(seen?.error).toBeNull();
    expect(seen?.accounts).not.toContain(table);
    expect(seen?.accounts.at(-1)).toBe(bob);
    expect(seen?.balanceChanges.at(-1)).toBe(SOL);
    expect(seen?.instructions[0]?.accounts).toEqual([alice.address, bob]);
    expect(seen?.fee).toBe(5000n);
  });

  it("asks everything of final blocks, except the two that ask about the newest slot", async () => {
    const { test, alice, bob } = await funded();
    const signature = await test.sendTransfer(alice, bob, SOL);
    await test.advanceSlots(2);
    const { wire } = await test.sign(alice, []);
    const calls: { method: string; commitment: string }[] = [];
    const exchange = textTransport(async (body) => {
      for (const { method, params } of [JSON.parse(body)].flat())
        calls.push({
          method,
          commitment: /"(processed|confirmed)"/.exec(JSON.stringify(params))?.[1] ?? "final",
        });
      return handleRpc(test.localChain, body);
    });
    const chain = solanaChain({ transport: exchange, log });
    const everything = {
      genesisHash: () => chain.genesisHash(),
      slot: () => chain.slot(),
      newestSlot: () => chain.newestSlot(),
      tip: () => chain.tip(),
      latestBlockhash: () => chain.latestBlockhash(),
      hasBlockhash: async () => chain.hasBlockhash((await test.chain.latestBlockhash()).blockhash),
      balance: () => chain.balance(bob),
      balances: () => chain.balances([bob]),
      fundedBy: () => chain.fundedBy(bob),
      signatureStatuses: () => chain.signatureStatuses([signature], { asOf: 1n }),
      transaction: () => chain.transaction(signature),
      firstAvailableBlock: () => chain.firstAvailableBlock(),
      signaturesFor: () => chain.signaturesFor(bob, { limit: 5, asOf: 1n }),
      recentPriorityFees: () => chain.recentPriorityFees([]),
      simulatedUnits: () => chain.simulatedUnits(wire),
      send: () => chain.send(wire),
      firstBlockFrom: () => chain.firstBlockFrom(1n),
    } satisfies Record<Exclude<keyof Chain, "historyNodes">, () => Promise<unknown>>;
    for (const ask of Object.values(everything)) await ask();
    const notFinal = calls.filter(({ commitment }) => commitment !== "final");
    expect(notFinal).toEqual([
      { method: "getSlot", commitment: "processed" },
      { method: "isBlockhashValid", commitment: "processed" },
    ]);
    expect(new Set(calls.map(({ method }) => method)).size).toBeGreaterThan(13);
  });

  it("works over HTTP as in process", async () => {
    const { test, alice, bob } = await funded();
    const listener = await listenRpc(test.localChain);
    const chain = solanaChain({ transport: textTransport(httpExchange(listener.url)), log });
    const signature = await test.sendTransfer(alice, bob, SOL);
    await test.advanceSlots(1);
    expect(await chain.transaction(signature)).toEqual(await test.chain.transaction(signature));
    await listener.close();
    await expect(chain.slot()).rejects.toThrow(ChainUnavailable);
  });
});

describe("nodes that do not answer, or answer wrongly", () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  const answering = (result: unknown) =>
    solanaChain({
      transport: textTransport(async (body) => {
        const { id } = JSON.parse(body) as { id: number };
        return JSON.stringify({ jsonrpc: "2.0", id, result });
      }),
      log,
    });

  async function httpNode(status: number, headers: Record<string, string>, body: string) {
    const server = createServer((_, response) => response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return solanaChain({ transport: textTransport(httpExchange(url)), log });
  }

  it("an answer that never comes is ChainUnavailable after the time-out", async () => {
    const chain = solanaChain({ transport: () => new Promise(() => undefined), log, timeoutMs: 30 });
    await expect(chain.slot()).rejects.toThrow(ChainUnavailable);
    await expect(chain.send(new Uint8Array(10))).rejects.toThrow(ChainUnavailable);
  });

  it.each([
    ["no JSON", async () => "<html>"],
    ["an error", async () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Node is behind"}}'],
    ["nothing", async () => ""],
    ["a lost connection", async () => Promise.reject(new Error("ECONNRESET"))],
  ])("%s is ChainUnavailable for every call", async (_, exchange) => {
    const chain = solanaChain({ transport: textTransport(exchange), log });
    const calls = [
      chain.genesisHash(),
      chain.newestSlot(),
      chain.tip(),
      chain.latestBlockhash(),
      chain.balance("11111111111111111111111111111111"),
      chain.signatureStatuses([unknownSignature], { asOf: 0n }),
      chain.transaction(unknownSignature),
      chain.signaturesFor("11111111111111111111111111111111", { limit: 1 }),
      chain.send(new Uint8Array(10)),
      chain.firstBlockFrom(5n),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "ChainUnavailable" } });
    }
  });

  it.each([
    ["null", null],
    ["a null value", { context: { slot: 1 }, value: null }],
    ["too few statuses", { context: { slot: 1 }, value: [null] }],
    [
      "text for a slot",
      { context: { slot: 1 }, value: [{ slot: "5", err: null, confirmationStatus: "confirmed" }, null] },
    ],
  ])("statuses: %s is no answer", async (_, result) => {
    const answer = answering(result).signatureStatuses([unknownSignature, unknownSignature], { asOf: 1n });
    await expect(answer).rejects.toThrow(ChainUnavailable);
  });

  it("LIMITS-19 a blockhash or signature that others would refuse to be asked about is no answer", async () => {
    const hashOf = (blockhash: string) =>
      answering({ context: { slot: 1 }, value: { blockhash, lastValidBlockHeight: 150 } }).latestBlockhash();
    const blockhash = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";
    expect(await hashOf(blockhash)).toEqual({ blockhash, slot: 1n, lastValidBlockHeight: 150n });
    await expect(hashOf(`1${blockhash}`)).rejects.toThrow(ChainUnavailable);
    await expect(hashOf(blockhash.replace("4", "0"))).rejects.toThrow(ChainUnavailable);

    const listing = (signature: string) =>
      answering([{ signature, slot: 1, err: null, memo: null }]).signaturesFor(
        "11111111111111111111111111111111",
        { limit: 1 },
      );
    expect(await listing(unknownSignature)).toMatchObject([{ signature: unknownSignature }]);
    await expect(listing(`${unknownSignature}1`)).rejects.toThrow(ChainUnavailable);
    await expect(listing("")).rejects.toThrow(ChainUnavailable);
  });

  it("statuses: a node that has not come to the slot asked about gives no answer", async () => {
    const node = answering({ context: { slot: 41 }, value: [null] });
    expect(await node.signatureStatuses([unknownSignature], { asOf: 41n })).toEqual([null]);
    await expect(node.signatureStatuses([unknownSignature], { asOf: 42n })).rejects.toThrow(ChainUnavailable);
  });

  it("a redirect is not followed, an HTTP error is no answer", async () => {
    const target = await httpNode(200, {}, '{"jsonrpc":"2.0","id":1,"result":5}');
    expect(await target.slot()).toBe(5n);
    const redirect = await httpNode(307, { location: "http://127.0.0.1:1" }, "");
    await expect(redirect.slot()).rejects.toThrow(ChainUnavailable);
    const limited = await httpNode(429, {}, "slow down");
    await expect(limited.slot()).rejects.toThrow(ChainUnavailable);
  });

  it("a transaction under another signature, or with balances missing, is not believed", async () => {
    const { test, alice, bob } = await funded();
    const one = await test.sendTransfer(alice, bob, SOL);
    const other = await test.sendTransfer(alice, bob, 2n * SOL);
    await test.advanceSlots(1);
    const config = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const listener = await listenRpc(test.localChain);
    const response = await fetch(listener.url, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getTransaction", params: [other, config] }),
    });
    await listener.close();
    const { result } = (await response.json()) as { result: { meta: { preBalances: number[] } } };
    expect((await answering(result).transaction(other))?.signature).toBe(other);
    await expect(answering(result).transaction(one)).rejects.toThrow(ChainUnavailable);
    result.meta.preBalances.pop();
    await expect(answering(result).transaction(other)).rejects.toThrow(ChainUnavailable);
    expect(await answering(null).transaction(one)).toBeNull();
  });

  it("FAIR-10 a node that leaves out the first block at or after a slot is found out", async () => {
    const blockhash = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";
    const node = (first: number, parentSlot: number) =>
      solanaChain({
        transport: textTransport(async (body) => {
          const { id, method } = JSON.parse(body) as { id: number; method: string };
          const result = method === "getBlocksWithLimit" ? [first] : { blockhash, parentSlot };
          return JSON.stringify({ jsonrpc: "2.0", id, result });
        }),
        log,
      });
    expect(await node(103, 99).firstBlockFrom(100n)).toEqual({ slot: 103n, blockhash });
    await expect(node(103, 101).firstBlockFrom(100n)).rejects.toThrow(ChainUnavailable);
    await expect(node(98, 97).firstBlockFrom(100n)).rejects.toThrow(ChainUnavailable);
    expect(await answering([]).firstBlockFrom(100n)).toBeNull();
    await expect(answering(null).firstBlockFrom(100n)).rejects.toThrow(ChainUnavailable);
  });
});

it("MONEY-26 a balance from before a transaction that was told to be final is no answer", async () => {
  let balanceSlot = 80;
  const answers = (method: string) =>
    method === "getSignatureStatuses"
      ? { context: { slot: 91 }, value: [{ slot: 90, err: null, confirmationStatus: "finalized" }] }
      : { context: { slot: balanceSlot }, value: 7 };
  const chain = solanaChain({
    log,
    transport: textTransport(async (body) => {
      const { id, method } = JSON.parse(body) as { id: string; method: string };
      return JSON.stringify({ jsonrpc: "2.0", result: answers(method), id });
    }),
  });
  const wallet = "11111111111111111111111111111111";
  expect(await chain.balance(wallet)).toBe(7n);
  expect(await chain.signatureStatuses([unknownSignature], { asOf: 0n })).toMatchObject([{ slot: 90n }]);
  // The node was restarted and goes through its blocks again.
  await expect(chain.balance(wallet)).rejects.toThrow(ChainUnavailable);
  balanceSlot = 90;
  expect(await chain.balance(wallet)).toBe(7n);
});

it("MONEY-26 a balance that was asked for before a transaction was told to be final is an answer", async () => {
  let answerBalance = () => {};
  const isAnswered = new Promise<void>((resolve) => (answerBalance = resolve));
  const chain = solanaChain({
    log,
    transport: textTransport(async (body) => {
      const { id, method } = JSON.parse(body) as { id: string; method: string };
      if (method === "getBalance") await isAnswered;
      const result =
        method === "getBalance"
          ? { context: { slot: 89 }, value: 7 }
          : { context: { slot: 91 }, value: [{ slot: 90, err: null, confirmationStatus: "finalized" }] };
      return JSON.stringify({ jsonrpc: "2.0", result, id });
    }),
  });
  const balance = chain.balance("11111111111111111111111111111111");
  await chain.signatureStatuses([unknownSignature], { asOf: 0n });
  answerBalance();
  expect(await balance).toBe(7n);
});
