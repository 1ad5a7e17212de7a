import { generateKeyPairSigner } from "@solana/kit";
import { afterEach, expect, it } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { openDevnetRpc } from "../../../tests/support/network-chain.ts";
import { openLocalRpc } from "../../../tests/support/local-rpc.ts";
import { lamports } from "../../domain/lamports.ts";
import { systemClock } from "./clock.ts";
import { openLocalChainHost } from "./local-chain-host.ts";
import { openLocalValidator } from "./local-validator.ts";

const SOL = 1_000_000_000n;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** The embedded chain, served at an address of its own as a validator is. */
async function startValidator(open: typeof openDevnetRpc = openLocalRpc) {
  const node = await open();
  closers.push(() => node.close());
  return node;
}

async function newData() {
  const { db, close } = await openTestDatabase();
  closers.push(close);
  return db;
}

const openOn = async (url: string, db?: Awaited<ReturnType<typeof newData>>) =>
  openLocalValidator({ db: db ?? (await newData()), clock: systemClock, url });

const openEmbedded = (db: Awaited<ReturnType<typeof newData>>) => {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const address = "http://127.0.0.1:1";
  return openLocalChainHost({
    db,
    clock: systemClock,
    log,
    holder: "test",
    address,
    isAlone: true,
    slotMs: 400,
  });
};

it("LOCALNET-7 a validator answers in place of the embedded chain, and its faucet is known again at the next start", async () => {
  const { url, chain } = await startValidator();
  const db = await newData();
  const local = await openOn(url, db);
  const answer = await local.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getGenesisHash" }));
  expect(JSON.parse(answer)).toMatchObject({ result: chain.genesisHash });
  await local.airdrop((await generateKeyPairSigner()).address, lamports(3n * SOL));
  expect(await local.faucetAddress()).toBe(chain.faucetAddress);
  expect(await (await openOn(url, db)).faucetAddress()).toBe(chain.faucetAddress);
});

it("LOCALNET-7 a node of a public network is refused, and one that does not answer", async () => {
  const { url } = await startValidator(openDevnetRpc);
  await expect(openOn(url)).rejects.toThrow("is a node of devnet");
  await expect(openOn("http://127.0.0.1:1")).rejects.toThrow("no validator answers");
});

it("LOCALNET-7 data stays with its ledger: another validator's, or the embedded chain, is refused either way", async () => {
  const [one, other] = [await startValidator(), await startValidator()];
  const db = await newData();
  await openOn(one.url, db);
  await expect(openOn(other.url, db)).rejects.toThrow("another ledger");
  await expect(openEmbedded(db)).rejects.toThrow("RPC_URL_LOCALNET");

  const embedded = await newData();
  await (await openEmbedded(embedded)).close();
  await expect(openOn(one.url, embedded)).rejects.toThrow("the embedded chain");
});
