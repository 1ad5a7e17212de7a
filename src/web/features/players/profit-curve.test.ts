import { expect, it } from "vitest";
import { signedLamports } from "../../../domain/lamports.ts";
import { sol } from "../../foundation/live/testing/sol.ts";
import { profitCurve } from "./profit-curve.ts";

const day = (name: string, wagered: string, won: string) => ({
  day: name,
  wagered: sol(wagered),
  won: sol(won),
  net: signedLamports(sol(won) - sol(wagered)),
});
const nowMs = Date.parse("2026-11-23T15:00:00Z");
const days = [day("2026-11-18", "1", "0"), day("2026-11-21", "1", "3.5"), day("2026-11-23", "0.5", "0")];

it("the curve begins at zero, goes below it, and stays where it was on days without bets", () => {
  const curve = profitCurve(days, { period: "week", nowMs });
  expect(curve.map(({ total }) => Number(total) / 1e9)).toEqual([0, 0, -1, -1, -1, 1.5, 1.5, 1]);
  expect(curve.at(-1)).toMatchObject({ day: "2026-11-23", atMs: Date.parse("2026-11-24") });
  expect(profitCurve(days, { period: "month", nowMs })).toHaveLength(31);
  const all = profitCurve(days, { period: "all", nowMs });
  expect(all).toHaveLength(7);
  expect(all[0]).toMatchObject({ atMs: Date.parse("2026-11-18"), total: 0n });
});

it("without bets there is no curve", () => {
  expect(profitCurve([], { period: "all", nowMs })).toEqual([]);
});
