import fc from "fast-check";
import { expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import type { Clock } from "../ports.ts";
import { toldChanges } from "./change-news.ts";
import { repeat } from "../loop.ts";
import { hearAnswer } from "./silence.ts";

const STEP_MS = 100;
const EVERY_MS = 1_000;
/** A pause between two questions, and two looks at most before three quiet ones. */
const NOTICED_MS = 5_000;

/** What Postgres does for a while, and how long after each sign of life the next one comes. */
type Phase =
  | { readonly ms: number; readonly does: "nothing" }
  | { readonly ms: number; readonly does: "answers" | "refuses" | "other work"; readonly everyMs: number };

const ms = (min: number, max: number) =>
  fc.integer({ min: min / STEP_MS, max: max / STEP_MS }).map((n) => n * STEP_MS);
const phase: fc.Arbitrary<Phase> = fc.oneof(
  fc.record({ does: fc.constant("nothing" as const), ms: ms(100, 30_000) }),
  fc.record({
    does: fc.constantFrom("answers" as const, "refuses" as const, "other work" as const),
    ms: ms(100, 30_000),
    // Less than three looks.
    everyMs: ms(100, 1_900),
  }),
);

/** Asks each second, as the server does; resolves with what was said at each moment. */
async function watch(phases: readonly Phase[]): Promise<readonly Moment[]> {
  const moments: Moment[] = [];
  const clock = manualClock(0);
  const end = new AbortController();
  let bytes = 0;
  let isSilent = false;
  const pending: { answer: () => void; refuse: () => void }[] = [];
  const connections = { bytesRead: () => bytes, setSilent: (now: boolean) => void (isSilent = now) };
  const watching = repeat(
    { clock, everyMs: EVERY_MS, wokenBy: [], changes: toldChanges(), signal: end.signal, onError() {} },
    async () => {
      const answer = new Promise<void>((resolve, reject) => {
        pending.push({ answer: resolve, refuse: () => reject(new Error("no")) });
      });
      await hearAnswer(clock, connections, answer);
      pending.length = 0;
    },
  );
  let lastSignMs = 0;
  for (const { does, ...one } of phases) {
    for (let passed = 0; passed < one.ms; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      if ("everyMs" in one && clock.now() - lastSignMs >= one.everyMs) {
        lastSignMs = clock.now();
        if (does === "other work") bytes += 1;
        else if (does === "refuses") pending[0]?.refuse();
        else {
          bytes += pending.length;
          pending[0]?.answer();
        }
        await clock.advance(0);
      }
      moments.push({ isSilent, does, quietMs: clock.now() - lastSignMs, passed });
    }
  }
  end.abort();
  await clock.advance(60_000);
  await watching;
  return moments;
}

interface Moment {
  readonly isSilent: boolean;
  readonly does: Phase["does"];
  /** Since it last gave a sign of life. */
  readonly quietMs: number;
  /** Of this phase, in ms. */
  readonly passed: number;
}

it("OPERATE-16 Postgres is silent once nothing comes from it, and no longer once anything does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(phase, { minLength: 1, maxLength: 6 }), async (phases) => {
      const moments = await watch(phases);
      const isQuiet = ({ does, quietMs }: Moment) => does === "nothing" && quietMs > NOTICED_MS;
      const isAlive = ({ quietMs, passed }: Moment) => quietMs < 2 * EVERY_MS && passed > NOTICED_MS;
      expect(moments.filter((seen) => isQuiet(seen) && !seen.isSilent)).toEqual([]);
      expect(moments.filter((seen) => isAlive(seen) && seen.isSilent)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it("OPERATE-16 statements that take as long as they like are no silence while others are answered", async () => {
  const moments = await watch([{ does: "other work", ms: 60_000, everyMs: 1_900 }]);
  expect(moments.filter(({ isSilent }) => isSilent)).toEqual([]);
});

it("OPERATE-16 a process that stalled reads what has arrived before it says that nothing came", async () => {
  let nowMs = 0;
  const stalling: Clock = {
    now: () => nowMs,
    sleep: async () => {
      nowMs += 60_000;
      // What has arrived is read after the timers that are due.
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
  const said: boolean[] = [];
  const connections = { bytesRead: () => 0, setSilent: (isSilent: boolean) => void said.push(isSilent) };
  const answer = new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));
  expect(await hearAnswer(stalling, connections, answer)).toBe(true);
  expect(said).not.toContain(true);
});
