import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports } from "../../../domain/lamports.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { editAmount } from "./amount-field.tsx";

describe("the amount field", () => {
  it("LIMITS-3 holds digits with one optional point and at most nine decimals", () => {
    for (const good of ["", "0", "1.", ".5", "0.25", "1.123456789"]) expect(editAmount("x", good)).toBe(good);
    for (const bad of ["-1", "1e3", "1.2.3", "abc", "1.1234567891", "0x1", "1 0"]) {
      expect(editAmount("0.1", bad)).toBe("0.1");
    }
  });

  it("takes a comma for the point", () => {
    expect(editAmount("0", "0,5")).toBe("0.5");
  });

  it("takes the digits and points of Japanese and Chinese keyboards", () => {
    expect(editAmount("", "１０．２３４")).toBe("10.234");
    expect(editAmount("", "５６７。８９")).toBe("567.89");
    expect(editAmount("", "０，５")).toBe("0.5");
    for (const bad of ["１．２．３", "１ ０", "一", "½"]) expect(editAmount("0.1", bad)).toBe("0.1");
  });

  it("LIMITS-3 takes an amount with its unit, before or after it, in any case and with any space around it", () => {
    const amount = fc
      .bigInt({ min: 0n, max: 9_999_999n * 10n ** 9n })
      .map((value) => formatSol(lamports(value)));
    const unit = fc.mixedCase(fc.constantFrom("sol", "ｓｏｌ"));
    const space = fc.constantFrom("", " ", "  ", "\u00a0", "\t");
    fc.assert(
      fc.property(amount, fc.boolean(), space, unit, space, (text, comma, before, named, after) => {
        const written = comma ? text.replace(".", ",") : text;
        expect(editAmount("0.1", `${written}${before}${named}${after}`)).toBe(text);
        expect(editAmount("0.1", `${before}${named}${after}${written}`)).toBe(text);
      }),
    );
    for (const bad of [
      "SOL",
      " sol",
      "0.5 SOLO",
      "0.5 USD",
      "0.5 SOL SOL",
      "SOL 0.5 SOL",
      "SOLO 0.5",
      "0sol5",
    ])
      expect(editAmount("0.1", bad)).toBe("0.1");
  });
});
