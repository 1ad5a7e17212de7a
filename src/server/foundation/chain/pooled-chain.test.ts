import { beforeEach, describe, expect, it } from "vitest";
import { openTestChain, type TestChain } from "../../../../tests/support/chain.ts";
import { type FaultyNode, type NodeMood, openFaultyNode } from "../../../../tests/support/faulty-nodes.ts";
import { type Chain, ChainUnavailable, NoRoom } from "../ports.ts";
import { nodePool, type NodePool } from "./node-pool.ts";
import { pooledChain } from "./pooled-chain.ts";
import { historyNodesOf, searchLandings } from "./search-landings.ts";

const SOL = 1_000_000_000n;

let test: TestChain;
let nodes: readonly FaultyNode[];
let pool: NodePool;
let chain: Chain;
let said: string[] = [];
const heard = (...line: unknown[]) => void said.push(JSON.stringify(line));
const log = { debug: () => undefined, info: heard, warn: heard, error: heard };

function open(count: number) {
  nodes = Array.from({ length: count }, () => openFaultyNode(test.chain));
  const named = nodes.map((node, place) => ({ name: `node-${place + 1}`, node: node.chain }));
  pool = nodePool(named, { clock: test.clock, log });
  chain = pooledChain(
    pool,
    named.map(({ node }) => node),
  );
}
const aside = () =>
  pool.states().flatMap(({ name, reason }) => (reason === null ? [] : [`${name} ${reason}`]));

beforeEach(async () => {
  test = await openTestChain();
  await test.advanceSlots(60);
  said = [];
  open(3);
});

/** Each call's answer, for comparison. */
async function readAll(signature: string, address: string) {
  const { signature: never } = await test.sign(await test.newKeypair(), []);
  const tip = await chain.tip();
  return {
    tip,
    genesisHash: await chain.genesisHash(),
    slot: await chain.slot(),
    blockhash: await chain.latestBlockhash(),
    balance: await chain.balance(address),
    balances: await chain.balances([address]),
    fundedBy: await chain.fundedBy(address),
    statuses: await chain.signatureStatuses([signature, never], { asOf: tip.slot }),
    transaction: await chain.transaction(signature),
    history: await chain.signaturesFor(address, { limit: 10, asOf: tip.slot }),
    block: await chain.firstBlockFrom(20n),
  };
}

describe("LIMITS-19 with one of three nodes", () => {
  /** Reads through the pool, and compares with what both nodes say when asked before and after. */
  async function readWith(mood: NodeMood, place: number) {
    const alice = await test.newKeypair();
    await test.fund(alice.address, 10n * SOL);
    const signature = await test.sendTransfer(alice, (await test.newKeypair()).address, SOL);
    await test.advanceSlots();
    const sound = await readAll(signature, alice.address);
    await nodes[place]!.mood(mood);
    // A lagging node has been stuck since then.
    if (mood === "lagging") await test.advanceSlots(50);
    const read = await readAll(signature, alice.address);
    expect(await test.chain.hasBlockhash(read.blockhash.blockhash)).toBe(true);
    return { sound, read };
  }

  for (const place of [0, 1, 2]) {
    for (const mood of ["gone", "lying"] as const satisfies readonly NodeMood[]) {
      it(`${mood}, number ${place + 1}, everything is told as it is`, async () => {
        const { sound, read } = await readWith(mood, place);
        expect(read).toEqual(sound);
      });
    }

    it(`lagging, number ${place + 1}, what landed is told as it is, and no more than there is`, async () => {
      const { sound, read } = await readWith("lagging", place);
      const { statuses, history, transaction, block } = sound;
      expect(read).toMatchObject({ statuses, history, transaction, block });
      expect(read.balance).toBeLessThanOrEqual(sound.balance);
    });
  }
});

describe("LIMITS-19 a node", () => {
  it.each([
    ["low", 1n],
    ["high", 10n ** 12n],
  ])("MONEY-11 that tells the true height with a slot far too %s moves neither", async (_what, slot) => {
    await test.advanceSlots(200);
    const liar: Chain = { ...test.chain, tip: async () => ({ ...(await test.chain.tip()), slot }) };
    const of = (...chains: readonly Chain[]) => {
      const named = chains.map((node, index) => ({ name: `node-${index + 1}`, node }));
      return pooledChain(nodePool(named, { clock: test.clock, log }), chains);
    };
    expect(await of(liar, test.chain, test.chain).tip()).toEqual(await test.chain.tip());
    await expect(of(liar, test.chain).tip()).rejects.toThrow(ChainUnavailable);
  });

  it("FAIR-10 that is a little ahead tells the newest slot, and one that is far ahead does not", async () => {
    const newest = await test.chain.newestSlot();
    const at = (slot: bigint): Chain => ({ ...test.chain, newestSlot: async () => slot });
    const of = (...slots: readonly bigint[]) => {
      const named = slots.map((slot, index) => ({ name: `node-${index + 1}`, node: at(slot) }));
      const all = named.map(({ node }) => node);
      return pooledChain(nodePool(named, { clock: test.clock, log }), all).newestSlot();
    };
    expect(await of(newest, newest + 5n)).toBe(newest + 5n);
    expect(await of(newest + 5n, newest)).toBe(newest + 5n);
    expect(await of(10n ** 12n, newest, newest + 2n)).toBe(newest + 2n);
    expect(await of(newest, 10n ** 12n, newest + 2n)).toBe(newest + 2n);
    expect(await of(10n ** 12n, newest)).toBe(newest);
  });

  it("that says what is held as of a slot far ahead is not believed about the slot", async () => {
    const { address } = await test.newKeypair();
    await test.fund(address, SOL);
    const liar: Chain = {
      ...test.chain,
      balances: async (addresses) => ({ ...(await test.chain.balances(addresses)), slot: 10n ** 12n }),
    };
    const named = [liar, test.chain, test.chain].map((node, index) => ({ name: `node-${index + 1}`, node }));
    const believing = pooledChain(
      nodePool(named, { clock: test.clock, log }),
      named.map(({ node }) => node),
    );
    expect(await believing.balances([address])).toEqual(await test.chain.balances([address]));
  });

  it("that does not answer is asked last until it is there again", async () => {
    await nodes[0]!.mood("gone");
    await chain.slot();
    expect(aside()).toEqual(["node-1 silent"]);
    await pool.compareSlots();
    expect(aside()).toEqual(["node-1 silent"]);
    await nodes[0]!.mood("sound");
    await pool.compareSlots();
    expect(aside()).toEqual([]);
  });

  it("that is behind is put aside, and one that says it is far ahead puts nobody aside", async () => {
    await nodes[1]!.mood("lagging");
    await test.advanceSlots(100);
    await pool.compareSlots();
    expect(aside()).toEqual(["node-2 behind"]);
    await nodes[1]!.mood("sound");
    await nodes[0]!.mood("lying");
    await pool.compareSlots();
    expect(aside()).toEqual([]);
  });

  it("that two others contradict is put aside for a minute, and an operator is told", async () => {
    await nodes[0]!.mood("lying");
    await chain.firstBlockFrom(20n);
    expect(aside()).toEqual(["node-1 contradicted"]);
    expect(said.join("\n")).toContain("two others contradict");
    await nodes[0]!.mood("sound");
    await pool.compareSlots();
    expect(aside()).toEqual(["node-1 contradicted"]);
    await test.clock.advance(60_001);
    await pool.compareSlots();
    expect(aside()).toEqual([]);
  });
});

describe("LIMITS-19 of what two nodes tell differently a third decides", () => {
  it("so that one that tells of a lower height or balance does not hold payments up", async () => {
    const alice = await test.newKeypair();
    await test.fund(alice.address, SOL);
    await nodes[0]!.mood("lagging");
    await test.advanceSlots(200);
    const { blockHeight } = await test.chain.tip();
    expect((await chain.tip()).blockHeight).toBe(blockHeight);
    expect(await chain.balance(alice.address)).toBe(SOL);
  });

  it("and a node whose page leaves payments out and so goes back further leads past none of them", async () => {
    const alice = await test.newKeypair();
    await test.fund(alice.address, 100n * SOL);
    for (let count = 0; count < 8; count += 1) {
      await test.sendTransfer(alice, (await test.newKeypair()).address, SOL);
      await test.advanceSlots(2);
    }
    await test.advanceSlots();
    const options = { limit: 100 } as const;
    const whole = (await test.chain.signaturesFor(alice.address, options)).map(({ signature }) => signature);
    // Every second payment is omitted by one of the two nodes.
    const hiding: Chain = {
      ...test.chain,
      async signaturesFor(address, options) {
        const all = await test.chain.signaturesFor(address, { ...options, limit: 100 });
        return all.filter(({ signature }) => whole.indexOf(signature) % 2 === 0).slice(0, options.limit);
      },
    };
    const named = [hiding, test.chain].map((node, place) => ({ name: `node-${place + 1}`, node }));
    const two = pooledChain(nodePool(named, { clock: test.clock, log }), [hiding, test.chain]);
    const found: string[] = [];
    for (;;) {
      const before = found.at(-1);
      const page = await two.signaturesFor(alice.address, {
        ...options,
        limit: 3,
        ...(before && { before }),
      });
      found.push(...page.map(({ signature }) => signature));
      if (page.length < 3) break;
    }
    expect(new Set(found)).toEqual(new Set(whole));
  });
});

describe("MONEY-11 with several nodes", () => {
  it("one alone is not believed about money: two of three that are gone leave it unknown", async () => {
    const alice = await test.newKeypair();
    const signature = await test.fund(alice.address, SOL);
    await test.advanceSlots();
    await nodes[1]!.mood("gone");
    await nodes[2]!.mood("gone");
    await expect(chain.transaction(signature)).rejects.toThrow(ChainUnavailable);
    await expect(chain.latestBlockhash()).rejects.toThrow("fewer than two nodes answer");
  });

  it("two that contradict each other decide nothing", async () => {
    open(2);
    const alice = await test.newKeypair();
    const signature = await test.fund(alice.address, SOL);
    await test.advanceSlots();
    await nodes[0]!.mood("lying");
    await expect(chain.transaction(signature)).rejects.toThrow("no two nodes agree");
    await expect(chain.firstBlockFrom(20n)).rejects.toThrow("no two nodes agree");
    expect(await chain.signatureStatuses([signature], { asOf: 0n })).toEqual([null]);
    expect(aside()).toEqual([]);
  });

  it("a payment that landed counts as absent only if two say so, whatever one says", async () => {
    const alice = await test.newKeypair();
    await test.fund(alice.address, 10n * SOL);
    await test.advanceSlots();
    const { slot: afterSlot } = await test.chain.tip();
    const signature = await test.sendTransfer(alice, (await test.newKeypair()).address, SOL);
    await test.advanceSlots();
    const { slot: asOf } = await test.chain.tip();
    const search = (sought: string) =>
      searchLandings(historyNodesOf(chain), {
        address: alice.address,
        asOf,
        sought: [{ signature: sought, afterSlot, memo: null }],
      });
    for (const mood of ["sound", "lagging", "gone", "lying"] as const) {
      await nodes[0]!.mood(mood);
      expect((await search(signature)).get(signature)).toBe("landed");
    }
    const never = "2".repeat(88);
    expect((await search(never)).get(never)).toBe("absent");
    await nodes[1]!.mood("gone");
    await nodes[0]!.mood("gone");
    expect((await search(never)).get(never)).toBe("unknown");
  });

  it("what is signed goes to all, and one that takes it is enough", async () => {
    const alice = await test.newKeypair();
    await test.fund(alice.address, 10n * SOL);
    await nodes[0]!.mood("gone");
    await nodes[1]!.mood("lying");
    const { signature, wire } = await test.sign(alice, []);
    await chain.send(wire);
    await test.advanceSlots();
    expect(await test.chain.transaction(signature)).not.toBeNull();
    for (const node of nodes) await node.mood("gone");
    await expect(chain.send(wire)).rejects.toThrow(ChainUnavailable);
  });
});

it("LIMITS-41 nodes that were not asked, because the caller's share is used up, are not put aside as silent", async () => {
  const full = () => Promise.reject(new NoRoom("full"));
  const named = [1, 2, 3].map((place) => ({
    name: `node-${place}`,
    node: { ...test.chain, balance: full, send: full },
  }));
  pool = nodePool(named, { clock: test.clock, log });
  chain = pooledChain(
    pool,
    named.map(({ node }) => node),
  );
  await expect(chain.balance("anyone")).rejects.toThrow(NoRoom);
  await expect(chain.send(new Uint8Array())).rejects.toThrow(NoRoom);
  expect(aside()).toEqual([]);
});
