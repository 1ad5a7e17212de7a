import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type Lamports, lamports, signedLamports, sum } from "../../domain/lamports.ts";
import {
  base64,
  betId,
  cursor,
  headerText,
  instant,
  lamportsText,
  MAX_WIRE_LAMPORTS,
  pageLimit,
  raceId,
  signature,
  signedSol,
  slot,
  sol,
  solFromLamports,
  solInput,
  wallet,
} from "./codecs.ts";

const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const carried = (amount: Lamports) => z.decode(sol, overJson(z.encode(sol, amount)) as number);
const accepts = (schema: z.core.$ZodType, wire: unknown) => z.safeParse(schema, wire).success;

const anyAmount = fc.oneof(
  fc.bigInt(0n, MAX_WIRE_LAMPORTS),
  fc.bigInt(MAX_WIRE_LAMPORTS - 1_000_000n, MAX_WIRE_LAMPORTS),
  fc.bigInt(0n, 2_000_000_000n),
);

describe("sol", () => {
  it("LIMITS-3 MONEY-1 every amount up to 2²³ SOL crosses the wire to the lamport", () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(carried(lamports(amount))).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  it("MONEY-1 sums of amounts that crossed the wire are exact", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10_000_000_000n), { maxLength: 50 }), (amounts) => {
        const stakes = amounts.map(lamports);
        expect(sum(stakes.map(carried))).toBe(sum(stakes));
        expect(carried(sum(stakes))).toBe(sum(stakes));
      }),
    );
  });

  it("LIMITS-3 writes at most nine decimals", () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const text = z.encode(sol, lamports(amount)).toFixed(9);
        expect(BigInt(text.replace(".", ""))).toBe(amount);
      }),
    );
  });

  it.each([
    [0.1, 100_000_000n],
    [0.000000001, 1n],
    [1e-9, 1n],
    [0, 0n],
    [-0, 0n],
    [8_388_608, MAX_WIRE_LAMPORTS],
    [8_388_607.999999999, MAX_WIRE_LAMPORTS - 1n],
  ])("reads %d", (wire, amount) => {
    expect(z.decode(sol, wire)).toBe(amount);
  });

  it.each([
    0.0000000001,
    0.1234567891,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0.1,
    -1e-9,
    8_388_608.000000002,
    9_007_199.254740993,
    Number("123456789.123456789"),
    1e21,
    1e300,
    "0.1",
    true,
    null,
    undefined,
    {},
  ])("LIMITS-3 refuses %s", (wire) => {
    expect(accepts(sol, wire)).toBe(false);
  });

  it("LIMITS-3 throws rather than write an amount that a double cannot carry", () => {
    fc.assert(
      fc.property(fc.bigInt(MAX_WIRE_LAMPORTS + 1n, 2n ** 63n), (amount) => {
        expect(() => solFromLamports(amount)).toThrow(RangeError);
        expect(() => z.encode(sol, lamports(amount))).toThrow(RangeError);
      }),
    );
  });

  it("refuses to write a negative amount", () => {
    expect(z.safeEncode(sol, -1n as Lamports).success).toBe(false);
  });

  it("carries differences with their sign", () => {
    fc.assert(
      fc.property(fc.bigInt(0n - MAX_WIRE_LAMPORTS, MAX_WIRE_LAMPORTS), (amount) => {
        const wire = overJson(z.encode(signedSol, signedLamports(amount))) as number;
        expect(z.decode(signedSol, wire)).toBe(amount);
      }),
    );
  });
});

describe("solInput", () => {
  const amount = solInput({ positive: true, error: "INVALID_BET_AMOUNT", missing: "BET_INPUT_MISSING" });
  const message = (wire: unknown) => z.safeParse(amount, wire).error?.issues[0]?.message;

  it.each([
    ["0.1", 100_000_000n],
    ["1", 1_000_000_000n],
    ["1.", 1_000_000_000n],
    [".5", 500_000_000n],
    ["007.5", 7_500_000_000n],
    ["0.000000001", 1n],
    [0.25, 250_000_000n],
  ])("LIMITS-3 takes digits with one optional point: %s", (wire, value) => {
    expect(z.decode(amount, wire)).toBe(value);
  });

  it.each([
    "",
    ".",
    "1.2.3",
    "1e3",
    "-1",
    "+1",
    " 1",
    "1,5",
    "0x10",
    "0.1234567890",
    "0",
    "0.0",
    "9999999999",
    "١",
  ])("LIMITS-3 refuses the text '%s'", (wire) => {
    expect(accepts(amount, wire)).toBe(false);
  });

  it("tells an amount that is missing from a wrong one", () => {
    expect(message(undefined)).toBe("BET_INPUT_MISSING");
    expect(message(null)).toBe("BET_INPUT_MISSING");
    for (const wire of [0, -1, Number.NaN, "x", true, [], {}, 0.0000000001]) {
      expect(message(wire)).toBe("INVALID_BET_AMOUNT");
    }
  });

  it("reads text and number alike", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_WIRE_LAMPORTS - 1n), (value) => {
        const text = `${value / 1_000_000_000n}.${(value % 1_000_000_000n).toString().padStart(9, "0")}`;
        expect(z.decode(amount, text)).toBe(value);
        expect(z.decode(amount, solFromLamports(value))).toBe(value);
      }),
    );
  });
});

describe("lamportsText", () => {
  it("carries every amount of the books, negative and huge ones too", () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n), (amount) => {
        expect(z.decode(lamportsText, z.encode(lamportsText, signedLamports(amount)))).toBe(amount);
      }),
    );
  });
});

describe("instant", () => {
  it("carries a point in time to the millisecond", () => {
    const range = { min: new Date("1970-01-01T00:00:00Z"), max: new Date("2999-12-31T23:59:59Z") };
    fc.assert(
      fc.property(fc.date({ ...range, noInvalidDate: true }), (date) => {
        const wire = z.encode(instant, date);
        expect(wire).toMatch(/Z$/);
        expect(z.decode(instant, wire).getTime()).toBe(date.getTime());
      }),
    );
  });

  it.each(["2026-02-30T00:00:00Z", "2026-01-01", "2026-01-01T00:00:00+02:00", "now", "", 0])(
    "refuses %s",
    (wire) => {
      expect(accepts(instant, wire)).toBe(false);
    },
  );
});

describe("headerText", () => {
  const header = headerText(z.string(), "must be text");

  it("MONEY-18 carries text of any script in what a request takes as a header", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
        const wire = z.encode(header, text);
        expect(wire).toMatch(/^[\0-\u00ff]*$/);
        expect(z.decode(header, wire)).toBe(text);
      }),
    );
    expect(new Headers({ "x-text": z.encode(header, "fünf € 🐎") }).get("x-text")).toBeTruthy();
  });

  it("leaves plain text alone, and takes Latin-1 for itself", () => {
    expect(z.encode(header, "Correct horse 1!")).toBe("Correct horse 1!");
    expect(z.decode(header, "f\u00fcnf")).toBe("f\u00fcnf");
    expect(z.decode(header, "5 €")).toBe("5 €");
  });
});

describe("names of things", () => {
  it("takes addresses of 32 bytes and signatures of 64", () => {
    expect(accepts(wallet, "11111111111111111111111111111111")).toBe(true);
    expect(accepts(wallet, "So11111111111111111111111111111111111111112")).toBe(true);
    expect(accepts(signature, "1".repeat(64))).toBe(true);
    for (const wrong of ["", "1", "1".repeat(31), "1".repeat(33), "0".repeat(32), "l".repeat(43), 1, null]) {
      expect(accepts(wallet, wrong)).toBe(false);
      expect(accepts(signature, wrong)).toBe(false);
    }
  });

  it("takes ids of digits, lower-case letters and hyphens", () => {
    for (const id of [raceId, betId]) {
      expect(accepts(id, "r-12")).toBe(true);
      for (const wrong of ["", "R1", "a b", "../x", "a_b", "a".repeat(65), 12])
        expect(accepts(id, wrong)).toBe(false);
    }
  });

  it("bounds base64 and cursors", () => {
    expect(accepts(base64(8), "QUJD")).toBe(true);
    for (const wrong of ["", "QUJDREVGRw==", "Q-_D", "QUJD\n"]) expect(accepts(base64(8), wrong)).toBe(false);
    expect(accepts(cursor, "12")).toBe(true);
    expect(accepts(cursor, "' or 1=1")).toBe(false);
  });
});

describe("text of a query", () => {
  it("clamps the size of a page and refuses what is no number", () => {
    expect(z.decode(pageLimit(), "20")).toBe(20);
    expect(z.decode(pageLimit(), "0")).toBe(1);
    expect(z.decode(pageLimit(), "-5")).toBe(1);
    expect(z.decode(pageLimit(), "100000")).toBe(100);
    for (const wrong of ["", "x", "1.5", "1e9", ["1"]]) expect(accepts(pageLimit(), wrong)).toBe(false);
  });

  it("reads slots", () => {
    expect(z.decode(slot, 12)).toBe(12n);
    expect(z.encode(slot, 12n)).toBe(12);
    expect(accepts(slot, -1)).toBe(false);
  });
});
