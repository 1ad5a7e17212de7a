import { blockQueue } from "./block-queue.ts";
import type { ChainClock } from "./chain-clock.ts";
import type { ChainIdentity, ChainPlace, ChainStore, StoredAccount } from "./chain-store.ts";
import { type Commitments, commitments } from "./commitments.ts";
import { restored } from "./landed-transaction.ts";
import { type ChainEvent, ChainHalted } from "./local-chain.ts";
import { type Machine, startMachine } from "./machine.ts";
import { type RecentTransactions, recentTransactions } from "./recent-transactions.ts";
import { runTransaction } from "./run-transaction.ts";
import { BLOCKHASH_LIFETIME, blockTime, blockhashAt, blockhashWindow, slotStartMs } from "./slots.ts";
import type { TransactionError } from "./transaction-error.ts";
import type { WireTransaction } from "./wire-transaction.ts";

interface EngineOptions {
  readonly identity: ChainIdentity;
  readonly accounts: readonly StoredAccount[];
  readonly store: ChainStore;
  readonly clock: ChainClock;
  readonly keepTransactions: number;
  readonly signal: AbortSignal | undefined;
  readonly onFault: (error: unknown) => void;
}

/**
 * Drives the chain: it runs transactions, stores blocks, follows the clock, and recovers from failures of its store.
 */
export interface ChainEngine {
  readonly reached: Commitments;
  readonly stopped: AbortSignal;
  assertRunning(): void;
  /** The machine, set to the current slot. Throws `ChainHalted` when it must not be used. */
  machine(): Machine;
  recents(): RecentTransactions;
  transactionCount(): number;
  isBlockhashValid(blockhash: string): boolean;
  /** Checks that the machine does not make: the blockhash's age, and then whether the signature is new. */
  refusal(wire: WireTransaction): TransactionError | null;
  send(wire: WireTransaction): TransactionError | null;
  subscribe(listener: (event: ChainEvent) => void): () => void;
  tick(): Promise<void>;
  seal(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of transactions that wait for a slow store before new ones are refused. */
const MAX_UNSTORED = 20_000;

/** Starts the chain from the store's content; resolves once the recent transactions are read. */
export async function startEngine(options: EngineOptions): Promise<ChainEngine> {
  const { identity, store, clock, keepTransactions, signal, onFault } = options;
  const window = blockhashWindow(identity);
  const listeners = new Set<(event: ChainEvent) => void>();
  const stopping = new AbortController();
  signal?.addEventListener("abort", () => stopping.abort(), { once: true });
  const emit = (event: ChainEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onFault(error);
      }
    }
  };

  let machine = startMachine(options.accounts);
  let machineSlot = -1;
  let recents: RecentTransactions = recentTransactions();
  let last: ChainPlace = { slot: -1, position: -1 };
  let transactionCount = 0;
  let announcedSlot = -1;
  let isHalted = false;

  const queue = blockQueue({
    store,
    signal: stopping.signal,
    onStored(transactions) {
      transactionCount += transactions.length;
      for (const transaction of transactions) recents.stored(transaction);
      emit({ kind: "transactions", commitment: "finalized", transactions });
    },
    async onFailed(error) {
      isHalted = true;
      onFault(error);
      await recoverOnce();
    },
  });
  const reached = commitments({
    timing: identity,
    clock,
    oldestUnstored: () => queue.oldestSlot(),
  });

  const readRecent = async () => {
    const records = await store.transactionsFrom(reached.slot("processed") - BLOCKHASH_LIFETIME - 1);
    transactionCount = await store.countTransactions();
    recents = recentTransactions();
    for (const record of records) {
      recents.add(restored(record));
      last = record;
      reached.raise(record.slot);
    }
  };

  /** Goes back to what the store holds. What it does not hold never happened. */
  const recover = async () => {
    try {
      const stored = await store.load();
      if (!stored) throw new ChainHalted("the store no longer holds the chain");
      machine = startMachine(stored.accounts);
      machineSlot = -1;
      await readRecent();
      isHalted = false;
      // A block may have been stored although the store reported otherwise.
      emit({ kind: "transactions", commitment: "finalized", transactions: [...recents.all()] });
    } catch (error) {
      onFault(error);
    }
  };

  let recovering: Promise<void> | null = null;
  const recoverOnce = () =>
    (recovering ??= recover().finally(() => {
      recovering = null;
    }));

  const assertRunning = () => {
    if (isHalted || stopping.signal.aborted) throw new ChainHalted("the chain is not running");
  };

  const machineNow = () => {
    assertRunning();
    const slot = reached.slot("processed");
    if (slot !== machineSlot) {
      const past = Array.from({ length: Math.min(slot, BLOCKHASH_LIFETIME) }, (_, age) => slot - 1 - age);
      const hashes = past.map((at) => ({ slot: at, hash: blockhashAt(identity, at) }));
      machine.setTime(slot, blockTime(identity, slot), hashes);
      machineSlot = slot;
    }
    return machine;
  };

  const isBlockhashValid = (blockhash: string) =>
    window.slotOf(blockhash, reached.slot("processed")) !== null;

  const refusal = (wire: WireTransaction): TransactionError | null => {
    assertRunning();
    if (!isBlockhashValid(wire.blockhash)) return "BlockhashNotFound";
    return recents.get(wire.signature) ? "AlreadyProcessed" : null;
  };

  const send = (wire: WireTransaction): TransactionError | null => {
    const refused = refusal(wire);
    if (refused !== null) return refused;
    if (queue.countTransactions() >= MAX_UNSTORED) throw new ChainHalted("the store is too slow");
    const slot = reached.slot("processed");
    const place = { slot, position: last.slot === slot ? last.position + 1 : 0 };
    const run = runTransaction(machineNow(), wire, place);
    if (!run.landed) return run.error;
    last = place;
    recents.add(run.transaction);
    queue.add(run.transaction, run.states);
    emit({ kind: "transactions", commitment: "processed", transactions: [run.transaction] });
    return null;
  };

  const announce = () => {
    const slot = reached.slot("processed");
    const root = reached.slot("finalized");
    if (slot > announcedSlot) {
      announcedSlot = slot;
      emit({ kind: "slot", slot, root });
    }
    recents.trim(keepTransactions, slot - BLOCKHASH_LIFETIME - 1);
  };

  const storeUpTo = async (slot: number) => {
    if (stopping.signal.aborted) return;
    if (isHalted) await recoverOnce();
    await queue.storeUpTo(slot);
    if ((queue.oldestSlot() ?? Infinity) > slot) reached.raiseFinal(slot);
    announce();
  };
  const tick = () => storeUpTo(reached.slot("processed") - 1);

  const keepTicking = async () => {
    while (!stopping.signal.aborted) {
      const nextSlotMs = slotStartMs(identity, reached.slot("processed") + 1);
      await clock.sleep(Math.max(1, nextSlotMs - clock.now()), stopping.signal);
      await tick().catch(onFault);
    }
  };

  await readRecent();
  void keepTicking();

  const seal = () => storeUpTo(reached.slot("processed"));
  return {
    reached,
    stopped: stopping.signal,
    assertRunning,
    machine: machineNow,
    recents: () => recents,
    transactionCount: () => transactionCount,
    isBlockhashValid,
    refusal,
    send,
    tick,
    seal,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await seal();
      stopping.abort();
    },
  };
}
