import {
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type KeyPairSigner,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  compileTransactionMessage,
  getBase64Decoder,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { memoInstruction, priorityInstructions, transferInstruction } from "../../../tests/support/chain.ts";
import { openLocalRpc } from "../../../tests/support/local-rpc.ts";

// This test runs in real time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let local: Awaited<ReturnType<typeof openLocalRpc>>;
beforeAll(async () => {
  local = await openLocalRpc();
});
afterAll(() => local.close());

async function client() {
  const rpc = createSolanaRpc(local.url);
  const rpcSubscriptions = createSolanaRpcSubscriptions(local.webSocketUrl);
  const payer = await generateKeyPairSigner();
  const fund = airdropFactory({ rpc, rpcSubscriptions } as never);
  await fund({
    commitment: "confirmed",
    recipientAddress: payer.address,
    lamports: lamports(5_000_000_000n),
  });
  const message = async (instructions: Parameters<typeof appendTransactionMessageInstructions>[0]) => {
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
    return pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (timed) => appendTransactionMessageInstructions([...instructions], timed),
    );
  };
  return { rpc, rpcSubscriptions, payer, message };
}

const transfer = (from: KeyPairSigner, to: string, amount: bigint) => transferInstruction(from, to, amount);

it("kit: airdrop, send and confirm by subscription, and read the transaction back", async () => {
  const { rpc, rpcSubscriptions, payer, message } = await client();
  const to = await generateKeyPairSigner();
  const signed = await signTransactionMessageWithSigners(
    await message([
      ...priorityInstructions(50_000, 2_000_000n),
      transfer(payer, to.address, 1_500_000_000n),
      memoInstruction("hello"),
    ]),
  );
  assertIsTransactionWithBlockhashLifetime(signed);
  const send = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
  await send(signed as never, { commitment: "confirmed" });
  const signature = getSignatureFromTransaction(signed);
  const { value: balance } = await rpc.getBalance(to.address, { commitment: "confirmed" }).send();
  expect(balance).toBe(1_500_000_000n);

  const options = { commitment: "confirmed", maxSupportedTransactionVersion: 0 } as const;
  const seen = await rpc.getTransaction(signature, { ...options, encoding: "jsonParsed" }).send();
  expect(seen?.meta?.fee).toBe(105_000n);
  expect(seen?.meta?.err).toBeNull();
  expect(seen?.version).toBe(0);
  expect(seen?.transaction.message.instructions.slice(2)).toEqual([
    {
      program: "system",
      programId: "11111111111111111111111111111111",
      parsed: {
        type: "transfer",
        info: { source: payer.address, destination: to.address, lamports: 1_500_000_000n },
      },
      stackHeight: 1,
    },
    {
      program: "spl-memo",
      programId: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
      parsed: "hello",
      stackHeight: 1,
    },
  ]);
  const [found] = await rpc.getSignaturesForAddress(to.address, { commitment: "confirmed" }).send();
  expect(found).toMatchObject({ signature, err: null, memo: "[5] hello" });
  // On a busy machine it may be final by now.
  expect(found?.confirmationStatus).toMatch(/^(confirmed|finalized)$/);

  const block = await rpc.getBlock(seen!.slot, { ...options, encoding: "base64" }).send();
  expect(block?.transactions.map((one) => one.transaction[0])).toContain(
    getBase64EncodedWireTransaction(signed),
  );
  expect(block?.parentSlot).toBe(seen!.slot - 1n);
  const none = await rpc
    .getBlock(seen!.slot, { commitment: "confirmed", transactionDetails: "none", rewards: false })
    .send();
  expect(none).toEqual({
    blockHeight: seen!.slot,
    blockTime: seen!.blockTime,
    blockhash: block!.blockhash,
    parentSlot: seen!.slot - 1n,
    previousBlockhash: block!.previousBlockhash,
  });
  expect(await rpc.getBlockTime(seen!.slot).send()).toBe(seen!.blockTime);
});

it("kit: waits for finality", async () => {
  const { rpc, rpcSubscriptions, payer, message } = await client();
  const signed = await signTransactionMessageWithSigners(await message([memoInstruction("final")]));
  assertIsTransactionWithBlockhashLifetime(signed);
  const send = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
  await send(signed as never, { commitment: "finalized" });
  const { value } = await rpc.getSignatureStatuses([getSignatureFromTransaction(signed)]).send();
  expect(value[0]).toMatchObject({ confirmationStatus: "finalized", confirmations: null, err: null });
  const account = await rpc.getAccountInfo(payer.address, { encoding: "base64" }).send();
  expect(account.value?.lamports).toBe(4_999_995_000n);
});

it("kit: a transaction that would fail is refused before it is sent, with the simulation's error", async () => {
  const { rpc, payer, message } = await client();
  const to = await generateKeyPairSigner();
  const signed = await signTransactionMessageWithSigners(
    await message([transfer(payer, to.address, 900_000_000_000n)]),
  );
  const sent = rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: "base64" }).send();
  const error = await sent.catch((reason: unknown) => reason);
  expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(
    true,
  );
  expect(String((error as Error).cause)).toContain("Custom program error");
  const { value } = await rpc.getSignatureStatuses([getSignatureFromTransaction(signed)]).send();
  expect(value).toEqual([null]);
});

it("kit: the fee asked for beforehand is the fee charged", async () => {
  const { rpc, payer, message } = await client();
  const built = await message([...priorityInstructions(77_777, 12_345n), memoInstruction("fee")]);
  const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(built));
  const { value: fee } = await rpc
    .getFeeForMessage(getBase64Decoder().decode(bytes) as never, { commitment: "confirmed" })
    .send();
  const signed = await signTransactionMessageWithSigners(built);
  await rpc
    .sendTransaction(getBase64EncodedWireTransaction(signed), {
      encoding: "base64",
      preflightCommitment: "confirmed",
    })
    .send();
  const { value: after } = await rpc.getBalance(payer.address, { commitment: "processed" }).send();
  expect(5_000_000_000n - after).toBe(fee);
  const fees = await rpc.getRecentPrioritizationFees([payer.address]).send();
  expect(fees.at(-1)?.prioritizationFee).toBe(12_345n);
});

it("kit: account, log and slot subscriptions", async () => {
  const { rpc, rpcSubscriptions, payer, message } = await client();
  const to = await generateKeyPairSigner();
  const abort = new AbortController();
  const options = { abortSignal: abort.signal };
  const accounts = await rpcSubscriptions
    .accountNotifications(to.address, { commitment: "confirmed", encoding: "base64" })
    .subscribe(options);
  const logs = await rpcSubscriptions
    .logsNotifications({ mentions: [to.address] }, { commitment: "processed" })
    .subscribe(options);
  const slots = await rpcSubscriptions.slotNotifications().subscribe(options);
  const first = async <T>(stream: AsyncIterable<T>) => {
    for await (const value of stream) return value;
    throw new Error("the stream ended");
  };
  const seen = Promise.all([first(accounts), first(logs), first(slots)]);
  const signed = await signTransactionMessageWithSigners(
    await message([transfer(payer, to.address, 2_000_000n)]),
  );
  await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: "base64" }).send();
  const [account, log, slot] = await seen;
  expect(account.value.lamports).toBe(2_000_000n);
  expect(log.value).toMatchObject({ signature: getSignatureFromTransaction(signed), err: null });
  expect(slot.parent).toBe(slot.slot - 1n);
  abort.abort();
});
