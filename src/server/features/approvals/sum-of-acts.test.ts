import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { approvalPorts } from "../../../../tests/support/approval-ports.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { seededEntropy, walletOf } from "../../../../tests/support/race-room.ts";
import { lamports } from "../../../domain/lamports.ts";
import { ok } from "../../../domain/result.ts";
import type { HouseAction } from "../../foundation/house-actions.ts";
import { performOrAsk } from "./perform-or-ask.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const HOUR = 3_600_000;
const LIMIT = 100;

/** An act of this size by one of two admins, some time after the one before; acts of a group are made at once. */
const acts = fc.array(
  fc.record({
    by: fc.constantFrom("one", "other"),
    amounts: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 4 }),
    pauseMs: fc.oneof(
      fc.integer({ min: 0, max: 30 * HOUR }),
      fc.constantFrom(24 * HOUR, 24 * HOUR - 1, 24 * HOUR + 1),
    ),
  }),
  { maxLength: 8 },
);

it("IDENTITY-5 whatever is asked, one admin moves no more than the limit in any 24 hours", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (groups) => {
      run += 1;
      const clock = manualClock();
      const moved: { readonly by: string; readonly atMs: number; readonly amount: number }[] = [];
      const ports = {
        ...approvalPorts(`one ${run}`, `other ${run}`),
        secondAdminAbove: lamports(BigInt(LIMIT)),
        db: database.db,
        clock,
        entropy: seededEntropy(`acts ${run}`),
        broadcast: { toEveryone: () => undefined, toWallet: () => undefined },
      };
      const action: HouseAction<"manual-transfer", true, never> = {
        kind: "manual-transfer",
        check: async (_tx, { amount }) => ok({ amount, cause: null }),
        async perform(_tx, { amount }, { by, at }) {
          moved.push({ by, atMs: at.getTime(), amount: Number(amount) });
          return { done: true };
        },
      };
      for (const { by, amounts, pauseMs } of groups) {
        await clock.advance(pauseMs);
        const asker = `${by} ${run}`;
        const before = moved.length;
        await Promise.all(
          amounts.map((amount, index) =>
            performOrAsk(ports)(action, {
              request: {
                playerWallet: walletOf(`${asker} ${before} ${index}`),
                amount: lamports(BigInt(amount)),
              },
              by: asker,
              reason: null,
            }),
          ),
        );
      }
      for (const { by, atMs } of moved) {
        const sum = moved
          .filter((act) => act.by === by && act.atMs > atMs - 24 * HOUR && act.atMs <= atMs)
          .reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBeLessThanOrEqual(LIMIT);
      }
    }),
    { numRuns: 15 },
  );
});
