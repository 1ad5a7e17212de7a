import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedLamports } from "./lamports.ts";
import { postingKinds } from "./ledger.ts";
import { houseAccounts, lineOfKind, percentOf, statementLines, statementOf } from "./statement.ts";

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(signedLamports);
const sums = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...postingKinds),
    account: fc.constantFrom(...houseAccounts),
    lamports: amount,
  }),
  { selector: ({ kind, account }) => `${kind} ${account}` },
);
const total = (amounts: Iterable<bigint>) => [...amounts].reduce((a, b) => a + b, 0n);

describe("the statement", () => {
  it("REVENUE-2 every kind of posting has its line, and every line but the reserves' a kind", () => {
    expect(Object.keys(lineOfKind).toSorted()).toEqual([...postingKinds].toSorted());
    for (const line of Object.values(lineOfKind)) expect(statementLines).toContain(line);
  });

  it("REVENUE-2 the lines add up to the change of equity, whatever was posted", () => {
    fc.assert(
      fc.property(sums, (posted) => {
        const lines = statementOf(posted);
        const equity = posted.filter(({ account }) => account === "equity");
        expect(total(lines.values())).toBe(total(equity.map(({ lamports }) => lamports)));
        expect([...lines.keys()]).toEqual(statementLines);
      }),
    );
  });

  it("REVENUE-2 tells what became of the profit of a race", () => {
    // Stakes 1000 and jackpot 200; fee 100, payouts 1095, remainder 5; commission 10, and half of the rest to the fund.
    const lines = statementOf([
      { kind: "jackpot", account: "equity", lamports: signedLamports(-200n) },
      { kind: "jackpot", account: "jackpot", lamports: signedLamports(200n) },
      { kind: "race settled", account: "jackpot", lamports: signedLamports(-200n) },
      { kind: "race settled", account: "referral", lamports: signedLamports(10n) },
      { kind: "race settled", account: "bonus", lamports: signedLamports(50n) },
      { kind: "race settled", account: "equity", lamports: signedLamports(45n) },
      { kind: "superfecta bonus", account: "bonus", lamports: signedLamports(-30n) },
      { kind: "payment created", account: "referral", lamports: signedLamports(-10n) },
    ]);
    const totals = Object.fromEntries([...lines].filter(([, lamports]) => lamports !== 0n));
    expect(totals).toEqual({ houseProfit: -95n, commissions: -10n, bonusFund: -20n, bonuses: -30n });
    expect(total(lines.values())).toBe(-155n);
  });

  it("REVENUE-3 lost stakes that are given back are the house's cost, and the race's profit stays", () => {
    const lines = statementOf([
      { kind: "race settled", account: "equity", lamports: signedLamports(50n) },
      { kind: "loss given back", account: "equity", lamports: signedLamports(-80n) },
    ]);
    const totals = Object.fromEntries([...lines].filter(([, lamports]) => lamports !== 0n));
    expect(totals).toEqual({ houseProfit: 50n, refunds: -80n });
  });
});

it("MONEY-25 percents have two decimals and are 0 of nothing", () => {
  const percents = [
    percentOf(1n, 3n),
    percentOf(-1n, 3n),
    percentOf(5n, 0n),
    percentOf(19n, 20n),
    percentOf(-1n, 80_000n),
  ];
  expect(percents).toEqual([33.33, -33.33, 0, 95, 0]);
  expect(percentOf(10n ** 18n, 10n ** 18n + 1n)).toBe(100);
});
