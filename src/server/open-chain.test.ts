import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { genesisHashes } from "../domain/genesis-hashes.ts";
import { openTestChain } from "../../tests/support/chain.ts";
import { manualClock } from "../../tests/support/clock.ts";
import { openTestDatabase } from "../../tests/support/database.ts";
import { networkChainStore } from "../../tests/support/network-chain.ts";
import { listenRpc } from "../../tests/support/rpc-listener.ts";
import { until } from "../../tests/support/until.ts";
import type { PublicNetwork } from "../domain/networks.ts";
import { nodeGovernor } from "./adapters/node-governor.ts";
import { nodeOpener } from "./adapters/open-node.ts";
import { openChain, openNetwork } from "./open-chain.ts";
import { ChainUnavailable } from "./foundation/ports.ts";

const SOL = 1_000_000_000n;
const MINUTE_MS = 60_000;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A node of a network, and a payment that landed there. */
async function openNode(network: PublicNetwork) {
  const clock = manualClock();
  const test = await openTestChain({ clock, store: await networkChainStore(network, clock.now()) });
  const listener = await listenRpc(test.localChain);
  closers.push(
    () => test.close(),
    () => listener.close(),
  );
  const payer = await test.newKeypair();
  await test.fund(payer.address, 3n * SOL);
  const signature = await test.sendTransfer(payer, (await test.newKeypair()).address, SOL);
  await test.advanceSlots();
  return { url: listener.url, signature, advanceSlot: () => test.advanceSlots() };
}

/** An address behind which one node or another answers. */
async function openBalancer(first: string) {
  let url = first;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      void fetch(url, { method: "POST", body })
        .then((answer) => answer.text())
        .then((text) => response.setHeader("content-type", "application/json").end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/s3cret-key`,
    use(next: string) {
      url = next;
    },
  };
}

/** What the server opens its chain with; an admin's node, if there is one, is at `settingsNode`. */
async function ports(network: PublicNetwork, urls: readonly string[] | null, settingsNode?: string) {
  const database = await openTestDatabase();
  closers.push(() => database.close());
  const clock = manualClock();
  const said: string[] = [];
  const say =
    (level: string) =>
    (...line: unknown[]) =>
      void said.push(`${level} ${JSON.stringify(line)}`);
  const log = { debug: () => undefined, info: say("info"), warn: say("warn"), error: say("error") };
  const governor = nodeGovernor({ budget: null, clock, log });
  const openAny = nodeOpener({ log, isLocal: true, governor });
  return {
    network,
    database,
    db: database.db,
    clock,
    log,
    said,
    holder: "a test",
    governorOf: () => governor,
    openNode: (url: string) => openAny(settingsNode ?? url),
    config: {
      host: "",
      port: 0,
      localSlotMs: 0,
      localValidatorUrl: null,
      rpcUrls: { devnet: urls, "mainnet-beta": urls },
    },
    askedForHash: () => governor.counts.read().find(({ labels }) => labels[0] === "getGenesisHash")?.value,
  };
}

const openOn = async (...[network, urls, settingsNode]: Parameters<typeof ports>) => {
  const opened = await ports(network, urls, settingsNode);
  return { ...opened, node: (await openNetwork(opened, network)).node };
};

describe("LIMITS-19 a node of another network", () => {
  it("is not used, whether the environment or the settings name it: its payments are nobody's real money", async () => {
    const devnet = await openNode("devnet");
    for (const { node, said } of [
      await openOn("mainnet-beta", [devnet.url]),
      await openOn("mainnet-beta", null, devnet.url),
      await openOn("mainnet-beta", [devnet.url, devnet.url]),
    ]) {
      await expect(node.transaction(devnet.signature)).rejects.toThrow(ChainUnavailable);
      await expect(node.latestBlockhash()).rejects.toThrow(ChainUnavailable);
      // A change of the network is refused for the hash itself.
      expect(await node.genesisHash()).toBe(genesisHashes.devnet);
      expect(said.filter((line) => line.startsWith("error")).join()).toContain("of another network");
    }
  });

  it("has no say among several: not that a payment did not land, nor that one did", async () => {
    const [devnet, mainnet] = [await openNode("devnet"), await openNode("mainnet-beta")];
    const { node, said } = await openOn("mainnet-beta", [devnet.url, mainnet.url, mainnet.url]);
    expect(await node.transaction(mainnet.signature)).toMatchObject({
      signature: mainnet.signature,
    });
    expect(await node.transaction(devnet.signature)).toBeNull();
    const [first] = node.historyNodes?.() ?? [];
    await expect(first?.transaction(mainnet.signature)).rejects.toThrow(ChainUnavailable);
    expect(said.join("\n")).toMatch(/warn .*"reason":"of another network".*put aside/);

    const { node: outvoted } = await openOn("mainnet-beta", [devnet.url, mainnet.url]);
    await expect(outvoted.transaction(mainnet.signature)).rejects.toThrow(ChainUnavailable);
  });

  it("is found within a minute when it takes over an address, and used again when the right one is back; no key is logged", async () => {
    const [devnet, mainnet] = [await openNode("devnet"), await openNode("mainnet-beta")];
    const balancer = await openBalancer(mainnet.url);
    const { node, clock, said } = await openOn("mainnet-beta", [balancer.url]);
    expect(await node.transaction(mainnet.signature)).not.toBeNull();

    balancer.use(devnet.url);
    await clock.advance(MINUTE_MS);
    for (let look = 0; look < 3; look += 1)
      await expect(node.transaction(devnet.signature)).rejects.toThrow("another network");
    balancer.use(mainnet.url);
    await clock.advance(MINUTE_MS);
    expect(await node.transaction(mainnet.signature)).not.toBeNull();
    expect(said.map((line) => line.split(" ")[0])).toEqual(["error", "info"]);
    expect(said.join()).toContain(new URL(balancer.url).host);
    expect(said.join()).not.toContain("s3cret");
  });

  it("is not listened to", async () => {
    const nodes = { devnet: await openNode("devnet"), "mainnet-beta": await openNode("mainnet-beta") };
    const listening = async (urls: readonly string[]) => {
      const opened = await openChain(await ports("mainnet-beta", urls));
      closers.push(opened.close);
      const tend = opened.jobs.find(({ name }) => name === "news of the node");
      if (tend?.runsOn !== "every instance") throw new Error("no instance listens");
      return async () => {
        for (const { advanceSlot } of Object.values(nodes)) await advanceSlot();
        await tend.round();
        return opened.news.isLive();
      };
    };
    const [right, wrong] = [
      await listening([nodes["mainnet-beta"].url]),
      await listening([nodes.devnet.url]),
    ];
    let isHeard = false;
    await until("news of the right node", async () => {
      isHeard ||= await wrong();
      return right();
    });
    for (let more = 0; more < 5; more += 1) isHeard ||= await wrong();
    expect(isHeard).toBe(false);
  });
});

it("LIMITS-19 a node of the network is used, and asked once a minute at most which it belongs to", async () => {
  const { url, signature } = await openNode("mainnet-beta");
  const { node, clock, said, askedForHash } = await openOn("mainnet-beta", [url]);
  const look = async () => {
    const looks = Array.from({ length: 3 }, () => node.transaction(signature));
    for (const found of await Promise.all(looks)) expect(found).toMatchObject({ signature });
  };
  await look();
  await clock.advance(MINUTE_MS - 1);
  await look();
  expect(askedForHash()).toBe(1);
  await clock.advance(1);
  await look();
  expect(askedForHash()).toBe(2);
  expect(said).toEqual([]);
});
