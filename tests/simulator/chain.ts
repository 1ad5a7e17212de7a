import { openBlockSlots } from "./block-slots.ts";
import { execute, type Landed } from "./execute.ts";
import type { Random } from "./random.ts";
import { type Decoded, decodeWire } from "./transaction-bytes.ts";

interface Block {
  readonly slot: number;
  readonly landed: readonly Landed[];
  /** The balances before it. */
  readonly before: ReadonlyMap<string, bigint>;
}

interface Waiting {
  readonly transaction: Decoded;
  readonly arrivesMs: number;
}

interface ChainEvents {
  readonly landed: (transaction: Landed) => void;
  readonly finalized: (transaction: Landed) => void;
}

export interface ChainRules {
  readonly startMs: number;
  readonly slotMs: number;
  /** Slots from a block to its finality. */
  readonly finalizedAfter: number;
  /** Number of blocks for which a blockhash is valid. */
  readonly blockhashLife: number;
  readonly skippedSlots: number;
  /** How far block times are behind the servers' clocks. */
  readonly clockBehindMs: number;
}

/**
 * A Solana-like ledger in plain code: slots, some without a block, halts, fees, rent and blockhashes that expire.
 * Written independently of the embedded chain that the product ships, so that the two do not share a mistake.
 */
export interface SimulatedChain {
  /** Produces all blocks up to this time. */
  advance(nowMs: number): void;
  tip(): number;
  finalizedSlot(): number;
  /** Number of blocks up to a slot. */
  heightAt(slot: number): number;
  blockAtOrAfter(slot: number): number | null;
  latestBlockAt(slot: number): number;
  hashOf(slot: number): string;
  /** Whether the block of that slot has this hash. */
  hasHash(slot: number, hash: string): boolean;
  balanceAt(address: string, slot: number): bigint;
  find(signature: string): Landed | null;
  /** Whether a block of that slot accepts transactions with this blockhash. */
  isFresh(blockhash: string, slot: number): boolean;
  /** Whether a block after the final ones may still include it. */
  mayLand(transaction: Decoded): boolean;
  /** Whether nothing is on its way to a block, or in one that is not final. */
  isQuiet(): boolean;
  /** Oldest first. */
  historyOf(address: string): readonly Landed[];
  /** Hands bytes to the network. */
  receive(wire: Uint8Array, arrivesMs: number): Decoded | null;
  /** Until then nothing becomes final. */
  stallFinality(untilMs: number): void;
  readonly rules: ChainRules;
}

interface Ports {
  readonly random: Random;
  readonly events: ChainEvents;
  readonly genesis: ReadonlyMap<string, bigint>;
}

/** What a genesis wallet received, as an entry of its history. */
const firstPayment = (address: string, lamports: bigint): Landed => ({
  signature: `first-payment-${address}`,
  blockhash: "",
  accounts: [address],
  signers: [],
  instructions: [],
  transfers: [],
  memos: [],
  slot: 0,
  error: null,
  fee: 0n,
  changes: new Map([[address, lamports]]),
});

export function openChain(rules: ChainRules, { random, events, genesis }: Ports): SimulatedChain {
  const balances = new Map(genesis);
  const slots = openBlockSlots(Buffer.from(random.bytes(16)).toString("hex"));
  /** Blocks that hold transactions, ascending; old final ones are discarded. */
  const blocks: Block[] = [];
  const found = new Map<string, Landed>();
  /** Like every wallet that can pay, the genesis wallets have received money before. */
  const histories = new Map<string, Landed[]>(
    [...genesis].map(([address, lamports]) => [address, [firstPayment(address, lamports)]]),
  );
  let waiting: Waiting[] = [];
  let tip = 0;
  let finalized = 0;
  let announced = 0;
  let stalledUntilMs = 0;
  let nowMs = rules.startMs;

  const timeOf = (slot: number) => rules.startMs + slot * rules.slotMs;

  const isFresh = (blockhash: string, slot: number) => slots.isFresh(blockhash, slot, rules.blockhashLife);

  function makeBlock(slot: number) {
    slots.add(slot);
    if (waiting.length === 0) return;
    const arrived = waiting.filter(({ arrivesMs }) => arrivesMs <= timeOf(slot));
    if (arrived.length === 0) return;
    waiting = waiting.filter(({ arrivesMs }) => arrivesMs > timeOf(slot));
    const before = new Map<string, bigint>();
    const landed: Landed[] = [];
    for (const { transaction } of arrived.length > 1 ? random.shuffled(arrived) : arrived) {
      if (found.has(transaction.signature) || !isFresh(transaction.blockhash, slot)) continue;
      const done = execute(transaction, slot, balances);
      if (!done) continue;
      for (const [address, by] of done.changes) {
        const held = balances.get(address) ?? 0n;
        if (!before.has(address)) before.set(address, held);
        balances.set(address, held + by);
        const history = histories.get(address) ?? [];
        history.push(done);
        histories.set(address, history);
      }
      found.set(done.signature, done);
      landed.push(done);
      events.landed(done);
    }
    if (landed.length > 0) blocks.push({ slot, landed, before });
  }

  function finalize() {
    if (nowMs >= stalledUntilMs) finalized = Math.max(finalized, tip - rules.finalizedAfter);
    for (const { slot, landed } of blocks) {
      if (slot > finalized) break;
      if (slot <= announced) continue;
      for (const transaction of landed) events.finalized(transaction);
    }
    announced = finalized;
    // Nodes lag behind by less than this.
    while (blocks[0] && blocks[0].slot < finalized - 500) blocks.shift();
  }

  return {
    rules,
    tip: () => tip,
    finalizedSlot: () => finalized,
    heightAt: (slot) => slots.heightAt(slot),
    hashOf: (slot) => slots.hashOf(slot),
    hasHash: (slot, hash) => slots.hasHash(slot, hash),
    advance(atMs) {
      nowMs = Math.max(nowMs, atMs);
      const until = Math.floor((nowMs - rules.startMs) / rules.slotMs);
      if (until === tip) return;
      while (tip < until) {
        tip += 1;
        if (!random.chance(rules.skippedSlots)) makeBlock(tip);
      }
      finalize();
    },
    blockAtOrAfter: (slot) => slots.firstFrom(slot),
    latestBlockAt: (slot) => slots.latestAt(slot),
    balanceAt(address, slot) {
      let balance = balances.get(address) ?? 0n;
      for (let index = blocks.length - 1; index >= 0; index -= 1) {
        const block = blocks[index] as Block;
        if (block.slot <= slot) break;
        balance = block.before.get(address) ?? balance;
      }
      return balance;
    },
    find: (signature) => found.get(signature) ?? null,
    isFresh,
    mayLand: ({ blockhash }) => isFresh(blockhash, finalized),
    isQuiet: () => waiting.length === 0 && (blocks.at(-1)?.slot ?? 0) <= announced,
    historyOf: (address) => histories.get(address) ?? [],
    receive(wire, arrivesMs) {
      const transaction = decodeWire(wire);
      if (transaction) waiting.push({ transaction, arrivesMs });
      return transaction;
    },
    stallFinality(untilMs) {
      stalledUntilMs = untilMs;
    },
  };
}
