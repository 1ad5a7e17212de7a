import { getTransactionEncoder } from "@solana/kit";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { lamports } from "../../../domain/lamports.ts";
import { ChainUnavailable } from "../ports.ts";
import { feeBidder, percentileOf } from "./fee-bidder.ts";
import { MICRO_LAMPORTS, networkFeeOf, priorityFee } from "./priority-fee.ts";
import { composeTransaction } from "./compose-transaction.ts";

const SOURCE = "9A3otZGVtHRH54ChPmYtYBHFSzdooPd8z1tjtJxkxszr";
const DESTINATION = "4Devdq4zmRrS76NEriHQVH3N7QDPPhDHspm6WrZkr3zv";
const transfer = { destination: DESTINATION, lamports: lamports(1_000_000n) };
const payment = {
  source: SOURCE,
  houseWallet: SOURCE,
  transfer,
  memo: "furlong:1:payment payout-b-1",
  signings: 0,
};
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const clock = manualClock();
let calls: string[] = [];
let own: bigint[] = [];
let all: bigint[] = [];
let units: number | null = 20_000;
let isDown = false;
let policy = { percentile: 75, cap: lamports(100_000n) };

/** A node whose answers are set by the test. */
const chain = {
  async recentPriorityFees(accounts: readonly string[]) {
    calls.push(`fees ${accounts.length}`);
    if (isDown) throw new ChainUnavailable("down");
    return accounts.length === 0 ? all : own;
  },
  async simulatedUnits() {
    calls.push("simulate");
    if (isDown) throw new ChainUnavailable("down");
    return units;
  },
};
let bidFor = feeBidder({ chain, clock, log, readPolicy: async () => policy });

beforeEach(() => {
  [calls, own, all, units, isDown] = [[], [], [], 20_000, false];
  policy = { percentile: 75, cap: lamports(100_000n) };
  bidFor = feeBidder({ chain, clock, log, readPolicy: async () => policy });
});

describe("MONEY-34 a bid", () => {
  it("is nothing while blocks are not full, and nothing is simulated for it", async () => {
    expect(await bidFor(payment)).toBeNull();
    own = [0n, 0n];
    expect(await bidFor(payment)).toBeNull();
    expect(calls).not.toContain("simulate");
  });

  it("is the percentile of what recent blocks took, for the units that a simulation took and a tenth more", async () => {
    all = [10n, 20n, 30n, 40n];
    own = [1n, 1n, 1n, 1n];
    expect(await bidFor(payment)).toEqual({ unitLimit: 22_000, unitPrice: 30n });
    own = [500n, 500n, 500n, 900n];
    await clock.advance(30_001);
    expect(await bidFor(payment)).toEqual({ unitLimit: 22_000, unitPrice: 500n });
  });

  it("doubles with each new signing, also where nobody bids, and the cap ends it", async () => {
    const prices = [];
    for (const signings of [0, 1, 2, 3, 30]) prices.push((await bidFor({ ...payment, signings }))?.unitPrice);
    const dearest = (100_000n * MICRO_LAMPORTS) / 22_000n;
    expect(prices).toEqual([undefined, 20_000n, 40_000n, 80_000n, dearest]);
    policy = { ...policy, cap: lamports(0n) };
    await clock.advance(30_001);
    expect(await bidFor({ ...payment, signings: 30 })).toBeNull();
  });

  it("costs one simulation for each shape, and two questions in half a minute", async () => {
    all = [50n];
    await Promise.all([bidFor(payment), bidFor(payment), bidFor({ ...payment, memo: "another" })]);
    await clock.advance(29_999);
    await bidFor(payment);
    expect(calls.toSorted()).toEqual(["fees 0", "fees 1", "simulate", "simulate"]);
  });

  it("takes what the network grants where a payment cannot be simulated, and asks again later", async () => {
    all = [50n];
    units = null;
    expect(await bidFor(payment)).toEqual({ unitLimit: 200_000, unitPrice: 50n });
    await bidFor(payment);
    expect(calls.filter((call) => call === "simulate")).toHaveLength(1);
    units = 10_000;
    await clock.advance(30_001);
    expect((await bidFor(payment))?.unitLimit).toBe(11_000);
  });

  it("keeps no payment back when the node does not tell", async () => {
    isDown = true;
    expect(await bidFor(payment)).toBeNull();
    expect(await bidFor({ ...payment, signings: 1 })).toEqual({ unitLimit: 200_000, unitPrice: 20_000n });
  });

  it("is never above the cap, whatever blocks take, and can be read from the transaction", () =>
    fc.assert(
      fc.asyncProperty(
        fc.bigInt(0n, 10n ** 15n),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(40),
        fc.bigInt(0n, 10_000_000n),
        fc.constantFrom("legacy" as const, 0 as const, 1 as const),
        async (price, taken, signings, cap, version) => {
          all = [price];
          units = taken;
          policy = { percentile: 50, cap: lamports(cap) };
          const fresh = feeBidder({ chain, clock, log, readPolicy: async () => policy });
          const bid = await fresh({ ...payment, signings });
          const fee = priorityFee(bid);
          expect(fee).toBeLessThanOrEqual(cap);
          const lifetime = { slot: 1n, blockhash: "1".repeat(32), lastValidBlockHeight: 1n };
          const composed = composeTransaction({ ...payment, lifetime, bid, version });
          const wire = getTransactionEncoder().encode(composed);
          expect(networkFeeOf(Buffer.from(wire).toString("base64"))).toBe(5_000n + fee);
        },
      ),
      { numRuns: 200 },
    ));
});

it("MONEY-34 the percentile is the least value that so many do not exceed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(0n, 1_000n), { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percentile) => {
        const found = percentileOf(values, percentile);
        const below = values.filter((value) => value <= found).length;
        expect(below / values.length).toBeGreaterThanOrEqual(percentile / 100 - 1e-9);
        expect(values).toContain(found);
        const less = values.filter((value) => value < found).length;
        expect(less / values.length).toBeLessThan(percentile / 100);
      },
    ),
  );
  expect(percentileOf([], 50)).toBe(0n);
});
