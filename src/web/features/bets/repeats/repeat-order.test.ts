import { expect, it } from "vitest";
import { sol } from "../../../foundation/live/testing/sol.ts";
import { mostLost, readRepeat } from "./repeat-order.ts";

const bounds = { min_bet: sol("0.01"), max_bet: sol("10") };
const texts = { amount: "0.1", races: "5", stopAtLoss: "0.3" };

it("BET-15 reads a repeat from its fields and names the one that is wrong", () => {
  const order = { amount: sol("0.1"), races: 5, stopAtLoss: sol("0.3") };
  expect(readRepeat(texts, bounds)).toEqual({ ok: true, value: order });
  for (const [field, wrong] of [
    ["amount", { amount: "" }],
    ["amount", { amount: "0.001" }],
    ["races", { races: "0" }],
    ["races", { races: "51" }],
    ["races", { races: "" }],
    ["stopAtLoss", { stopAtLoss: "0.09" }],
    ["stopAtLoss", { stopAtLoss: "" }],
  ] as const) {
    expect(readRepeat({ ...texts, ...wrong }, bounds)).toMatchObject({ ok: false, field });
  }
});

it("BET-15 says what can be lost at most", () => {
  const order = { amount: sol("0.1"), races: 5, stopAtLoss: sol("0.3") };
  expect(mostLost(order)).toBe(sol("0.3"));
  expect(mostLost({ ...order, stopAtLoss: sol("2") })).toBe(sol("0.5"));
});
