import type { OwnBet, Race, RaceHorse } from "../../../../contract/races/race-shape.ts";
import { sol } from "./sol.ts";

/** The server's time at which the example race is seen. */
export const T0 = Date.UTC(2026, 0, 1);

const horse = (number: number, name: string, color: string, bet: string): RaceHorse => ({
  id: number,
  number,
  name,
  color,
  description: "",
  wins: 10 * number,
  races: 100,
  pick_rate: 16.6,
  win_rate: 10 * number,
  betCount: bet === "0" ? 0 : 1,
  totalBetAmount: sol(bet),
  odds: null,
});

/** A pending race with 3 SOL on horses 1 and 4, for tests. */
export const exampleRace = (changes: Partial<Race> = {}): Race => ({
  id: "race-7",
  status: "pending",
  race_type: "classic",
  isSpecial: false,
  isJackpotRace: false,
  jackpotAmount: sol("0"),
  totalPool: sol("3"),
  netPool: sol("2.85"),
  house_edge: 5,
  min_bets: 2,
  min_bet: sol("0.01"),
  max_bet: sol("10"),
  betCount: 2,
  playersNeeded: 0,
  bets: [],
  horses: [
    horse(1, "Thunder Bolt", "#D7263D", "2"),
    horse(2, "Lightning Flash", "#3E8BFF", "0"),
    horse(3, "Storm Chaser", "#FFD23F", "0"),
    horse(4, "Midnight Runner", "#2BD4BD", "1"),
    horse(5, "Golden Arrow", "#F76B15", "0"),
    horse(6, "Silver Streak", "#E9E4F2", "0"),
  ],
  everybodyOnOneHorse: false,
  winning_horse_id: null,
  winning_horse: null,
  places: null,
  server_seed_hash: "0".repeat(64),
  nonce: "7",
  server_seed: null,
  outcome_entropy: "beacon",
  beacon: null,
  anchors: { commit: null, lock: null, result: null },
  testing: false,
  superfecta: {
    bonus: sol("0.5"),
    fund: sol("0.75"),
    isCovered: true,
    minimumBet: sol("0.0812843"),
  },
  bonus_award: null,
  bonus_awards: [],
  created_at: new Date(T0 - 60_000),
  bettingOpensAt: new Date(T0 - 50_000),
  countdownEndsAt: null,
  startsAt: null,
  completed_at: null,
  durationMs: 12_000,
  motionSeed: null,
  refund_reason: null,
  serverNow: new Date(T0),
  ...changes,
});

/** The player's own bet in the example race, for tests. */
export const betOn = (horseNumber: number, amount: string): OwnBet => ({
  id: "b-1",
  race_id: "race-7",
  horse_id: horseNumber,
  horse_number: horseNumber,
  horse_name: "Midnight Runner",
  bet_amount: sol(amount),
  payout_amount: null,
  result: null,
  takeBackFrom: null,
});
