import { expect, it } from "vitest";
import { sol } from "../../../foundation/live/testing/sol.ts";
import { doubleOf, halfOf, mostOf } from "./stake-steps.ts";

const bounds = { min_bet: sol("0.01"), max_bet: sol("10") };

it("BET-29 half, double and the most stay within the race's bounds and the funds", () => {
  expect(halfOf(sol("0.3"), bounds)).toBe(sol("0.15"));
  expect(halfOf(sol("0.015"), bounds)).toBe(sol("0.01"));
  expect(halfOf(sol("0.000000003"), { ...bounds, min_bet: sol("0") })).toBe(sol("0.000000001"));
  expect(mostOf(bounds, sol("3.5"))).toBe(sol("3.5"));
  expect(mostOf(bounds, sol("30"))).toBe(sol("10"));
  expect(mostOf(bounds, null)).toBe(sol("10"));
  expect(doubleOf(sol("0.3"), sol("3.5"))).toBe(sol("0.6"));
  expect(doubleOf(sol("2"), sol("3.5"))).toBe(sol("3.5"));
});
