import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transferInstruction } from "../../../tests/support/chain.ts";
import { forgetful, type Memory } from "../../../tests/support/forgetful-node.ts";
import { openTestHouse, sol, type TestHouse } from "../../../tests/support/house.ts";
import { posting } from "../../domain/ledger.ts";
import { post } from "../books/ledger.ts";
import { bets, depositCursors, deposits } from "../db/schema/bets.ts";
import { type Chain, ChainUnavailable } from "../ports.ts";
import { prepareBet } from "./prepare-bet.ts";
import { depositWatcher } from "./watch-deposits.ts";

/** Transactions that a fork dropped, and those that the node cannot give at the moment. */
const dropped = new Set<string>();
const unreadable = new Set<string>();
const memory: Memory = { firstSlot: 0n };
let reads = 0;

const forkable = (chain: Chain): Chain => ({
  ...chain,
  async transaction(signature, commitment) {
    reads += 1;
    if (unreadable.has(signature)) throw new ChainUnavailable("not now");
    return dropped.has(signature) ? null : chain.transaction(signature, commitment);
  },
  async signatureStatuses(signatures, options) {
    const statuses = await chain.signatureStatuses(signatures, options);
    return statuses.map((status, place) => (dropped.has(signatures[place]!) ? null : status));
  },
  async signaturesFor(address, options) {
    const page = await chain.signaturesFor(address, options);
    return page.filter(({ signature }) => !dropped.has(signature));
  },
});

let house: TestHouse;
let raceId: string;

beforeAll(async () => {
  house = await openTestHouse({ wrap: (chain) => forkable(forgetful(chain, memory)) });
});
beforeEach(async () => {
  raceId = await house.openRace();
});
afterEach(async () => {
  dropped.clear();
  unreadable.clear();
  Object.assign(memory, { firstSlot: 0n, claimedFirstSlot: undefined });
  await house.closeRace(raceId);
  await house.checkBooks();
});
afterAll(() => house.close());

async function pay(player: KeyPairSigner, stake = sol(0.1)) {
  const made = await prepareBet(house, { raceId, wallet: player.address, isAdmin: false, horseId: 2, stake });
  if (!made.ok || !made.value.payment) throw new Error("not prepared");
  const signature = await house.testChain.signAndSend(made.value.payment.wire, player);
  return { betId: made.value.betId, signature };
}
const betOf = async (betId: string) => {
  const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
  return bet!;
};
const depositOf = async (signature: string) => {
  const [deposit] = await house.db.select().from(deposits).where(eq(deposits.signature, signature));
  return deposit;
};
const cursor = async () => {
  const [row] = await house.db
    .select()
    .from(depositCursors)
    .where(eq(depositCursors.address, house.address.deposit));
  return row!.lastSignature;
};

describe("the deposit watcher", () => {
  it("BET-7 BET-23 takes bets that were never confirmed, tells their players, and marks them final when they are", async () => {
    const player = await house.newPlayer();
    const { betId, signature } = await pay(player);
    await house.watch();
    expect((await betOf(betId)).status).toBe("prepared");
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await betOf(betId)).toMatchObject({ status: "confirmed", signature, finalizedAt: null });
    const told = house.events.filter(({ wallet }) => wallet === player.address);
    expect(told).toMatchObject([{ payload: { notification: { kind: "balance_changed" } } }]);
    await house.testChain.finalize();
    await house.watch();
    expect((await betOf(betId)).finalizedAt).toEqual(new Date(house.clock.now()));
    expect((await depositOf(signature))!.finalizedAt).not.toBeNull();
    await house.checkSolvency();
  });

  it("BET-7 reads a long history in pages, without a gap, and each transaction once", async () => {
    const player = await house.newPlayer();
    await house.testChain.finalize();
    await house.watch();
    const sent: string[] = [];
    for (let i = 0; i < 23; i += 1) {
      sent.push(await house.testChain.sendTransfer(player, house.address.deposit, sol(0.01), `note ${i}`));
      await house.testChain.advanceSlots(1);
    }
    await house.testChain.advanceSlots(2);
    const watch = depositWatcher({ ...house, pageSize: 5 });
    reads = 0;
    await watch();
    expect(reads).toBe(23);
    await watch();
    expect(reads).toBe(23);
    for (const signature of sent) expect((await depositOf(signature))!.outcome).toBe("credit");
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.23));
    await house.testChain.finalize();
    await watch();
    expect(await cursor()).toBe(sent.at(-1));
    // Another process, or this one after a restart, starts from the cursor.
    await depositWatcher({ ...house, pageSize: 5 })();
    expect(reads).toBe(23);
    await house.checkSolvency();
  });

  it("BET-7 the cursor moves over finalized transactions alone", async () => {
    const player = await house.newPlayer();
    await house.testChain.finalize();
    await house.watch();
    const before = await cursor();
    const { signature } = await pay(player);
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await cursor()).toBe(before);
    await house.testChain.finalize();
    await house.watch();
    expect(await cursor()).toBe(signature);
  });

  it("BET-7 a transaction that cannot be read holds the cursor and nothing else", async () => {
    const [first, second] = [await house.newPlayer(), await house.newPlayer()];
    const stuck = await pay(first);
    await house.testChain.advanceSlots(1);
    const fine = await pay(second);
    await house.testChain.finalize();
    unreadable.add(stuck.signature);
    await house.watch();
    expect(await depositOf(stuck.signature)).toBeUndefined();
    expect((await betOf(fine.betId)).status).toBe("confirmed");
    expect(await cursor()).not.toBe(fine.signature);
    unreadable.clear();
    await house.watch();
    expect((await betOf(stuck.betId)).status).toBe("confirmed");
    expect(await cursor()).toBe(fine.signature);
    await house.checkSolvency();
  });

  it.each([
    ["says so", undefined],
    ["is mistaken for another", 0n],
  ])(
    "BET-9 a payment that a node forgot is not taken back, when the node %s",
    async (_how, claimedFirstSlot) => {
      const player = await house.newPlayer();
      const { betId, signature } = await pay(player);
      await house.testChain.advanceSlots(2);
      await house.watch();
      await house.testChain.advanceSlots(500);
      Object.assign(memory, { firstSlot: await house.testChain.chain.slot("finalized"), claimedFirstSlot });
      // Newer deposits do not make up for the forgotten ones.
      await house.testChain.sendTransfer(await house.newPlayer(), house.address.deposit, sol(0.1));
      await house.testChain.finalize();
      await house.watch();
      expect(await betOf(betId)).toMatchObject({ status: "confirmed", result: null });
      expect(await house.balance(`pool:${raceId}`)).toBe(sol(0.1));
      memory.firstSlot = 0n;
      await house.watch();
      expect((await depositOf(signature))!.finalizedAt).not.toBeNull();
      await house.checkSolvency();
    },
  );

  it("BET-7 a deposit that a node forgot before it was read is not skipped", async () => {
    const player = await house.newPlayer();
    const missed = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.3));
    await house.testChain.finalize();
    memory.firstSlot = await house.testChain.chain.slot("finalized");
    const newer = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.2));
    await house.testChain.finalize();
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.2));
    expect(await cursor()).not.toBe(newer);
    memory.firstSlot = 0n;
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.5));
    expect((await depositOf(missed))!.outcome).toBe("credit");
    expect(await cursor()).toBe(newer);
  });

  it("BET-9 a payment that a fork dropped is taken back, and its signature never counts again", async () => {
    const player = await house.newPlayer();
    const { betId, signature } = await pay(player);
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await house.balance(`pool:${raceId}`)).toBe(sol(0.1));
    dropped.add(signature);
    await house.testChain.finalize();
    await house.watch();
    expect((await betOf(betId)).result).toBeNull();
    await house.testChain.advanceSlots(500);
    await house.watch();
    expect(await betOf(betId)).toMatchObject({ status: "confirmed", result: "refunded", payout: 0n });
    expect(await house.balance(`pool:${raceId}`)).toBe(0n);
    expect(await house.balance(`user:${player.address}`)).toBe(0n);
    expect((await depositOf(signature))!.outcome).toBe("void");
    expect(house.events.filter(({ wallet }) => wallet === player.address)).toMatchObject([
      { payload: { notification: { kind: "balance_changed" } } },
      { payload: { notification: { type: "payment_dropped" } } },
    ]);
    // The player may bet again in the same race.
    const again = await pay(player, sol(0.2));
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect((await betOf(again.betId)).status).toBe("confirmed");
    expect(await house.balance(`pool:${raceId}`)).toBe(sol(0.2));
  });

  it("BET-9 a dropped credit is debited again; what was spent of it is the house's loss", async () => {
    const player = await house.newPlayer();
    const signature = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.5));
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.5));
    await house.db.transaction((tx) =>
      post(
        tx,
        posting({
          reference: `spent:${signature}`,
          kind: "difference explained",
          ledger: "real",
          entries: [
            [`user:${player.address}`, 0n - sol(0.2)],
            ["equity", sol(0.2)],
          ],
        }),
      ),
    );
    const equity = await house.balance("equity");
    dropped.add(signature);
    await house.testChain.advanceSlots(500);
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(0n);
    expect(equity - (await house.balance("equity"))).toBe(sol(0.2));
  });

  it("BET-9 BET-12 a dropped payment of two wallets is debited from each of them", async () => {
    const [first, second] = [await house.newPlayer(), await house.newPlayer()];
    const signature = await house.testChain.sendInstructions(first, [
      transferInstruction(first, house.address.deposit, sol(0.1)),
      transferInstruction(second, house.address.deposit, sol(0.2)),
    ]);
    await house.testChain.advanceSlots(2);
    await house.watch();
    const equity = await house.balance("equity");
    dropped.add(signature);
    await house.testChain.advanceSlots(500);
    await house.watch();
    for (const { address } of [first, second]) {
      expect(await house.balance(`user:${address}`)).toBe(0n);
      const told = house.events.filter(({ wallet }) => wallet === address);
      expect(
        told.map(({ payload }) => (payload as { notification: { kind: string } }).notification.kind),
      ).toEqual(["payment_credited", "payment_dropped"]);
    }
    expect(await house.balance("equity")).toBe(equity);
    expect((await depositOf(signature))!.outcome).toBe("void");
  });

  it("BET-1 gives up a prepared bet that can no longer be paid, unless it was paid in time", async () => {
    const [paying, idle] = [await house.newPlayer(), await house.newPlayer()];
    const late = await pay(paying);
    const request = { raceId, wallet: idle.address, isAdmin: false, horseId: 1, stake: sol(0.1) };
    const made = await prepareBet(house, request);
    const idleBet = made.ok ? made.value.betId : "";
    unreadable.add(late.signature);
    await house.testChain.advanceSlots(200);
    await house.watch();
    expect([(await betOf(idleBet)).status, (await betOf(late.betId)).status]).toEqual(["expired", "expired"]);
    unreadable.clear();
    await house.watch();
    expect((await betOf(late.betId)).status).toBe("confirmed");
  });
});

it.each(["furlong:1:bet a\0b", `furlong:1:bet ${"a".repeat(300)}`, "furlong:1:bet ", "furlong:1:bet é"])(
  "BET-7 a payment with the memo %j is credited and holds up no other",
  async (memo) => {
    const player = await house.newPlayer();
    await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1), memo);
    const { betId } = await pay(await house.newPlayer());
    await house.testChain.advanceSlots(1);
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.1));
    expect(await betOf(betId)).toMatchObject({ status: "confirmed" });
  },
);
