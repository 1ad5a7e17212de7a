import { afterEach, expect, it } from "vitest";
import { openTestChain, type TestChain } from "../../tests/support/chain.ts";
import { manualClock } from "../../tests/support/clock.ts";
import { openTestDatabase } from "../../tests/support/database.ts";
import { networkChainStore } from "../../tests/support/network-chain.ts";
import { listenRpc } from "../../tests/support/rpc-listener.ts";
import { nodeGovernor } from "./adapters/node-governor.ts";
import { nodeOpener } from "./adapters/open-node.ts";
import type { PublicNetwork } from "../domain/networks.ts";
import { switchableChain } from "./foundation/chain/switchable-chain.ts";
import type { Db } from "./foundation/db/database.ts";
import { nodeFollower } from "./follow-node-setting.ts";
import { writeSetting } from "./foundation/settings/stored-settings.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const said: unknown[] = [];
const log = {
  debug: () => undefined,
  info: (...line: unknown[]) => void said.push(line),
  warn: (...line: unknown[]) => void said.push(line),
  error: (...line: unknown[]) => void said.push(line),
};
const governor = nodeGovernor({ budget: null, clock: manualClock(), log });
const openNode = nodeOpener({ log, isLocal: true, governor });

async function openChainOf(network: PublicNetwork): Promise<TestChain> {
  const clock = manualClock();
  const chain = await openTestChain({ clock, store: await networkChainStore(network, clock.now()) });
  closers.push(() => chain.close());
  return chain;
}

async function listen({ localChain }: TestChain) {
  const listener = await listenRpc(localChain);
  closers.push(() => listener.close());
  return listener;
}

const setUrl = (db: Db, value: string) =>
  db.transaction((tx) => writeSetting(tx, { key: "rpc_url_devnet", value, by: null, at: new Date(0) }));

/** One instance of a server, reduced to following the setting. */
function openInstance(db: Db, url: string) {
  const switchable = switchableChain(openNode(url));
  const follow = nodeFollower(
    { db, network: "devnet", switchable, openNode, log, onUse: () => undefined },
    url,
  );
  return { chain: switchable.chain, follow };
}

it("LIMITS-5 all instances ask the node that the setting names, without a restart; what is under way ends where it began", async () => {
  const database = await openTestDatabase();
  closers.push(database.close);
  const { db } = database;
  const devnet = await openChainOf("devnet");
  const [first, second] = [await listen(devnet), await listen(devnet)];
  await setUrl(db, first.url);
  const instances = [openInstance(db, first.url), openInstance(db, first.url)];
  const payer = await devnet.newKeypair();
  await devnet.fund(payer.address, 5_000_000_000n);
  for (const { chain } of instances) expect(await chain.balance(payer.address)).toBe(5_000_000_000n);

  const underWay = instances.map(({ chain }) => chain.signaturesFor(payer.address, { limit: 5 }));
  await setUrl(db, `${second.url}/s3cret`);
  for (const { follow } of instances) await follow();
  for (const found of await Promise.all(underWay)) expect(found).toHaveLength(1);
  await first.close();
  for (const { chain } of instances) expect(await chain.balance(payer.address)).toBe(5_000_000_000n);
  expect(JSON.stringify(said)).not.toContain("s3cret");
});

it("LIMITS-5 a node that is silent, or of another network by now, is not taken over", async () => {
  const database = await openTestDatabase();
  closers.push(database.close);
  const { db } = database;
  const [devnet, other] = [await openChainOf("devnet"), await openChainOf("mainnet-beta")];
  const first = await listen(devnet);
  const { chain, follow } = openInstance(db, first.url);
  const isOfDevnet = async () => expect(await chain.genesisHash()).toBe(devnet.localChain.genesisHash);

  const late = await listen(devnet);
  await late.close();
  await setUrl(db, late.url);
  await follow();
  await isOfDevnet();
  await setUrl(db, (await listen(other)).url);
  await follow();
  await follow();
  await isOfDevnet();
  expect(said.filter((line) => JSON.stringify(line).includes("of another network"))).toHaveLength(1);
});
