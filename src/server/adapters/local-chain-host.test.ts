import { afterEach, beforeEach, expect, it } from "vitest";
import { lamports } from "../../domain/lamports.ts";
import { openTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { acquireLease, leaseHolder, releaseLease } from "../foundation/db/lease.ts";
import { systemClock as clock } from "./clock.ts";
import { type LocalChainHost, openLocalChainHost } from "./local-chain-host.ts";

let database: TestDatabase;
let hosts: LocalChainHost[];
beforeEach(async () => {
  database = await openTestDatabase();
  hosts = [];
});
afterEach(async () => {
  for (const host of hosts) await host.close();
  await database.close();
});

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** An instance of the game; nothing listens at its address, so nothing can be forwarded to it. */
async function openHost(holder: string, isAlone = false): Promise<LocalChainHost> {
  const address = `http://127.0.0.1:9/${holder}`;
  const host = await openLocalChainHost({
    db: database.db,
    clock,
    log,
    holder,
    address,
    isAlone,
    slotMs: 400,
  });
  hosts.push(host);
  return host;
}

const genesisOf = async (host: LocalChainHost) =>
  JSON.parse(await host.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getGenesisHash" }))).result;

async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 100) throw new Error("it did not come about");
    await clock.sleep(100);
  }
}

it("LOCALNET-1 the next instance goes on with the same chain as soon as the first one stops", async () => {
  const first = await openHost("first");
  const genesis = await genesisOf(first);
  expect(await leaseHolder(database.db, "local-chain")).toMatchObject({ holder: "first" });
  const opening = openHost("second");
  await clock.sleep(600);
  expect(await leaseHolder(database.db, "local-chain")).toMatchObject({ holder: "first" });
  await first.close();
  const second = await opening;
  expect(await genesisOf(second)).toBe(genesis);
  expect(await leaseHolder(database.db, "local-chain")).toMatchObject({ holder: "second" });
}, 30_000);

it("LOCALNET-1 an instance that lost the lease stops the chain, and takes it up when it has the lease again", async () => {
  const host = await openHost("first", true);
  const genesis = await genesisOf(host);
  const name = "local-chain";
  const isLeader = async () => (await leaseHolder(database.db, name))?.holder === "first";
  const token = await acquireLease(database.db, { name, holder: "thief", ttlMs: 60_000, force: true });
  expect(await isLeader()).toBe(false);
  // It acquires the lease again by force, as an instance that is alone with its database may.
  await until(isLeader);
  await releaseLease(database.db, { name, token: token ?? 0n });
  await until(() =>
    genesisOf(host).then(
      () => true,
      () => false,
    ),
  );
  expect(await genesisOf(host)).toBe(genesis);
  expect(await isLeader()).toBe(true);
}, 30_000);

it("IDLE-4 tells the process that runs the chain of final transactions, and another that it tells nothing", async () => {
  const host = await openHost("first");
  const { news } = host;
  expect(news.isLive()).toBe(true);
  await host.airdrop("11111111111111111111111111111112", lamports(1_000_000_000n));
  await until(async () => news.since(0).transactions.length === 1);
  await host.close();
  expect(news.isLive()).toBe(false);
}, 30_000);
