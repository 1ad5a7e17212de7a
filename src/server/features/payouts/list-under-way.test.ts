import { expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { listUnderWay } from "./list-under-way.ts";

const { house, faults, step, queue, newWallet } = await openPaying();

it("each payment says how many are signed before it, then that it is sent, and nothing more", async () => {
  const at = new Date(house.clock.now());
  const [small, large, other] = [await newWallet(), await newWallet(), await newWallet()];
  await queue(small, sol(0.01), { createdAt: at, raceId: "race-1" });
  await queue(large, sol(0.3), { createdAt: at, raceId: "race-1" });
  await queue(other, sol(0.1), { createdAt: at, raceId: "race-1" });
  const positions = async () =>
    Promise.all(
      [large, other, small].map(async (wallet) => (await listUnderWay(house.db, wallet)).payments[0]),
    );
  expect((await positions()).map((one) => [one?.state, one?.ahead])).toEqual([
    ["waiting", 0],
    ["waiting", 1],
    ["waiting", 2],
  ]);
  expect((await positions())[0]).toMatchObject({ amount: sol(0.3), race_id: "race-1", kind: "payout" });
  faults.dropsSends = true;
  await step();
  expect((await positions()).map((one) => [one?.state, one?.ahead])).toEqual(Array(3).fill(["sent", null]));
  faults.dropsSends = false;
  await step();
  await house.testChain.advanceSlots();
  await step();
  expect(await listUnderWay(house.db, small)).toEqual({ payments: [], count: 0 });
});

it("names the oldest twenty of many, and nobody else's", async () => {
  const [wallet, stranger] = [await newWallet(), await newWallet()];
  for (let number = 0; number < 22; number += 1) await queue(wallet, sol(0.01));
  await house.clock.advance(1);
  await queue(stranger, sol(0.01));
  const { payments, count } = await listUnderWay(house.db, wallet);
  expect([payments.length, count]).toEqual([20, 22]);
  expect(payments.map(({ ahead }) => ahead)).toEqual(Array.from({ length: 20 }, (_, place) => place));
  expect((await listUnderWay(house.db, stranger)).count).toBe(1);
});
