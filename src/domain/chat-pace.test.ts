import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHAT_FLOOD, chatWait } from "./chat-pace.ts";

describe("the pace of a player's messages", () => {
  it("CHAT-11 waits for what is left of slow mode", () => {
    expect(chatWait([], { now: 0, slowModeMs: 2_000 })).toBeNull();
    expect(chatWait([1_000], { now: 1_500, slowModeMs: 2_000 })).toEqual({
      code: "CHAT_SLOW_MODE",
      waitMs: 1_500,
    });
    expect(chatWait([1_000], { now: 2_999, slowModeMs: 2_000 })?.waitMs).toBe(1);
    expect(chatWait([1_000], { now: 3_000, slowModeMs: 2_000 })).toBeNull();
    expect(chatWait([1_000], { now: 1_000, slowModeMs: 0 })).toBeNull();
  });

  it("CHAT-11 waits no longer than slow mode for a clock that is ahead", () => {
    expect(chatWait([90_000], { now: 1_000, slowModeMs: 2_000 })?.waitMs).toBe(2_000);
  });

  it("CHAT-12 takes five messages in ten seconds, and then waits for the first of them to be over", () => {
    const four = [4_000, 3_000, 2_000, 1_000];
    expect(chatWait(four, { now: 5_000, slowModeMs: 0 })).toBeNull();
    const five = [5_000, ...four];
    expect(chatWait(five, { now: 5_000, slowModeMs: 0 })).toEqual({ code: "RATE_LIMITED", waitMs: 6_000 });
    expect(chatWait(five, { now: 11_000, slowModeMs: 0 })).toBeNull();
    expect(chatWait(five, { now: 5_000, slowModeMs: 60_000 })?.code).toBe("CHAT_SLOW_MODE");
  });

  it("CHAT-12 never lets more than five through in any ten seconds, however they are timed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 60 }),
        fc.constantFrom(0, 1_000, 3_000),
        (gaps, slowModeMs) => {
          let now = 0;
          let sent: number[] = [];
          for (const gap of gaps) {
            now += gap;
            if (chatWait(sent, { now, slowModeMs }) === null) sent = [now, ...sent];
          }
          const tooClose = sent.filter((at, index) => {
            const fifthBefore = sent[index + CHAT_FLOOD.messages];
            const before = sent[index + 1];
            return (
              (fifthBefore !== undefined && at - fifthBefore < CHAT_FLOOD.withinMs) ||
              (before !== undefined && at - before < slowModeMs)
            );
          });
          expect(tooClose).toEqual([]);
        },
      ),
    );
  });
});
