import { expect, it } from "vitest";
import { isDepositing, whileDepositing, whileWalletAsks } from "./own-deposit.ts";

it("BET-26 a deposit is under way except while the wallet asks, which may be for ever", async () => {
  let approve: () => void = () => undefined;
  const signed = new Promise<void>((resolve) => (approve = resolve));
  let credit: () => void = () => undefined;
  const credited = new Promise<void>((resolve) => (credit = resolve));
  const deposit = whileDepositing(async () => {
    await whileWalletAsks(() => signed);
    await credited;
  });
  expect(isDepositing()).toBe(false);
  approve();
  await expect.poll(isDepositing).toBe(true);
  credit();
  await deposit;
  expect(isDepositing()).toBe(false);
});
