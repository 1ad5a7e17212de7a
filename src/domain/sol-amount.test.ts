import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports, signedLamports } from "./lamports.ts";
import { formatSignedSol, formatSol, parseSol } from "./sol-amount.ts";

describe("amounts of SOL", () => {
  it.each([
    ["0", 0n],
    ["1", 1_000_000_000n],
    ["0.1", 100_000_000n],
    [".5", 500_000_000n],
    ["2.", 2_000_000_000n],
    ["0.000000001", 1n],
    ["007.5", 7_500_000_000n],
  ])("LIMITS-3 reads %s", (text, expected) => {
    expect(parseSol(text)).toEqual({ ok: true, value: expected });
  });

  it.each([
    "",
    ".",
    "-1",
    "+1",
    "1e3",
    "1,5",
    " 1",
    "1 ",
    "0x1",
    "1.2.3",
    "0.0000000001",
    "NaN",
    "٣",
    "9".repeat(20),
  ])("LIMITS-3 refuses %j", (text) => {
    expect(parseSol(text)).toEqual({ ok: false, code: "INVALID_AMOUNT" });
  });

  it("LIMITS-3 an amount survives writing and reading to the lamport", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (value) => {
        const text = formatSol(lamports(value));
        expect(text).toMatch(/^\d+(\.\d{0,8}[1-9])?$/);
        expect(parseSol(text)).toEqual({ ok: true, value });
      }),
    );
  });

  it("LIMITS-3 no text makes it throw or yields a negative amount", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.]{0,25}$/)), (text) => {
        const parsed = parseSol(text);
        expect(parsed.ok ? parsed.value >= 0n : parsed.code === "INVALID_AMOUNT").toBe(true);
      }),
    );
  });

  it("shows fewer decimals by cutting off, never more than there is", () => {
    expect(formatSol(lamports(1_999_999_999n), 2)).toBe("1.99");
    expect(formatSol(lamports(1_999_999_999n), 0)).toBe("1");
    expect(formatSol(lamports(1_500_000_000n), 4)).toBe("1.5000");
    expect(formatSol(signedLamports(-1_500_000_000n))).toBe("-1.5");
    expect(formatSol(lamports(0n))).toBe("0");
  });
});

it("a loss is cut off so that what was staked, won and lost adds up", () => {
  expect(formatSignedSol(signedLamports(-41_590_910n), 4)).toBe("−0.0416");
  expect(formatSignedSol(signedLamports(-41_600_000n), 4)).toBe("−0.0416");
  expect(formatSignedSol(signedLamports(41_590_910n), 4)).toBe("+0.0415");
  expect(formatSignedSol(signedLamports(-41_590_910n))).toBe("−0.04159091");
  expect(formatSignedSol(signedLamports(0n), 4)).toBe("0.0000");
});
