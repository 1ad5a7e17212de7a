import { address } from "@solana/kit";
import { expect, it } from "vitest";
import { transferInstruction } from "../../../tests/support/chain.ts";
import { masterPassword, sol } from "../../../tests/support/house.ts";
import { openWatching } from "../../../tests/support/watching.ts";
import { posting } from "../../domain/ledger.ts";
import { post } from "../books/ledger.ts";
import { addWallets } from "../house-wallets/add-wallets.ts";
import { settleFinality } from "./settle-finality.ts";

const { house, node, raceId, pay, betOf, depositOf } = await openWatching();

it("BET-9 a payment that a fork dropped is taken back, and its signature never counts again", async () => {
  const player = await house.newPlayer();
  const { betId, signature } = await pay(player);
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect(await house.balance(`pool:${raceId()}`)).toBe(sol(0.1));
  node.dropped.add(signature);
  await house.testChain.finalize();
  await house.watch();
  expect((await betOf(betId)).result).toBeNull();
  await house.testChain.advanceSlots(500);
  await house.watch();
  expect(await betOf(betId)).toMatchObject({ status: "confirmed", result: "refunded", payout: 0n });
  expect(await house.balance(`pool:${raceId()}`)).toBe(0n);
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
  expect(await house.balance(`pool:${raceId()}`)).toBe(sol(0.2));
});

it("BET-9 the first payment that ever came to a deposit wallet is taken back by the history of who paid it", async () => {
  const { db, clock, entropy, vault } = house;
  const request = { masterPassword, kind: "deposit", count: 1, by: "admin" } as const;
  const added = await addWallets({ db, clock, entropy, vault }, request);
  const fresh = added.ok ? added.value[0]!.address : "";
  const player = await house.newPlayer();
  await house.testChain.advanceSlots(1);
  const signature = await house.testChain.sendTransfer(player, address(fresh), sol(0.5));
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect(await house.balance(`user:${player.address}`)).toBe(sol(0.5));
  node.dropped.add(signature);
  await house.testChain.advanceSlots(500);
  // A node that has forgotten when the player was paid proves nothing.
  Object.assign(node.memory, {
    firstSlot: await house.testChain.chain.slot("finalized"),
    claimedFirstSlot: 0n,
  });
  await house.watch();
  expect((await depositOf(signature))!.outcome).toBe("credit");
  node.memory.firstSlot = 0n;
  await house.watch();
  expect((await depositOf(signature))!.outcome).toBe("void");
  expect(await house.balance(`user:${player.address}`)).toBe(0n);
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
  node.dropped.add(signature);
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
  node.dropped.add(signature);
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

it("BET-9 OPERATE-1 a bet becomes final once, also when two look at the same time", async () => {
  const player = await house.newPlayer();
  const { betId } = await pay(player);
  await house.testChain.advanceSlots(2);
  await house.watch();
  await house.testChain.finalize();
  const told: unknown[] = [];
  const say = (...line: unknown[]) => void told.push(line);
  const log = { debug: say, info: say, warn: say, error: say };
  const look = () => settleFinality({ ...house, log, raceChanged: () => undefined });
  await Promise.all([look(), look()]);
  const { finalizedAt } = await betOf(betId);
  expect(finalizedAt).not.toBeNull();
  expect(told).toEqual([[expect.objectContaining({ betId }), "bet final"]]);
});
