import { describe, expect, it } from "vitest";
import type { User } from "../../../contract/players/players.ts";
import type { Player } from "../../foundation/lib/player.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { betOn } from "../../foundation/live/testing/example-race.ts";
import { betButton } from "./bet-button.ts";
import { betWords } from "./words.en.ts";

const player = (isAdmin: boolean): Player => ({ kind: "player", address: "me", user: {} as User, isAdmin });
const button = (situation: Parameters<typeof betButton>[0]) => betButton(situation, translatorFor(betWords));
const open = {
  player: player(false),
  phase: "waiting",
  step: null,
  yourBet: null,
  maintenance: false,
} as const;

describe("the bet button", () => {
  it("takes a visitor to the bet step by step", () => {
    expect(button({ ...open, player: { kind: "visitor" } })).toEqual({
      label: "Connect Wallet",
      action: "connect",
    });
    expect(button({ ...open, player: { kind: "unproven", address: "me" } })).toMatchObject({
      action: "connect",
    });
    expect(button({ ...open, player: { kind: "newcomer", address: "me" } })).toMatchObject({
      action: "create profile",
    });
    const retry = () => {};
    expect(button({ ...open, player: { kind: "unknown", address: "me", retry } })).toMatchObject({
      action: "ask again",
    });
    expect(button(open)).toEqual({ label: "Place Bet", action: "bet" });
  });

  it("BET-11 is off under maintenance for all but admins, visitors too", () => {
    const others = [
      player(false),
      { kind: "visitor" },
      { kind: "unproven", address: "me" },
      { kind: "newcomer", address: "me" },
    ] as const;
    for (const other of others)
      expect(button({ ...open, maintenance: true, player: other })).toEqual({
        label: "Disabled (maintenance)",
        action: null,
      });
    expect(button({ ...open, maintenance: true, player: { kind: "connecting" } }).label).toBe("Connecting…");
    expect(button({ ...open, maintenance: true, player: player(true) }).action).toBe("bet");
  });

  it.each([
    "opening",
    "locked",
    "post",
    "racing",
    "finished",
    "completed",
    "refunded",
    "none",
    "loading",
  ] as const)("RACE-11 is off while the race is %s", (phase) =>
    expect(button({ ...open, phase }).action).toBeNull(),
  );

  it("BET-4 shows the bet that is in and takes no other", () => {
    const placed = button({ ...open, yourBet: betOn(4, "0.25") });
    expect(placed).toEqual({ label: "Bet placed · 0.25 SOL on 4", action: null });
  });
});
