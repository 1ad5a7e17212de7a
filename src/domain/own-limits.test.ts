import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports } from "./lamports.ts";
import {
  changeLimit,
  type KeptLimit,
  leftOf,
  limitAt,
  limitPassed,
  type LimitUse,
  NO_LIMIT,
  RAISE_DELAY_MS,
} from "./own-limits.ts";

const HOUR_MS = 3_600_000;
const limitOf = (value: bigint | null, next: KeptLimit["next"] = null): KeptLimit => ({ value, next });

describe("a limit", () => {
  it("BET-16 is set and lowered at once, raised and removed after a day", () => {
    expect(changeLimit(NO_LIMIT, 5n, 0)).toEqual(limitOf(5n));
    expect(changeLimit(limitOf(5n), 3n, 0)).toEqual(limitOf(3n));
    expect(changeLimit(limitOf(5n), 9n, 7)).toEqual(limitOf(5n, { value: 9n, atMs: 7 + RAISE_DELAY_MS }));
    expect(changeLimit(limitOf(5n), null, 7)).toEqual(limitOf(5n, { value: null, atMs: 7 + RAISE_DELAY_MS }));
  });

  it("BET-16 keeps the time of a raise that is asked for again, and forgets it when the old one is", () => {
    const raised = changeLimit(limitOf(5n), 9n, 0);
    expect(changeLimit(raised, 9n, HOUR_MS)).toEqual(raised);
    expect(changeLimit(raised, 8n, HOUR_MS).next).toEqual({ value: 8n, atMs: HOUR_MS + RAISE_DELAY_MS });
    expect(changeLimit(raised, 5n, HOUR_MS)).toEqual(limitOf(5n));
    expect(changeLimit(raised, 9n, RAISE_DELAY_MS)).toEqual(limitOf(9n));
  });

  it("BET-16 never rises but to what was asked for a day before, with nothing else asked since", () => {
    const asks = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 40 }),
        value: fc.option(fc.bigInt({ min: 1n, max: 9n })),
      }),
      { maxLength: 30 },
    );
    const size = (value: bigint | null) => value ?? 1_000n;
    fc.assert(
      fc.property(asks, (all) => {
        let limit = changeLimit(NO_LIMIT, 5n, 0);
        let nowMs = 0;
        let lastChange: { value: bigint | null; atMs: number } = { value: 5n, atMs: 0 };
        const look = (ms: number) => {
          const before = limit.value;
          limit = limitAt(limit, ms);
          if (size(limit.value) <= size(before)) return;
          expect(limit.value).toBe(lastChange.value);
          expect(ms - lastChange.atMs).toBeGreaterThanOrEqual(RAISE_DELAY_MS);
        };
        for (const { after, value } of all) {
          nowMs += after * HOUR_MS;
          look(nowMs);
          const before = limit.value;
          limit = changeLimit(limit, value, nowMs);
          expect(size(limit.value)).toBe(size(before) < size(value) ? size(before) : size(value));
          if (value !== lastChange.value) lastChange = { value, atMs: nowMs };
        }
        look(nowMs + RAISE_DELAY_MS);
      }),
    );
  });
});

describe("a stake", () => {
  const use = (kind: LimitUse["kind"], limit: bigint | null, used: bigint): LimitUse => ({
    kind,
    limit: limit === null ? null : lamports(limit),
    used: lamports(used),
    freesAt: null,
  });

  it("BET-16 passes the limit that leaves least, and none that it just fills", () => {
    const uses = [use("stakeDay", 10n, 4n), use("stakeWeek", 20n, 18n), use("lossDay", null, 99n)];
    expect(limitPassed(uses, lamports(2n))).toBeNull();
    expect(limitPassed(uses, lamports(3n))?.kind).toBe("stakeWeek");
    expect(limitPassed(uses, lamports(7n))?.kind).toBe("stakeWeek");
    expect(limitPassed([use("lossDay", 3n, 8n)], lamports(1n))).toMatchObject({ kind: "lossDay" });
    expect(leftOf({ ...use("lossDay", 3n, 8n), limit: lamports(3n) })).toBe(0n);
  });
});
