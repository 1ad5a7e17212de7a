import { describe, expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { depositWatcher } from "../../../../tests/support/deposit-watcher.ts";
import { openWatching } from "../../../../tests/support/watching.ts";
import { betMemo } from "../../../domain/memo.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { prepareBet } from "./prepare-bet.ts";

const { house, node, raceId, pay, betOf, depositOf, cursor } = await openWatching();

describe("the deposit watcher", () => {
  it("BET-7 BET-9 BET-23 takes bets that were never confirmed as soon as their payments are final, and tells their players", async () => {
    const player = await house.newPlayer();
    const { betId, signature } = await pay(player);
    await house.watch();
    expect((await betOf(betId)).status).toBe("prepared");
    await house.testChain.advanceSlots(1);
    await house.watch();
    expect(await betOf(betId)).toMatchObject({ status: "confirmed", signature });
    const events = house.events.filter(({ wallet }) => wallet === player.address);
    expect(events).toMatchObject([{ payload: { notification: { kind: "balance_changed" } } }]);
    await house.checkSolvency();
  });

  it("BET-7 reads a long history in pages, without a gap, and each transaction once", async () => {
    const player = await house.newPlayer();
    await house.testChain.advanceSlots();
    await house.watch();
    const sent: string[] = [];
    for (let i = 0; i < 23; i += 1) {
      sent.push(await house.testChain.sendTransfer(player, house.address.deposit, sol(0.01), `note ${i}`));
      await house.testChain.advanceSlots(1);
    }
    await house.testChain.advanceSlots(2);
    const watch = depositWatcher({ ...house, pageSize: 5 });
    node.reads = 0;
    await watch();
    expect(node.reads).toBe(23);
    await watch();
    expect(node.reads).toBe(23);
    for (const signature of sent) expect((await depositOf(signature))!.outcome).toBe("credit");
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.23));
    await house.testChain.advanceSlots();
    await watch();
    expect(await cursor()).toBe(sent.at(-1));
    // Another process, or this one after a restart, starts from the cursor.
    await depositWatcher({ ...house, pageSize: 5 })();
    expect(node.reads).toBe(23);
    await house.checkSolvency();
  });

  it("BET-7 a transaction that cannot be read holds the cursor and nothing else", async () => {
    const [first, second] = [await house.newPlayer(), await house.newPlayer()];
    const stuck = await pay(first);
    await house.testChain.advanceSlots(1);
    const fine = await pay(second);
    await house.testChain.advanceSlots();
    node.unreadable.add(stuck.signature);
    await house.watch();
    expect(await depositOf(stuck.signature)).toBeUndefined();
    expect((await betOf(fine.betId)).status).toBe("confirmed");
    expect(await cursor()).not.toBe(fine.signature);
    node.unreadable.clear();
    await house.watch();
    expect((await betOf(stuck.betId)).status).toBe("confirmed");
    expect(await cursor()).toBe(fine.signature);
    await house.checkSolvency();
  });

  it("BET-7 a deposit that a node forgot before it was read is not skipped", async () => {
    const player = await house.newPlayer();
    const missed = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.3));
    await house.testChain.advanceSlots(2);
    node.memory.firstSlot = await house.testChain.chain.slot();
    const newer = await house.testChain.sendTransfer(player, house.address.deposit, sol(0.2));
    await house.testChain.advanceSlots();
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.2));
    expect(await cursor()).not.toBe(newer);
    node.memory.firstSlot = 0n;
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.5));
    expect((await depositOf(missed))!.outcome).toBe("credit");
    expect(await cursor()).toBe(newer);
  });

  it("BET-7 the first deposit to a wallet is not skipped either, when a node forgot it", async () => {
    const { address } = await house.testChain.newKeypair();
    // Retired, so that no other test's bet is assigned to it.
    const added = { address, kind: "deposit", sealedKey: "sealed", isActive: false } as const;
    await house.db.insert(houseWallets).values({ ...added, createdAt: new Date(house.clock.now()) });
    const player = await house.newPlayer();
    await house.testChain.sendTransfer(player, address, sol(0.3));
    await house.testChain.advanceSlots(2);
    node.memory.firstSlot = await house.testChain.chain.slot();
    const newer = await house.testChain.sendTransfer(player, address, sol(0.2));
    await house.testChain.advanceSlots();
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.2));
    expect(await cursor(address)).toBeUndefined();
    node.memory.firstSlot = 0n;
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.5));
    expect(await cursor(address)).toBe(newer);
    await house.checkSolvency();
  });

  it("BET-1 gives up a prepared bet that can no longer be paid, unless it was paid in time", async () => {
    const [paying, idle] = [await house.newPlayer(), await house.newPlayer()];
    const late = await pay(paying);
    const request = {
      raceId: raceId(),
      wallet: idle.address,
      isAdmin: false,
      isBarredFromJackpots: false,
      horseId: 1,
      stake: sol(0.1),
    };
    const made = await prepareBet(house, request);
    const idleBet = made.ok ? made.value.betId : "";
    node.unreadable.add(late.signature);
    await house.testChain.advanceSlots(200);
    await house.watch();
    expect([(await betOf(idleBet)).status, (await betOf(late.betId)).status]).toEqual(["expired", "expired"]);
    node.unreadable.clear();
    await house.watch();
    expect((await betOf(late.betId)).status).toBe("confirmed");
  });
});

it.each(["a\0b", "a".repeat(300), "", "é", "0".repeat(64)])(
  "BET-7 a payment whose memo commits to %j is credited and holds up no other",
  async (commitment) => {
    const memo = betMemo(commitment, `${"A".repeat(43)}=`);
    const player = await house.newPlayer();
    await house.testChain.sendTransfer(player, house.address.deposit, sol(0.1), memo);
    const { betId } = await pay(await house.newPlayer());
    await house.testChain.advanceSlots(1);
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.1));
    expect(await betOf(betId)).toMatchObject({ status: "confirmed" });
  },
);
