import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import type { Random } from "./random.ts";
import { type Decoded, decodeWire } from "./transaction-bytes.ts";

const SLOT_MS = 400;
const FEE = 5_000n;
const RENT_MINIMUM = 890_880n;
/** Slots from processed to confirmed. */
export const CONFIRMED_AFTER = 2;

/** A transaction in a block. */
export interface Landed extends Decoded {
  readonly slot: number;
  /** Null when it succeeded. */
  readonly error: string | null;
  readonly fee: bigint;
  /** By address; the fee included. */
  readonly changes: ReadonlyMap<string, bigint>;
}

interface Block {
  readonly slot: number;
  readonly landed: readonly Landed[];
  /** What the balances were before it. */
  readonly before: ReadonlyMap<string, bigint>;
}

interface Waiting {
  readonly transaction: Decoded;
  readonly arrivesMs: number;
}

interface ChainEvents {
  readonly landed: (transaction: Landed) => void;
  /** It was in a block that a fork left behind. */
  readonly dropped: (transaction: Landed) => void;
  readonly finalized: (transaction: Landed) => void;
}

export interface ChainRules {
  readonly startMs: number;
  /** Slots from processed to finalized. */
  readonly finalizedAfter: number;
  /** Blocks for which a blockhash serves. */
  readonly blockhashLife: number;
  readonly skippedSlots: number;
}

/**
 * A Solana-like ledger in plain code: slots, some without a block, forks, fees, rent and blockhashes that expire.
 * Written apart from the embedded chain that the product ships, so that the two do not share a mistake.
 */
export interface SimulatedChain {
  /** Makes all blocks up to this time. */
  advance(nowMs: number): void;
  tip(): number;
  finalizedSlot(): number;
  /** Blocks up to a slot. */
  heightAt(slot: number): number;
  blockAtOrAfter(slot: number): number | null;
  latestBlockAt(slot: number): number;
  hashOf(slot: number): string;
  /** Whether a block of that slot had this hash, on whichever branch. */
  hadHash(slot: number, hash: string): boolean;
  balanceAt(address: string, slot: number): bigint;
  find(signature: string): Landed | null;
  /** Whether a block after those that are final may still take it. */
  mayLand(transaction: Decoded): boolean;
  /** Nothing is on its way to a block, or in one that is not final. */
  isQuiet(): boolean;
  /** Oldest first. */
  historyOf(address: string): readonly Landed[];
  /** Hands bytes to the network. */
  receive(wire: Uint8Array, arrivesMs: number): Decoded | null;
  /** Leaves the last blocks behind; of their transactions some come again. Answers how many were dropped. */
  fork(depth: number): number;
  /** Nothing becomes final until then. */
  stallFinality(untilMs: number): void;
  /** Dropped by a fork a moment ago and not landed again: what a node on the wrong side still shows. */
  orphanOf(signature: string, nowMs: number): Landed | null;
  readonly rules: ChainRules;
}

const orphanMs = 20_000;

interface Ports {
  readonly random: Random;
  readonly events: ChainEvents;
  readonly genesis: ReadonlyMap<string, bigint>;
}

export function openChain(rules: ChainRules, { random, events, genesis }: Ports): SimulatedChain {
  const balances = new Map(genesis);
  const secret = Buffer.from(random.bytes(16)).toString("hex");
  /** Slots that have a block, ascending. */
  const blockSlots: number[] = [0];
  /** Blocks that hold transactions, ascending; old final ones are forgotten. */
  const blocks: Block[] = [];
  const found = new Map<string, Landed>();
  const orphans = new Map<string, { readonly landed: Landed; readonly untilMs: number }>();
  const histories = new Map<string, Landed[]>();
  const hashes = new Map<number, string>();
  const slotOfHash = new Map<string, number>();
  const leftHashes = new Map<string, number>();
  let waiting: Waiting[] = [];
  let tip = 0;
  let finalized = 0;
  let announced = 0;
  let forks = 0;
  let stalledUntilMs = 0;
  let nowMs = rules.startMs;

  const timeOf = (slot: number) => rules.startMs + slot * SLOT_MS;

  function hashOf(slot: number): string {
    const known = hashes.get(slot);
    if (known !== undefined) return known;
    const hash = getBase58Decoder().decode(
      createHash("sha256").update(`${secret} ${forks} ${slot}`).digest(),
    );
    hashes.set(slot, hash);
    slotOfHash.set(hash, slot);
    return hash;
  }

  /** Index of the last block at or before a slot. */
  function indexAt(slot: number): number {
    let low = 0;
    let high = blockSlots.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((blockSlots[middle] as number) <= slot) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  const heightAt = (slot: number) => indexAt(slot);

  function isFresh(blockhash: string, slot: number): boolean {
    const made = slotOfHash.get(blockhash);
    if (made === undefined || hashes.get(made) !== blockhash) return false;
    return heightAt(slot) <= heightAt(made) + rules.blockhashLife;
  }

  /** What the transaction does, or null where no block takes it. */
  function execute(transaction: Decoded, slot: number): Landed | null {
    const [payer] = transaction.accounts;
    if (payer === undefined || found.has(transaction.signature)) return null;
    if (!isFresh(transaction.blockhash, slot)) return null;
    const held = balances.get(payer) ?? 0n;
    const left = held - FEE;
    if (left < 0n || (left > 0n && left < RENT_MINIMUM)) return null;
    const changes = new Map<string, bigint>(transaction.accounts.map((address) => [address, 0n]));
    const change = (address: string, by: bigint) => changes.set(address, (changes.get(address) ?? 0n) + by);
    const after = (address: string) => (balances.get(address) ?? 0n) + (changes.get(address) ?? 0n);
    change(payer, -FEE);
    let error: string | null = null;
    for (const { from, to, lamports } of transaction.transfers) {
      if (from !== payer || after(from) < lamports) {
        error = '{"InstructionError":[0,{"Custom":1}]}';
        break;
      }
      change(from, -lamports);
      change(to, lamports);
    }
    const isBelowRent = [...changes.keys()].some((address) => {
      const lamports = after(address);
      return changes.get(address) !== 0n && lamports > 0n && lamports < RENT_MINIMUM;
    });
    if (error === null && isBelowRent) error = '{"InsufficientFundsForRent":{"account_index":0}}';
    if (error !== null) {
      for (const address of changes.keys()) changes.set(address, 0n);
      change(payer, -FEE);
    }
    return { ...transaction, slot, error, fee: FEE, changes };
  }

  function makeBlock(slot: number) {
    blockSlots.push(slot);
    if (waiting.length === 0) return;
    const arrived = waiting.filter(({ arrivesMs }) => arrivesMs <= timeOf(slot));
    if (arrived.length === 0) return;
    waiting = waiting.filter(({ arrivesMs }) => arrivesMs > timeOf(slot));
    const before = new Map<string, bigint>();
    const landed: Landed[] = [];
    for (const { transaction } of arrived.length > 1 ? random.shuffled(arrived) : arrived) {
      const done = execute(transaction, slot);
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
    heightAt,
    hashOf,
    hadHash: (slot, hash) => (slotOfHash.get(hash) ?? leftHashes.get(hash)) === slot,
    advance(atMs) {
      nowMs = Math.max(nowMs, atMs);
      const until = Math.floor((nowMs - rules.startMs) / SLOT_MS);
      if (until === tip) return;
      while (tip < until) {
        tip += 1;
        if (!random.chance(rules.skippedSlots)) makeBlock(tip);
      }
      finalize();
    },
    blockAtOrAfter(slot) {
      const index = indexAt(slot);
      const at = blockSlots[index] as number;
      return at >= slot ? at : (blockSlots[index + 1] ?? null);
    },
    latestBlockAt: (slot) => blockSlots[indexAt(slot)] as number,
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
    mayLand: ({ blockhash }) => isFresh(blockhash, finalized),
    isQuiet: () => waiting.length === 0 && (blocks.at(-1)?.slot ?? 0) <= announced,
    historyOf: (address) => histories.get(address) ?? [],
    receive(wire, arrivesMs) {
      const transaction = decodeWire(wire);
      if (transaction) waiting.push({ transaction, arrivesMs });
      return transaction;
    },
    fork(depth) {
      const keep = Math.max(finalized, tip - depth);
      forks += 1;
      let dropped = 0;
      while ((blockSlots.at(-1) as number) > keep) {
        const slot = blockSlots.pop() as number;
        const hash = hashes.get(slot);
        hashes.delete(slot);
        // A blockhash of the branch that was left serves nowhere any more.
        if (hash === undefined) continue;
        slotOfHash.delete(hash);
        leftHashes.set(hash, slot);
      }
      for (let block = blocks.at(-1); block && block.slot > keep; block = blocks.at(-1)) {
        blocks.pop();
        for (const [address, held] of block.before) balances.set(address, held);
        for (const transaction of block.landed) {
          dropped += 1;
          found.delete(transaction.signature);
          for (const address of transaction.changes.keys()) {
            const history = histories.get(address) ?? [];
            const place = history.findLastIndex(({ signature }) => signature === transaction.signature);
            if (place >= 0) history.splice(place, 1);
          }
          orphans.set(transaction.signature, { landed: transaction, untilMs: nowMs + orphanMs });
          events.dropped(transaction);
          // Mostly at once; some bytes lie with a node that sends them again much later.
          const laterMs = random.chance(0.25)
            ? random.below(rules.blockhashLife * SLOT_MS)
            : random.below(6_000);
          if (random.chance(0.6)) waiting.push({ transaction, arrivesMs: nowMs + laterMs });
        }
      }
      return dropped;
    },
    stallFinality(untilMs) {
      stalledUntilMs = untilMs;
    },
    orphanOf(signature, atMs) {
      const orphan = orphans.get(signature);
      return orphan && atMs < orphan.untilMs && !found.has(signature) ? orphan.landed : null;
    },
  };
}
