import { expect, it } from "vitest";
import { lamports } from "../../../../domain/lamports.ts";
import { netResult } from "./net-result.ts";

const bet = { bet_amount: lamports(5n), payout_amount: lamports(12n) };

it.each([
  ["win", 7n],
  ["refunded", 0n],
  ["loss", -5n],
  [null, -5n],
] as const)("the net result of a bet that is %s is %s", (result, net) =>
  expect(netResult({ ...bet, result })).toBe(net),
);
