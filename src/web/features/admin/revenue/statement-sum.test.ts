import { expect, it } from "vitest";
import { signedLamports } from "../../../../domain/lamports.ts";
import { sumUp } from "./statement-sum.ts";

const statement = (closing: bigint) => ({
  openingEquity: signedLamports(1_000n),
  closingEquity: signedLamports(closing),
  lines: [
    { key: "houseProfit" as const, amount: signedLamports(95n) },
    { key: "networkFees" as const, amount: signedLamports(-5n) },
    { key: "funding" as const, amount: signedLamports(10n) },
  ],
});

it("the lines explain the change of equity, and what they leave unexplained is told to the lamport", () => {
  expect(sumUp(statement(1_100n))).toEqual({ sum: 100n, missing: 0n });
  expect(sumUp(statement(1_101n))).toEqual({ sum: 100n, missing: 1n });
  expect(sumUp(statement(1_000n))).toEqual({ sum: 100n, missing: -100n });
});
