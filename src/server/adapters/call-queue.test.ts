import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../../tests/support/clock.ts";
import {
  asHouse,
  asPlayer,
  type CallerClass,
  currentCaller,
  lowPriority,
  type PlayerShare,
} from "../foundation/chain/caller.ts";
import { type Chain, NoRoom } from "../foundation/ports.ts";
import { callQueue } from "./call-queue.ts";

const WINDOW_MS = 11_000;
const BUDGET = { calls: 100, callsOfOneMethod: 40 };

interface Sent {
  readonly who: string;
  readonly method: string;
  readonly atMs: number;
  /** Its place among the calls that were sent. */
  readonly sentAt: number;
}

/** Shares by wallet; a wallet that is not listed is a stranger behind its network address. */
function openQueue(shares: Readonly<Record<string, Partial<PlayerShare>>> = {}) {
  const clock = manualClock();
  const startMs = clock.now();
  const sent: Sent[] = [];
  const refused: string[] = [];
  const queue = callQueue({
    budget: BUDGET,
    clock,
    shareOf: async ({ wallet, network }) => ({
      key: network,
      isProven: false,
      isLast: false,
      ...(wallet !== null && shares[wallet]),
    }),
  });
  const calls: { who: string; method: string; askedMs: number; sentAt: number }[] = [];
  const turn = async (who: string, method: string) => {
    const call = { who, method, askedMs: clock.now() - startMs, sentAt: Number.POSITIVE_INFINITY };
    calls.push(call);
    try {
      await queue.turn(method);
      call.sentAt = sent.length;
      sent.push({ who, method, atMs: clock.now() - startMs, sentAt: sent.length });
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      refused.push(who);
    }
  };
  return {
    clock,
    queue,
    calls,
    sent,
    refused,
    house: (method: string) => asHouse(() => turn("house", method)),
    comfort: (method: string) => turn("comfort", method),
    player: (wallet: string, method: string, network = "10.0.0.1") =>
      asPlayer({ wallet, network }, () => turn(wallet, method)),
    sentBy: (who: string) => sent.filter((one) => one.who === who).length,
  };
}

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const proven = (key: string): Partial<PlayerShare> => ({ key, isProven: true });

describe("whose call is made first", () => {
  it("LIMITS-41 the house finds room while players ask for all that there is", async () => {
    const { clock, sent, house, player, sentBy } = openQueue({ alice: proven("alice") });
    void times(200, () => player("alice", "sendTransaction"));
    void times(200, (at) => player("mallory", `method ${at % 7}`));
    await clock.advance(0);
    expect(sent.length).toBeLessThanOrEqual(50);
    void times(20, () => house("sendTransaction"));
    void times(30, (at) => house(`other ${at % 2}`));
    await clock.advance(0);
    expect(sentBy("house")).toBe(50);
    expect(sent.filter(({ who, method }) => who !== "house" && method === "sendTransaction")).toHaveLength(
      20,
    );
  });

  it("LIMITS-41 strangers together get half of the players' share, and a proven wallet the rest", async () => {
    const { clock, player, sentBy } = openQueue({ alice: proven("alice") });
    void times(60, (at) => player("mallory", "sendTransaction", `10.0.0.${at}`));
    await clock.advance(0);
    expect(sentBy("mallory")).toBe(10);
    void times(10, () => player("alice", "sendTransaction"));
    await clock.advance(0);
    expect(sentBy("alice")).toBe(10);
  });

  it("LIMITS-41 lines take turns: who asks a hundred times does not keep the next one from their turn", async () => {
    const { clock, sent, player } = openQueue();
    void times(10, (at) => player(`early ${at}`, "sendTransaction", `10.0.1.${at}`));
    await clock.advance(0);
    void times(100, () => player("mallory", "sendTransaction", "10.0.0.1"));
    void times(4, (at) => player(`honest ${at}`, "sendTransaction", `10.0.0.${at + 2}`));
    await clock.advance(0);
    await clock.advance(WINDOW_MS);
    const second = sent.slice(10).map(({ who }) => who);
    expect(second).toHaveLength(10);
    expect(second.slice(0, 5).toSorted()).toEqual([
      "honest 0",
      "honest 1",
      "honest 2",
      "honest 3",
      "mallory",
    ]);
  });

  it("LIMITS-41 a line that is full refuses more, and a player's call waits no longer than 13 s", async () => {
    const { clock, queue, refused, player, sentBy } = openQueue();
    void times(100, () => player("mallory", "sendTransaction"));
    await clock.advance(0);
    expect([sentBy("mallory"), refused.length]).toEqual([10, 65]);
    expect(queue.waiting()).toEqual(
      new Map<CallerClass, number>([
        ["house", 0],
        ["player", 25],
        ["comfort", 0],
      ]),
    );
    await clock.advance(WINDOW_MS);
    expect([sentBy("mallory"), refused.length]).toEqual([20, 65]);
    await clock.advance(2_000);
    expect([sentBy("mallory"), refused.length]).toEqual([20, 80]);
    expect(queue.waiting().get("player")).toBe(0);
  });

  it("LIMITS-41 a payer whose payment did not land comes after all others", async () => {
    const { clock, sent, player } = openQueue({ late: { key: "late", isLast: true } });
    void times(10, (at) => player(`early ${at}`, "sendTransaction"));
    await clock.advance(0);
    void times(5, () => player("late", "sendTransaction"));
    void times(8, (at) => player(`stranger ${at}`, "sendTransaction"));
    await clock.advance(0);
    await clock.advance(WINDOW_MS);
    expect(sent.slice(10).map(({ who }) => who.split(" ")[0])).toEqual([
      ...times(8, () => "stranger"),
      "late",
      "late",
    ]);
  });

  it("LIMITS-41 what can wait has a share of its own, which players cannot take", async () => {
    const { clock, house, comfort, player, sentBy } = openQueue();
    void times(300, (at) => player("mallory", `method ${at % 9}`));
    void times(30, (at) => comfort(`balance ${at}`));
    await clock.advance(0);
    expect(sentBy("comfort")).toBe(20);
    void times(30, (at) => house(`money ${at}`));
    await clock.advance(0);
    expect(sentBy("house")).toBe(30);
  });

  it("LIMITS-41 low priority within a player's request stays the player's", async () => {
    const kinds: string[] = [];
    const chain = lowPriority({
      slot: async () => {
        kinds.push(currentCaller().kind);
        return 0n;
      },
    } as unknown as Chain);
    await asPlayer({ wallet: null, network: "10.0.0.1" }, () => chain.slot());
    await asHouse(() => chain.slot());
    expect([...kinds, currentCaller().kind]).toEqual(["player", "comfort", "comfort"]);
  });

  it("LIMITS-41 LIMITS-18 whatever is asked when: no call of the house waits while a later one of another class is sent, and no window exceeds a share", async () => {
    const call = fc.record({
      who: fc.constantFrom("house", "comfort", "alice", "bob", "mallory", "mallet"),
      method: fc.constantFrom("a", "b", "c"),
      count: fc.integer({ min: 1, max: 60 }),
      thenMs: fc.integer({ min: 0, max: 6_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 25 }), async (calls) => {
        const opened = openQueue({ alice: proven("alice"), bob: proven("bob") });
        const { clock, calls: attempts, sent, house, comfort, player } = opened;
        for (const { who, method, count, thenMs } of calls) {
          void times(count, () => {
            if (who === "house") return house(method);
            return who === "comfort" ? comfort(method) : player(who, method, `of ${who}`);
          });
          await clock.advance(0);
          await clock.advance(thenMs);
        }
        const ofHouse = attempts.filter(({ who }) => who === "house");
        for (const one of sent) {
          if (one.who === "house") continue;
          const overtaken = ofHouse.find(
            (other) =>
              other.method === one.method && other.askedMs < one.atMs && !(other.sentAt < one.sentAt),
          );
          expect(overtaken).toBeUndefined();
        }
        for (const { atMs } of sent) {
          const window = sent.filter((other) => other.atMs >= atMs && other.atMs < atMs + WINDOW_MS);
          const count = (mayCount: (one: Sent) => boolean) => window.filter(mayCount).length;
          const isPlayer = ({ who }: Sent) => who !== "house" && who !== "comfort";
          const isStranger = ({ who }: Sent) => who.startsWith("mall");
          expect(window.length).toBeLessThanOrEqual(100);
          expect(count(isPlayer)).toBeLessThanOrEqual(50);
          expect(count(isStranger)).toBeLessThanOrEqual(25);
          for (const one of ["a", "b", "c"]) {
            const ofMethod = (mayCount: (other: Sent) => boolean) =>
              count((other) => other.method === one && mayCount(other));
            expect(ofMethod(() => true)).toBeLessThanOrEqual(40);
            expect(ofMethod(isPlayer)).toBeLessThanOrEqual(20);
            expect(ofMethod(isStranger)).toBeLessThanOrEqual(10);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
