import { expect, it } from "vitest";
import { readTransfer } from "./transfer-input.ts";

const wallet = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";

it("a transfer wants a wallet and an amount", () => {
  for (const [to, amount] of [
    ["", "1"],
    [wallet, " "],
    ["", ""],
  ] as const)
    expect(readTransfer(to, amount)).toMatchObject({ code: "transferInputMissing" });
  expect(readTransfer("not a wallet", "1")).toMatchObject({ code: "walletInvalid" });
});

it("its amount is whole thousandths of a SOL, from one up, to the lamport", () => {
  for (const amount of ["0", "0.0009", "0.0015", "1e3", "-1", "0.001000001", "1,5", "abc"])
    expect(readTransfer(wallet, amount)).toMatchObject({ code: "amountInvalid" });
  const read = (amount: string) => {
    const transfer = readTransfer(` ${wallet} `, amount);
    return transfer.ok ? transfer.value : null;
  };
  expect(read("0.001")).toEqual({ playerWallet: wallet, amount: 1_000_000n });
  expect(read("8388607.999")?.amount).toBe(8_388_607_999_000_000n);
  expect(read("8388608.001")).toBeNull();
});
