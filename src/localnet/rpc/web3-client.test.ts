import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  sendAndConfirmTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { API_VERSION } from "./methods.ts";
import { openLocalRpc } from "../../../tests/support/local-rpc.ts";

// This test runs in real time, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let local: Awaited<ReturnType<typeof openLocalRpc>>;
let connection: Connection;
beforeAll(async () => {
  local = await openLocalRpc();
  connection = new Connection(local.url, { commitment: "confirmed", wsEndpoint: local.webSocketUrl });
});
afterAll(() => local.close());

const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
    keys: [],
    data: Buffer.from(text),
  });

async function funded() {
  const payer = Keypair.generate();
  const signature = await connection.requestAirdrop(payer.publicKey, 5 * LAMPORTS_PER_SOL);
  const lifetime = await connection.getLatestBlockhash();
  await connection.confirmTransaction({ signature, ...lifetime });
  return payer;
}

it("web3.js: sends a legacy transaction, confirms it by socket and reads it parsed", async () => {
  const payer = await funded();
  const to = Keypair.generate().publicKey;
  const transaction = new Transaction().add(
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL }),
    memo("bet:1"),
  );
  const signature = await sendAndConfirmTransaction(connection, transaction, [payer]);
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL);
  const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(parsed?.meta?.fee).toBe(5000);
  expect(parsed?.version).toBe("legacy");
  expect(parsed?.transaction.message.instructions[0]).toMatchObject({
    program: "system",
    parsed: { type: "transfer", info: { lamports: LAMPORTS_PER_SOL } },
  });
  const seen = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(seen?.meta?.postBalances).toEqual(parsed?.meta?.postBalances);
  const status = await connection.getSignatureStatus(signature);
  expect(status.value?.confirmationStatus).toBe("finalized");
});

it("web3.js: sends a v0 transaction, watches the account and reads its block", async () => {
  const payer = await funded();
  const to = Keypair.generate().publicKey;
  const changed = new Promise<number>((resolve) => {
    connection.onAccountChange(to, (account) => resolve(account.lamports), { commitment: "confirmed" });
  });
  const logged = new Promise<string>((resolve) => {
    connection.onLogs(to, ({ signature }) => resolve(signature), "confirmed");
  });
  const slots = new Promise<number>((resolve) => {
    connection.onSlotChange(({ slot }) => resolve(slot));
  });
  // Both subscriptions are open once the node has reported a slot.
  await slots;
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 3_000_000 }),
    ],
  }).compileToV0Message();
  expect((await connection.getFeeForMessage(message)).value).toBe(5000);
  const transaction = new VersionedTransaction(message);
  transaction.sign([payer]);
  expect((await connection.simulateTransaction(transaction)).value.err).toBeNull();
  const signature = await connection.sendTransaction(transaction);
  const confirmed = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
  expect(confirmed.value.err).toBeNull();
  expect(await changed).toBe(3_000_000);
  expect(await logged).toBe(signature);

  const [found] = await connection.getSignaturesForAddress(to);
  expect(found?.signature).toBe(signature);
  const block = await connection.getBlock(found!.slot, { maxSupportedTransactionVersion: 0 });
  expect(block?.transactions.map((one) => one.transaction.signatures[0])).toContain(signature);
  const parsedBlock = await connection.getParsedBlock(found!.slot, { maxSupportedTransactionVersion: 0 });
  expect(parsedBlock.blockhash).toBe(block?.blockhash);
  const short = await connection.getBlockSignatures(found!.slot);
  expect(short.signatures).toContain(signature);
  const slot = await connection.getSlot("confirmed");
  expect((await connection.getBlocks(found!.slot, slot))[0]).toBe(found!.slot);
  expect(await connection.getBlockTime(found!.slot)).toBe(found!.blockTime);
});

it("web3.js: refusals carry the node's logs, expired blockhashes are noticed", async () => {
  const payer = await funded();
  const tooMuch = new Transaction().add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: payer.publicKey,
      lamports: 99 * LAMPORTS_PER_SOL,
    }),
  );
  await expect(sendAndConfirmTransaction(connection, tooMuch, [payer])).rejects.toThrow(
    "custom program error: 0x1",
  );
  const stranger = new Transaction({ blockhash: PublicKey.unique().toBase58(), lastValidBlockHeight: 1 });
  stranger.feePayer = payer.publicKey;
  stranger.add(memo("never"));
  stranger.sign(payer);
  await expect(connection.sendRawTransaction(stranger.serialize())).rejects.toThrow("Blockhash not found");
});

it("web3.js: asks about the cluster", async () => {
  expect(await connection.getGenesisHash()).toBe(local.chain.genesisHash);
  expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
  const info = await connection.getEpochInfo();
  expect(info.blockHeight).toBe(info.absoluteSlot);
  expect((await connection.getVersion())["solana-core"]).toBe(API_VERSION);
  const { blockhash } = await connection.getLatestBlockhash();
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(true);
  expect(await connection.getFirstAvailableBlock()).toBe(0);
  expect((await connection.getEpochSchedule()).slotsPerEpoch).toBe(432_000);
  const rich = await connection.getMultipleAccountsInfo([
    new PublicKey(local.chain.faucetAddress),
    Keypair.generate().publicKey,
  ]);
  expect(rich.map((account) => account?.owner.toBase58() ?? null)).toEqual([
    "11111111111111111111111111111111",
    null,
  ]);
  expect(await connection.getTransactionCount()).toBeGreaterThan(0);
  expect(await connection.getRecentPrioritizationFees()).not.toHaveLength(0);
});
