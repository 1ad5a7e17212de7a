import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestChain, transferInstruction } from "../../../tests/support/chain.ts";
import { type TestDatabase, openTestDatabase } from "../../../tests/support/database.ts";
import type { ChainStore, StoredAccount, StoredBlock } from "../../localnet/chain/chain-store.ts";
import { memoryChainStore } from "../../../tests/support/memory-chain-store.ts";
import { acquireLease, holdLease } from "../foundation/db/lease.ts";
import { localChainStore } from "./local-chain-store.ts";

const SOL = 1_000_000_000n;

const identity = {
  genesisHash: "GENESIS",
  secret: new Uint8Array(32).fill(1),
  faucetKey: new Uint8Array(32).fill(2),
  startedAtMs: 1_700_000_000_123,
  slotMs: 400,
};

const account = (address: string, lamports: bigint): StoredAccount => ({
  address,
  lamports,
  owner: "owner",
  data: Uint8Array.of(0, 1, 255),
  executable: false,
});

function block(slot: number, names: readonly string[], changed: StoredBlock["accounts"] = []): StoredBlock {
  const transactions = names.map((signature, position) => ({
    transaction: {
      signature,
      slot,
      position,
      wire: "AQ==",
      error: position === 1 ? { InstructionError: [0, { Custom: 1 }] as const } : null,
      unitsConsumed: 150,
      logs: ["Program log: \u0000 \u2028 \ud83d\udc0e"],
      loadedWritable: [],
      loadedReadonly: ["table"],
      preBalances: [18_446_744_073_709_551_615n, 0n],
      postBalances: [2n, 9_007_199_254_740_993n],
      innerInstructions: [],
    },
    addresses: ["everyone", `only ${signature}`],
  }));
  return { slot, transactions, accounts: changed };
}

const namesOf = (found: readonly { signature: string }[]) => found.map(({ signature }) => signature);

describe.each(["memory", "database"])("a chain store in the %s", (kind) => {
  let database: TestDatabase | null = null;
  let store: ChainStore;
  beforeAll(async () => {
    database = kind === "database" ? await openTestDatabase() : null;
    store = database ? localChainStore(database.db) : memoryChainStore();
  });
  afterAll(() => database?.close());

  it("is empty until a chain is born, and then gives back what it was given", async () => {
    expect(await store.load()).toBeNull();
    await store.create(identity, [account("faucet", 10_000_000_000_000_000n)]);
    expect(await store.load()).toEqual({
      identity,
      accounts: [account("faucet", 10_000_000_000_000_000n)],
    });
  });

  it("LOCALNET-1 keeps a block's transactions and its accounts' last states", async () => {
    const { address, ...state } = account("alice", 5n);
    const first = block(10, ["a", "b"], [{ address, state }]);
    await store.commitBlock(first);
    expect(await store.transaction("b")).toEqual(first.transactions[1]!.transaction);
    expect(await store.transaction("none")).toBeNull();
    await store.commitBlock(
      block(
        11,
        ["c"],
        [
          { address, state: { ...state, lamports: 7n } },
          { address: "faucet", state: null },
        ],
      ),
    );
    expect((await store.load())?.accounts).toEqual([account("alice", 7n)]);
    expect(await store.countTransactions()).toBe(3);
  });

  it("tells histories by slot and by address, page by page", async () => {
    await store.commitBlock(block(20, ["d", "e", "f"]));
    expect(namesOf(await store.transactionsFrom(11))).toEqual(["c", "d", "e", "f"]);
    expect(namesOf(await store.transactionsInSlot(10))).toEqual(["a", "b"]);
    const all = { upToSlot: 20, before: null, until: null, limit: 100 };
    const page = (options: Partial<typeof all> & object) =>
      store.transactionsOf("everyone", { ...all, ...options }).then(namesOf);
    expect(await page({})).toEqual(["f", "e", "d", "c", "b", "a"]);
    expect(await page({ limit: 2 })).toEqual(["f", "e"]);
    expect(await page({ before: { slot: 20, position: 1 } } as object)).toEqual(["d", "c", "b", "a"]);
    expect(await page({ until: { slot: 10, position: 1 } } as object)).toEqual(["f", "e", "d", "c"]);
    expect(await page({ upToSlot: 11 })).toEqual(["c", "b", "a"]);
    expect(namesOf(await store.transactionsOf("only d", all))).toEqual(["d"]);
    expect(await store.transactionsOf("nobody", all)).toEqual([]);
  });
});

describe("the chain in the game's database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("LOCALNET-3 survives a crash with what was confirmed, to the lamport", async () => {
    const crash = new AbortController();
    const store = localChainStore(database.db);
    const before = await openTestChain({ store, signal: crash.signal });
    const alice = await before.newKeypair();
    const bob = (await before.newKeypair()).address;
    await before.fund(alice.address, 10n * SOL);
    const durable = await before.sendTransfer(alice, bob, SOL, "bet:1");
    await before.advanceSlots(1);
    await before.localChain.seal();
    const lost = await before.sign(alice, [transferInstruction(alice, bob, 2n * SOL)]);
    await before.chain.send(lost.wire);
    const expected = before.localChain.account(alice.address, "finalized");
    crash.abort();

    const after = await openTestChain({ store: localChainStore(database.db), clock: before.clock });
    expect(after.localChain.account(alice.address, "processed")).toEqual(expected);
    expect(await after.chain.balance(bob)).toBe(SOL);
    expect((await after.chain.transaction(durable))?.balanceChanges[1]).toBe(SOL);
    expect(await after.chain.transaction(lost.signature)).toBeNull();
    const history = await after.chain.signaturesFor(bob, { limit: 10 });
    expect(namesOf(history)).toEqual([durable]);
    await after.close();
  });

  it("LOCALNET-2 a block of a process that lost its lease is not stored", async () => {
    const lease = { name: "local-chain", ttlMs: 60_000 };
    const old = await acquireLease(database.db, { ...lease, holder: "old" });
    const guarded = localChainStore(database.db, { guard: (tx) => holdLease(tx, lease.name, old!) });
    await guarded.commitBlock(block(900, ["guarded"]));
    await acquireLease(database.db, { ...lease, holder: "new", force: true });
    const paid = account("thief", 5n);
    await expect(
      guarded.commitBlock(block(901, ["late"], [{ address: paid.address, state: paid }])),
    ).rejects.toThrow("lost");
    expect(await guarded.transaction("late")).toBeNull();
    expect((await guarded.load())?.accounts.map(({ address }) => address)).not.toContain("thief");
  });

  it("LOCALNET-1 stores a block whole or not at all", async () => {
    const store = localChainStore(database.db);
    const paid = account("half", 5n);
    const twice = block(902, ["same", "same"], [{ address: paid.address, state: paid }]);
    await expect(store.commitBlock(twice)).rejects.toThrow("local_chain_transactions");
    expect(await store.transactionsInSlot(902)).toEqual([]);
    expect((await store.load())?.accounts.map(({ address }) => address)).not.toContain("half");
  });
});
