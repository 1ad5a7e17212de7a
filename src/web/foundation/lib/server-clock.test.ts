import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  estimateOffset,
  haveClocksParted,
  serverNow,
  syncServerClock,
  withSample,
  type TimeSample,
} from "./server-clock.ts";

const sample = (sentAt: number, tripMs: number, serverAt: number): TimeSample => ({
  sentAt,
  receivedAt: sentAt + tripMs,
  serverAt,
});

describe("the server's clock", () => {
  it("is local time as long as nothing is known", () => {
    expect(estimateOffset([])).toBe(0);
  });

  it("trusts the answer with the least round trip", () => {
    const slow = sample(0, 800, 5_900);
    const fast = sample(1000, 40, 6_020);
    expect(estimateOffset([slow, fast])).toBe(5_000);
  });

  it("errs by half of the least round trip at most, however uneven the way is", () => {
    const trip = fc.record({ there: fc.nat(2000), back: fc.nat(2000) });
    fc.assert(
      fc.property(fc.array(trip, { minLength: 1, maxLength: 8 }), fc.integer(), (trips, offset) => {
        const samples = trips.map(({ there, back }, at) =>
          sample(at * 5000, there + back, at * 5000 + there + offset),
        );
        const least = Math.min(...trips.map(({ there, back }) => there + back));
        expect(Math.abs(estimateOffset(samples) - offset)).toBeLessThanOrEqual(least / 2 + 1e-6);
      }),
    );
  });

  it("forgets old samples and impossible ones", () => {
    const old = withSample([], sample(0, 10, 0));
    expect(withSample(old, sample(10 * 60_000, 50, 0))).toHaveLength(1);
    expect(withSample(old, sample(100, -5, 0))).toBe(old);
  });
});

describe("a machine that sleeps", () => {
  afterEach(() => vi.restoreAllMocks());

  /** The monotonic clock stood still for so long. */
  const sleep = (ms: number) => {
    const awake = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => awake() - ms);
  };
  const ask = async () => new Date(Date.now() + 5_000);
  const error = () => Math.abs(serverNow() - (Date.now() + 5_000));

  it("has the server's time again after one answer", async () => {
    await syncServerClock(ask);
    expect(error()).toBeLessThan(300);
    sleep(90_000);
    expect(haveClocksParted()).toBe(true);
    expect(error()).toBeGreaterThan(60_000);
    await syncServerClock(ask, 1);
    expect(haveClocksParted()).toBe(false);
    expect(error()).toBeLessThan(300);
  });

  it("PAGE-4 knows that its time is wrong until a request after the sleep is answered", async () => {
    await syncServerClock(ask);
    sleep(90_000);
    const fails = async () => {
      throw new Error("No connection");
    };
    await expect(syncServerClock(fails)).rejects.toThrow("No connection");
    expect(haveClocksParted()).toBe(true);
    await syncServerClock(ask, 1);
    expect(haveClocksParted()).toBe(false);
    expect(error()).toBeLessThan(300);
  });

  it("does not believe an answer that it slept through", async () => {
    await syncServerClock(ask);
    let requests = 0;
    await syncServerClock(async () => {
      requests += 1;
      const answer = await ask();
      if (requests === 1) sleep(90_000);
      // As if it had been sent before the machine fell asleep.
      return requests === 1 ? new Date(answer.getTime() - 90_000) : answer;
    }, 2);
    expect(error()).toBeLessThan(300);
  });
});
