import { createPublicKey, verify } from "node:crypto";
import { desc, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { openTestHouse, masterPassword, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { decodeBase58 } from "../../../domain/base58.ts";
import { hashAccount, liabilityLeaf, rootFromSums } from "../../../domain/liability-tree.ts";
import { type Lamports, sum, ZERO } from "../../../domain/lamports.ts";
import { transfer } from "../../../domain/ledger.ts";
import { holdingsText, liabilitiesMemo } from "../../../domain/memo.ts";
import { post } from "../../foundation/books/ledger.ts";
import { acquireLease, type HeldLease, LeaseLost } from "../../foundation/db/lease.ts";
import { liabilityAnchors, liabilityLeaves, liabilityTrees } from "../../foundation/db/schema/liabilities.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { sendPayments } from "../payouts/send-payments.ts";
import { withdraw } from "../payouts/withdraw.ts";
import { type Chain, ChainUnavailable } from "../../foundation/ports.ts";
import { readSolvency } from "../solvency/read-solvency.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { makeTree, type TreePorts } from "./make-tree.ts";
import { makeTreeIfDue, requestTree } from "./open-liabilities.ts";
import { proveOwn, readLiabilities } from "./read-trees.ts";

const node = { isDown: false };
const watched = (chain: Chain): Chain => ({
  ...chain,
  slot: async () => {
    if (node.isDown) throw new ChainUnavailable("down");
    return chain.slot();
  },
});

let house: TestHouse;
let lease: HeldLease;
beforeAll(async () => {
  house = await openTestHouse({ wrap: watched });
  lease = await takeLease("one");
});
afterAll(() => house.close());

async function takeLease(holder: string): Promise<HeldLease> {
  const token = await acquireLease(house.db, { name: "engine", holder, ttlMs: 600_000, force: true });
  if (token === null) throw new Error("no lease");
  return { name: "engine", token };
}
let laterMs = 0;
const ports = (): TreePorts => ({
  ...house,
  clock: { ...house.clock, now: () => house.clock.now() + laterMs },
  readHoldings: () => readSolvency({ ...house, readDeposits: () => house.watch() }),
});
const make = () => makeTree(ports(), lease);
const look = () => makeTreeIfDue(ports(), lease);
const trees = () => house.db.select().from(liabilityTrees).orderBy(desc(liabilityTrees.id));
async function playerWithBalance(amount: Lamports) {
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, amount);
  await house.testChain.advanceSlots();
  await house.watch();
  return player.address;
}
async function land() {
  await sendPayments(house);
  await house.testChain.advanceSlots();
  await sendPayments(house);
}

/** What a player's page does with a proof: what each leaf holds, by account. */
function checked(proof: Awaited<ReturnType<typeof proveOwn>>["newest"]): Record<string, bigint> {
  if (proof === null) throw new Error("no proof");
  const { root, total, count } = proof.tree;
  return Object.fromEntries(
    proof.leaves.map(({ account, salt, lamports, ...place }) => {
      const leaf = liabilityLeaf({
        accountHash: hashAccount(account, salt),
        lamports: lamports as Lamports,
      });
      expect(rootFromSums(leaf, { ...place, count })).toEqual({ hash: root, sum: total });
      return [account, lamports];
    }),
  );
}

describe("a tree", () => {
  it("OWED-1 is the same total as /api/solvency's liabilities with the payments on their way", async () => {
    const ada = await playerWithBalance(sol(1));
    const bob = await playerWithBalance(sol(2));
    const raceId = await house.openRace();
    await house.db.transaction(async (tx) => {
      const move = (
        reference: string,
        ...to: Parameters<typeof transfer> extends [unknown, ...infer R] ? R : never
      ) => post(tx, transfer({ reference, kind: "balance adjusted", ledger: "real" }, ...to));
      await move("t-1", `user:${bob}`, `pool:${raceId}`, sol(0.5));
      await move("t-2", "equity", "jackpot:special-1", sol(0.25));
      await move("t-3", "equity", `referral:${ada}`, sol(0.125));
      await move("t-4", "equity", "bonus", sol(0.0625));
    });
    const withdrawal = await withdraw(house, { wallet: ada, amount: sol(0.4), isAdmin: false });
    expect(withdrawal.ok).toBe(true);
    await make();
    const snapshot = await readSolvency({ ...house, readDeposits: () => house.watch() });
    const [tree] = await trees();
    const owed = sum(snapshot.liabilities.map(({ lamports }) => lamports));
    expect(snapshot.outboundInFlight).toBe(sol(0.4));
    expect(tree!.total).toBe(owed + snapshot.outboundInFlight);
    expect(tree!.total).toBe(sol(3 + 0.25 + 0.125 + 0.0625));
    expect(tree).toMatchObject({ count: 7, slot: snapshot.slot });
    const proofs = await Promise.all([ada, bob, "Nobody"].map((wallet) => proveOwn(house.db, wallet)));
    const [adas, bobs, nobodys] = proofs.map(({ newest }) => checked(newest));
    const payment = Object.keys(adas!).find((account) => account.startsWith("payment:"));
    expect(adas).toEqual({
      [`user:${ada}`]: sol(0.6),
      [`referral:${ada}`]: sol(0.125),
      [payment!]: sol(0.4),
    });
    expect(bobs).toEqual({ [`user:${bob}`]: sol(1.5) });
    expect(nobodys).toEqual({});
    await land();
    await house.checkSolvency();
  });

  it("OWED-8 tells everybody no account, and each player the own ones alone", async () => {
    const published = JSON.stringify(await readLiabilities(house.db), (_, value) =>
      typeof value === "bigint" ? String(value) : (value as unknown),
    );
    const wallets = (await house.db.execute<{ wallet: string }>(sql`select wallet from users`)).rows;
    expect(wallets.length).toBeGreaterThan(1);
    for (const { wallet } of wallets) expect(published).not.toContain(wallet);
    expect(published).not.toMatch(/secret|salt|user:|leaves/);
    const own = await proveOwn(house.db, wallets[0]!.wallet);
    const accounts = own.newest!.leaves.map(({ account }) => account);
    for (const account of accounts) {
      expect(account).toMatch(new RegExp(`^((user|referral):${wallets[0]!.wallet}|payment:.+)$`));
    }
    // Knowing another player's leaf and salt does not reveal any other account.
    const [one] = await trees();
    await make();
    const [two] = await trees();
    expect(Buffer.from(one!.secret).equals(Buffer.from(two!.secret))).toBe(false);
  });

  it("OWED-1 OWED-4 holds each of some thousand accounts, each with its path", async () => {
    const wallets = Array.from({ length: 1_300 }, (_, index) => `Wallet${index}`);
    await house.db.transaction((tx) =>
      wallets.reduce(async (before, wallet, index) => {
        await before;
        await post(
          tx,
          transfer(
            { reference: `many-${index}`, kind: "balance adjusted", ledger: "real" },
            "equity",
            `user:${wallet}`,
            (1_000n + BigInt(index)) as Lamports,
          ),
        );
      }, Promise.resolve()),
    );
    await make();
    const found: bigint[] = [];
    for (const [index, wallet] of wallets.entries()) {
      if (index % 13 !== 0) continue;
      const { newest } = await proveOwn(house.db, wallet);
      found.push(checked(newest)[`user:${wallet}`]! - BigInt(index));
    }
    expect(new Set(found)).toEqual(new Set([1_000n]));
    expect(found).toHaveLength(100);
    const [tree] = await trees();
    const total = await house.db.execute<{ total: string }>(
      sql`select sum(balance)::text as total from ledger_accounts where account ~ '^(user|pool|jackpot|referral):|^(bonus|outgoing)$'`,
    );
    expect(String(tree!.total)).toBe(total.rows[0]!.total);
  });
});

describe("how often", () => {
  it("OWED-3 every ten minutes, and sooner for whoever asks, but once a minute at most", async () => {
    laterMs += DAY_MS;
    await look();
    const first = await trees();
    await look();
    laterMs += 30_000;
    const dueAt = await requestTree(ports());
    expect(dueAt.getTime() - first[0]!.at.getTime()).toBe(60_000);
    await look();
    expect((await trees())[0]!.id).toBe(first[0]!.id);
    laterMs += 31_000;
    await Promise.all([requestTree(ports()), requestTree(ports())]);
    await look();
    await look();
    const second = await trees();
    expect(second[0]!.id).not.toBe(first[0]!.id);
    // Requests from before the newest tree are fulfilled by it.
    laterMs += 90_000;
    await look();
    expect((await trees())[0]!.id).toBe(second[0]!.id);
    laterMs += 600_000;
    await look();
    expect((await trees())[0]!.id).not.toBe(second[0]!.id);
  });

  it("OWED-3 a node that does not answer makes no tree, and the last one stays", async () => {
    const [before] = await trees();
    laterMs += 600_000;
    node.isDown = true;
    await look();
    node.isDown = false;
    expect((await trees())[0]!.id).toBe(before!.id);
    await look();
    expect((await trees())[0]!.id).not.toBe(before!.id);
  });

  it("OWED-3 an instance that is not the leader any more stores none", async () => {
    const before = await trees();
    const lost = lease;
    lease = await takeLease("two");
    await expect(makeTree(ports(), lost)).rejects.toThrow(LeaseLost);
    expect(await trees()).toHaveLength(before.length);
    await make();
  });

  it("OWED-3 a kill in the middle leaves nothing of the tree, nor of its anchor", async () => {
    laterMs += DAY_MS;
    const before = await trees();
    const anchors = await house.db.select().from(payments);
    await house.db.execute(
      sql`create trigger killed before insert on liability_anchors for each row execute function refuse_change()`,
    );
    await expect(make()).rejects.toThrow("Failed query");
    await house.db.execute(sql`drop trigger killed on liability_anchors`);
    expect(await trees()).toEqual(before);
    expect(await house.db.select().from(payments)).toHaveLength(anchors.length);
    await make();
    await land();
    expect((await readLiabilities(house.db)).newest?.anchor).toEqual(expect.any(String));
  });

  it("OWED-5 paths are kept for an hour of trees and a week of anchored ones, and no longer", async () => {
    for (let day = 0; day < 9; day += 1) {
      laterMs += DAY_MS;
      await make();
    }
    for (let round = 0; round < 7; round += 1) {
      laterMs += 60_000;
      await make();
    }
    const anchored = await house.db.select().from(liabilityAnchors);
    const treesWithLeaves = await house.db
      .selectDistinct({ id: liabilityLeaves.treeId })
      .from(liabilityLeaves)
      .orderBy(liabilityLeaves.treeId);
    expect(anchored.length).toBeGreaterThan(7);
    expect(treesWithLeaves).toHaveLength(13);
    // What was published about anchored trees remains.
    expect(await trees()).toHaveLength(anchored.length + 6);
    const failure = (statement: string) => house.db.execute(sql.raw(statement)).then(() => null, sqlState);
    expect(await failure("update liability_trees set total = 1")).toBe("23001");
    expect(await failure("update liability_leaves set sum = 1")).toBe("23001");
    expect(await failure("delete from liability_trees")).toBe("23503");
    expect(await failure("delete from liability_anchors")).toBe("23001");
    expect(await failure("update liability_anchors set tree_id = 1")).toBe("23001");
  });
});

describe("on the chain", () => {
  it("OWED-6 OWED-7 the first tree of a day stands in one memo, and each wallet has signed what it holds", async () => {
    laterMs += DAY_MS;
    await make();
    const [tree] = await trees();
    laterMs += 120_000;
    await make();
    await land();
    const { newest, anchored } = await readLiabilities(house.db);
    expect(newest).toMatchObject({
      anchor: null,
      holdings: newest!.holdings.map((one) => ({ ...one, signature: null })),
    });
    expect(anchored).toMatchObject({ root: tree!.root, total: tree!.total });
    const { at, root, total, count, slot, holdings } = anchored!;
    const holdingsTotal = holdings.reduce((all, { lamports }) => all + lamports, 0n) as Lamports;
    const found = await house.testChain.chain.transaction(anchored!.anchor!);
    const memos = found!.instructions.map(({ data }) => Buffer.from(data).toString("utf8"));
    expect(memos).toContain(liabilitiesMemo({ at, root, total, count, slot, holdings: holdingsTotal }));
    expect(found!.accounts[0]).toBe(house.address.hot);
    expect(holdings.map(({ kind }) => kind).toSorted()).toEqual(["deposit", "hot", "treasury"]);
    for (const { address, lamports, signature } of holdings) {
      const text = holdingsText({ at, root, slot, address, lamports });
      expect(isSigned(address, text, signature)).toBe(true);
      expect(isSigned(address, text.replace("lamports=", "lamports=1"), signature)).toBe(false);
    }
    const memosOfDay = await house.db
      .select()
      .from(payments)
      .where(sql`memo like ${`furlong:1:liabilities at=${at.toISOString().slice(0, 10)}%`}`);
    expect(memosOfDay).toHaveLength(1);
    await house.checkSolvency();
  });

  it("OWED-7 what a wallet signed is taken for a transaction by no chain", async () => {
    const { at, root, slot, holdings } = (await readLiabilities(house.db)).anchored!;
    const { address, lamports, signature } = holdings.find(({ kind }) => kind === "hot")!;
    const text = Buffer.from(holdingsText({ at, root, slot, address, lamports }));
    const before = await house.testChain.chain.balance(address);
    for (const signatures of [1, 102]) {
      const signed = Buffer.from(decodeBase58(signature!)!);
      const wire = Buffer.concat([
        Buffer.of(signatures),
        ...Array.from({ length: signatures }, () => signed),
        text,
      ]);
      await expect(house.testChain.chain.send(wire)).rejects.toThrow("no usable answer to sendTransaction");
    }
    await house.testChain.advanceSlots(4);
    expect(await house.testChain.chain.balance(address)).toBe(before);
  });

  it("OWED-7 a locked house signs nothing, and says so; its memo waits for the key", async () => {
    laterMs += DAY_MS;
    house.vault.lock();
    await make();
    const { newest } = await readLiabilities(house.db);
    expect(newest!.holdings.map(({ signature }) => signature)).toEqual([null, null, null]);
    await land();
    expect((await readLiabilities(house.db)).newest!.anchor).toBeNull();
    await house.vault.unlock(masterPassword, "system");
    await land();
    expect((await readLiabilities(house.db)).newest!.anchor).toEqual(expect.any(String));
  });

  it("OWED-6 LIMITS-14 a tree of a network that was left is shown on no other one", async () => {
    laterMs += 60_000;
    const at = new Date(house.clock.now() + laterMs);
    await house.db.transaction((tx) => writeSetting(tx, { key: "network", value: "devnet", by: null, at }));
    expect(await readLiabilities(house.db)).toEqual({ newest: null, anchored: null });
    expect(await proveOwn(house.db, "Wallet1")).toEqual({ newest: null, anchored: null });
    laterMs += 60_000;
    await make();
    expect((await readLiabilities(house.db)).newest!.total).toBeGreaterThan(ZERO);
  });
});

/** Verifies Ed25519 with Node, with the raw key in its usual wrapping. */
function isSigned(address: string, text: string, signature: string | null): boolean {
  const raw = decodeBase58(address);
  const signed = signature === null ? null : decodeBase58(signature);
  if (!raw || !signed) return false;
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(text), key, signed);
}
