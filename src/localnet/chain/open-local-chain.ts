import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { loadOrCreate } from "./birth.ts";
import { blockQueue } from "./block-queue.ts";
import type { ChainClock } from "./chain-clock.ts";
import type { ChainPlace, ChainStore } from "./chain-store.ts";
import { commitments } from "./commitments.ts";
import { signAirdrop } from "./faucet.ts";
import { type LandedTransaction, restored } from "./landed-transaction.ts";
import { type ChainEvent, ChainHalted, type FoundTransaction, type LocalChain } from "./local-chain.ts";
import { type Simulation, startMachine } from "./machine.ts";
import { type RecentTransactions, recentTransactions } from "./recent-transactions.ts";
import { runTransaction } from "./run-transaction.ts";
import { BLOCKHASH_LIFETIME, blockTime, blockhashAt, blockhashWindow, slotStartMs } from "./slots.ts";
import type { TransactionError } from "./transaction-error.ts";
import { type WireTransaction, readTransaction } from "./wire-transaction.ts";

export interface LocalChainOptions {
  readonly store: ChainStore;
  readonly clock: ChainClock;
  /** Length of a slot when the chain is born; a stored chain keeps its own. Default 400. */
  readonly slotMs?: number;
  /** Slots after which a confirmed block is final. Default 31. */
  readonly finalizeSlots?: number;
  /** The faucet's wealth when the chain is born. Default ten million SOL. */
  readonly faucetLamports?: bigint;
  /** Transactions kept in memory beyond those of the last 150 slots. Default 5000. */
  readonly keepTransactions?: number;
  /** Stops the chain at once, as a crash would: nothing more is stored. */
  readonly signal?: AbortSignal;
  /** Told of failures that the chain survives: of the store, after which it forks, and of listeners. */
  readonly onFault?: (error: unknown) => void;
}

/** Transactions that may wait for a slow store before new ones are refused. */
const MOST_UNSTORED = 20_000;

/** Opens the chain that the store holds, or gives birth to one (rules LOCALNET-1 to LOCALNET-4). */
export async function openLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { store, clock, finalizeSlots = 31, keepTransactions = 5000, onFault = () => undefined } = options;
  const { identity, accounts } = await loadOrCreate(store, {
    nowMs: clock.now(),
    slotMs: options.slotMs ?? 400,
    finalizeSlots,
    faucetLamports: options.faucetLamports ?? 10_000_000_000_000_000n,
  });
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(identity.faucetKey);
  const window = blockhashWindow(identity);
  const listeners = new Set<(event: ChainEvent) => void>();
  const stopping = new AbortController();
  options.signal?.addEventListener("abort", () => stopping.abort(), { once: true });
  const emit = (event: ChainEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onFault(error);
      }
    }
  };

  let machine = startMachine(accounts);
  let machineSlot = -1;
  let recents: RecentTransactions = recentTransactions();
  let notFinal: LandedTransaction[] = [];
  let last: ChainPlace = { slot: -1, position: -1 };
  let transactionCount = 0;
  let announcedSlot = -1;
  let isHalted = false;

  const queue = blockQueue({
    store,
    signal: stopping.signal,
    onStored(transactions) {
      transactionCount += transactions.length;
      notFinal.push(...transactions);
      emit({ kind: "transactions", commitment: "confirmed", transactions });
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
    finalizeSlots,
    oldestUnstored: () => queue.oldestSlot(),
  });

  const readRecent = async () => {
    const records = await store.transactionsFrom(reached.slot("processed") - BLOCKHASH_LIFETIME - 1);
    transactionCount = await store.countTransactions();
    recents = recentTransactions();
    notFinal = [];
    for (const record of records) {
      const transaction = restored(record, (address) => machine.account(address));
      recents.add(transaction);
      notFinal.push(transaction);
      last = record;
      reached.raise(record.slot);
    }
  };

  /** Back to what the store holds. What it does not hold never happened, as after a fork. */
  const recover = async () => {
    try {
      const stored = await store.load();
      if (!stored) throw new ChainHalted("the store no longer holds the chain");
      machine = startMachine(stored.accounts);
      machineSlot = -1;
      await readRecent();
      isHalted = false;
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

  /** What the machine does not check: the blockhash's age, and then whether the signature is new. */
  const refusal = (wire: WireTransaction): TransactionError | null => {
    assertRunning();
    if (!isBlockhashValid(wire.blockhash)) return "BlockhashNotFound";
    return recents.get(wire.signature) ? "AlreadyProcessed" : null;
  };

  const send = (wire: WireTransaction): TransactionError | null => {
    const refused = refusal(wire);
    if (refused !== null) return refused;
    if (queue.countTransactions() >= MOST_UNSTORED) throw new ChainHalted("the store is too slow");
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
    const later = notFinal.findIndex(({ record }) => record.slot > root);
    const final = notFinal.splice(0, later === -1 ? notFinal.length : later);
    for (const transaction of final) recents.finalized(transaction);
    if (final.length > 0) emit({ kind: "transactions", commitment: "finalized", transactions: final });
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
    announce();
  };
  const tick = () => storeUpTo(reached.slot("processed") - 1);
  const seal = () => storeUpTo(reached.slot("processed"));

  const keepTicking = async () => {
    while (!stopping.signal.aborted) {
      const nextSlotMs = slotStartMs(identity, reached.slot("processed") + 1);
      await clock.sleep(Math.max(1, nextSlotMs - clock.now()), stopping.signal);
      await tick().catch(onFault);
    }
  };

  const found = (transaction: LandedTransaction): FoundTransaction => ({
    record: transaction.record,
    commitment: reached.of(transaction),
  });

  await readRecent();
  void keepTicking();

  return {
    genesisHash: identity.genesisHash,
    faucetAddress: faucet.address,
    stopped: stopping.signal,
    slot: (commitment) => reached.slot(commitment),
    assertRunning,
    blockhash: (slot) => blockhashAt(identity, slot),
    blockTime: (slot) => blockTime(identity, slot),
    isBlockhashValid,
    minimumBalance: (dataBytes) => machine.minimumBalance(dataBytes),
    loadedAddresses: (wire) => machine.loadedAddresses(wire),
    send,
    tick,
    seal,

    account(address, commitment) {
      const current = machineNow();
      if (commitment === "processed") return current.account(address);
      const wanted = commitment === "confirmed" ? ["confirmed", "finalized"] : ["finalized"];
      const before = recents.accountBefore(address, (transaction) =>
        wanted.includes(reached.of(transaction)),
      );
      return before === undefined ? current.account(address) : before;
    },

    simulate(wire, { verifySignatures, checkBlockhash }) {
      const error = checkBlockhash ? refusal(wire) : null;
      return error === null ? machineNow().simulate(wire, { verifySignatures }) : notRun(error);
    },

    async airdrop(to, lamports) {
      const slot = reached.slot("processed");
      const lifetime = {
        blockhash: blockhashAt(identity, slot),
        lastValidBlockHeight: slot + BLOCKHASH_LIFETIME,
      };
      const read = readTransaction(await signAirdrop(faucet, { to, lamports, ...lifetime }));
      if (!read.ok) throw new Error(`the faucet signed a bad transaction: ${read.message}`);
      const error = send(read.value);
      if (error !== null) throw new Error(`the faucet cannot pay: ${JSON.stringify(error)}`);
      return read.value.signature;
    },

    recent(signature) {
      const transaction = recents.get(signature);
      return transaction && found(transaction);
    },
    recentTransactions: () => recents.all(),

    async find(signature) {
      const transaction = recents.get(signature);
      if (transaction) return found(transaction);
      const record = await store.transaction(signature);
      return record && { record, commitment: reached.of({ record, isStored: true }) };
    },

    transactionsInSlot: (slot) => store.transactionsInSlot(slot),
    transactionCount: () => transactionCount,
    transactionsOf: (address, { commitment, ...page }) =>
      store.transactionsOf(address, { ...page, upToSlot: reached.slot(commitment) }),

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

const notRun = (error: TransactionError): Simulation => ({
  error,
  unitsConsumed: 0,
  logs: [],
  innerInstructions: [],
  returnData: null,
  accounts: new Map(),
});
