import { describe, expect, it } from "vitest";
import { draftState, sendObstacle, insertInto } from "./composer-state.ts";
import { emptyLobby } from "./lobby-state.ts";

const NOW = Date.UTC(2026, 0, 1);
const inMs = (ms: number) => new Date(NOW + ms);

describe("what hinders sending", () => {
  const free = { isConnected: true, phase: "joined", rights: emptyLobby.rights, wait: null } as const;

  it("is nothing in a room that was joined", () => {
    expect(sendObstacle(free, NOW)).toBeNull();
    expect(sendObstacle({ ...free, phase: "joining" }, NOW)).toEqual({ kind: "joining" });
  });

  it("is a lost connection before all else", () => {
    const rights = { ...free.rights, bannedUntil: inMs(1) };
    expect(sendObstacle({ ...free, rights, isConnected: false }, NOW)).toEqual({ kind: "lost" });
  });

  it("is the heaviest of ban, mute and waiting, with its time left, and ends by itself", () => {
    const rights = { bannedUntil: inMs(3_000), mutedUntil: inMs(5_000), slowModeMs: 5_000 };
    const facts = { ...free, rights, wait: { until: NOW + 9_000, reason: "slow" } } as const;
    expect(sendObstacle(facts, NOW)).toEqual({ kind: "banned", msLeft: 3_000 });
    expect(sendObstacle(facts, NOW + 3_000)).toEqual({ kind: "muted", msLeft: 2_000 });
    expect(sendObstacle(facts, NOW + 5_000)).toEqual({ kind: "slow", msLeft: 4_000 });
    expect(sendObstacle(facts, NOW + 9_000)).toBeNull();
    const flood = { ...free, wait: { until: NOW + 1, reason: "flood" } } as const;
    expect(sendObstacle(flood, NOW)).toEqual({ kind: "flood", msLeft: 1 });
  });
});

describe("the draft", () => {
  it("may hold fifty characters as they are seen", () => {
    expect(draftState("x".repeat(50))).toEqual({ length: 50, left: 0, isSendable: true });
    expect(draftState("x".repeat(51))).toEqual({ length: 51, left: -1, isSendable: false });
    expect(draftState("<".repeat(50)).isSendable).toBe(true);
    expect(draftState("🐎".repeat(50)).left).toBe(0);
  });

  it("is not sent while it is blank", () => {
    for (const blank of ["", "   ", "\u200b", "\u0007\n"]) expect(draftState(blank).isSendable).toBe(false);
  });

  it("takes an emoji in at the caret, in place of what is selected", () => {
    expect(insertInto("come on four", { from: 4, to: 4 }, "🔥")).toEqual({
      text: "come🔥 on four",
      caret: 6,
    });
    expect(insertInto("come on four", { from: 8, to: 12 }, "🔥")).toEqual({ text: "come on 🔥", caret: 10 });
  });
});
