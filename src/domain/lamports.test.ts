import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allocate,
  assertIsLamports,
  isLamports,
  lamports,
  portion,
  signedLamports,
  sum,
} from "./lamports.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 18n }).map(lamports);
const weights = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 40 })
  .filter((list) => list.some((weight) => weight > 0n));

describe("lamports", () => {
  it("MONEY-1 amounts are whole numbers beyond the reach of floats", () => {
    expect(sum([lamports(9_007_199_254_740_993n), lamports(1n)])).toBe(9_007_199_254_740_994n);
  });

  it("MONEY-1 only a bigint that is not negative is an amount", () => {
    expect([isLamports(0n), isLamports(5n), isLamports(-1n), isLamports(5)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(() => lamports(-1n)).toThrow(RangeError);
    expect(() => lamports(1 as unknown as bigint)).toThrow(TypeError);
    expect(() => assertIsLamports("1")).toThrow(TypeError);
    expect(signedLamports(-1n)).toBe(-1n);
    expect(() => signedLamports(-1 as unknown as bigint)).toThrow(TypeError);
  });

  it("MONEY-4 allocation rounds down and leaves less than a lamport for each who shares", () => {
    fc.assert(
      fc.property(amount, weights, (total, list) => {
        const { shares, remainder } = allocate(total, list);
        const weightTotal = list.reduce((a, b) => a + b);
        expect(sum(shares) + remainder).toBe(total);
        expect(remainder).toBeGreaterThanOrEqual(0n);
        const sharing = list.filter((weight) => weight > 0n).length;
        expect(remainder).toBeLessThan(BigInt(sharing));
        for (const [index, share] of shares.entries()) {
          expect(share).toBe((total * list[index]!) / weightTotal);
        }
      }),
    );
  });

  it("refuses to share among nobody or what is not there", () => {
    expect(() => allocate(lamports(1n), [])).toThrow(RangeError);
    expect(() => allocate(lamports(1n), [0n])).toThrow(RangeError);
    expect(() => allocate(lamports(1n), [2n, -1n])).toThrow(RangeError);
  });

  it("takes basis points of an amount, rounded down", () => {
    expect(portion(lamports(999n), 250)).toBe(24n);
    expect(portion(lamports(999n), 10_000)).toBe(999n);
    expect(portion(lamports(999n), 0)).toBe(0n);
  });
});
