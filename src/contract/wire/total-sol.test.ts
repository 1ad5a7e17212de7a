import * as z from "zod/mini";
import { expect, it } from "vitest";
import { lamports, signedLamports } from "../../domain/lamports.ts";
import { totalSol, turnoverSol } from "./total-sol.ts";

it("sums beyond what a JSON number carries exactly are rounded instead of refused", () => {
  const exact = lamports(8_388_608_000_000_000n);
  const beyond = lamports(123_456_789_000_000_001n);
  for (const codec of [totalSol, turnoverSol]) {
    expect(z.encode(codec, exact)).toBe(8_388_608);
    expect(z.decode(codec, 8_388_608)).toBe(exact);
    expect(z.encode(codec, beyond)).toBe(123_456_789);
    expect(z.decode(codec, 123_456_789)).toBe(123_456_789_000_000_000n);
    expect(z.decode(codec, 0.000000001)).toBe(1n);
  }
  expect(z.encode(totalSol, signedLamports(-5n))).toBe(-0.000000005);
  expect(() => z.decode(turnoverSol, -1)).toThrow("must be an amount in SOL");
});
