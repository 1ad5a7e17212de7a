import { describe, expect, it } from "vitest";
import { continueSession, isReminderDue, minutesPlayed } from "./play-session.ts";

const MINUTE_MS = 60_000;

describe("the time that somebody plays", () => {
  it("BET-16 goes on over a reload and a short way off, and begins anew after a long one", () => {
    const first = continueSession(null, "me", 0);
    const later = continueSession(first, "me", 14 * MINUTE_MS);
    expect([later.startedAtMs, minutesPlayed(later)]).toEqual([0, 14]);
    expect(continueSession(later, "me", 29 * MINUTE_MS).startedAtMs).toBe(29 * MINUTE_MS);
    expect(continueSession(later, "other", 15 * MINUTE_MS).startedAtMs).toBe(15 * MINUTE_MS);
  });

  it("BET-16 is reminded of each so many minutes, and never where nobody asked", () => {
    const session = { address: "me", startedAtMs: 0, seenAtMs: 60 * MINUTE_MS, remindedAtMs: 0 };
    expect(isReminderDue(session, 60)).toBe(true);
    expect(isReminderDue(session, 61)).toBe(false);
    expect(isReminderDue(session, null)).toBe(false);
    expect(isReminderDue({ ...session, remindedAtMs: MINUTE_MS }, 60)).toBe(false);
  });
});
