import { expect, it } from "vitest";
import { sol } from "../../../tests/support/house.ts";
import { openPaying } from "../../../tests/support/paying.ts";
import { chooseAffordablePayments } from "./affordable-payments.ts";
import { readOpenPayments } from "./open-payments.ts";

const { house, newWallet, queue, finish } = await openPaying();

it("MONEY-11 MONEY-26 a wallet signs nothing until its first money is final, but on a chain without forks", async () => {
  await queue(await newWallet(), sol(0.1));
  const open = await readOpenPayments(house.db);
  const fresh = await newWallet();
  const vault = { addresses: () => Promise.resolve([fresh]) };
  const payers = async (isLocal: boolean) => {
    const chosen = await chooseAffordablePayments({ chain: house.chain, vault, isLocal }, open, []);
    return chosen.affordable.map(({ source }) => source);
  };
  await house.testChain.finalize();
  await house.testChain.fund(fresh, sol(1));
  expect(await payers(true)).toEqual([fresh]);
  expect(await payers(false)).toEqual([]);
  await house.testChain.finalize();
  expect(await payers(false)).toEqual([fresh]);
  await finish();
});
