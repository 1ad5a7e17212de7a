import type { Race, RaceHorse } from "../../contract/races/race-shape.ts";
import { lamports, ZERO } from "../../domain/lamports.ts";
import type { RaceResult } from "../foundation/live/race-result.ts";
import { initialRaceState, type RaceState } from "../foundation/live/race-state.ts";
import { betOn, exampleRace } from "../foundation/live/testing/example-race.ts";
import { sol } from "../foundation/live/testing/sol.ts";

/** A state of the race page at a time, `openedAt` being when it was opened. Both are server times, in ms. */
type RaceCase = (now: number, openedAt: number) => RaceState;

const LAP_MS = 12_000;
const motionSeed = "0123456789abcdef0123456789abcdef";
const places = [4, 1, 2, 6, 5, 3];
const winner = { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" };

const withOdds = (changes: Partial<Race>): Race => {
  const race = exampleRace(changes);
  const oddsOf = ({ totalBetAmount }: RaceHorse) =>
    totalBetAmount === null || totalBetAmount === ZERO
      ? null
      : Number((100n * race.netPool) / totalBetAmount) / 100;
  return { ...race, horses: race.horses.map((horse) => ({ ...horse, odds: oddsOf(horse) })) };
};

/** The example race with bets on only one horse, or on none. */
function aloneOn(number: number | null): Partial<Race> {
  const horses = exampleRace().horses.map((horse) =>
    horse.number === number ? horse : { ...horse, betCount: 0, totalBetAmount: ZERO },
  );
  const totalPool = lamports(horses.reduce((sum, { totalBetAmount }) => sum + (totalBetAmount ?? 0n), 0n));
  const betCount = number === null ? 0 : 1;
  const netPool = lamports((totalPool * 95n) / 100n);
  return { horses, totalPool, netPool, betCount, playersNeeded: 2 - betCount };
}

const bet = betOn(4, "0.25");

const state = (now: number, changes: Partial<Race>, rest: Partial<RaceState> = {}): RaceState => ({
  ...initialRaceState,
  now,
  loaded: true,
  race: withOdds({ bettingOpensAt: new Date(now - 60_000), ...changes }),
  ...rest,
});

/** The countdown starts over when it has run out. */
const endOf = (now: number, openedAt: number, ms: number) => new Date(now + ms - ((now - openedAt) % ms));

/** The race starts over a moment after its end. */
function startOf(now: number, openedAt: number): Date {
  const lap = LAP_MS + 3000;
  return new Date(openedAt + Math.floor((now - openedAt) / lap) * lap);
}

const run = (startsAt: Date) =>
  ({ status: "active", startsAt, motionSeed, places, durationMs: LAP_MS }) as const;

function finished(openedAt: number, now: number, result: Partial<RaceResult>): RaceState {
  const race = withOdds({
    ...run(new Date(openedAt - LAP_MS)),
    status: "completed",
    winning_horse: winner,
    winning_horse_id: 4,
  });
  const raceResult: RaceResult = {
    race,
    yourBet: null,
    places,
    payoutPerStake: 2.85,
    showFrom: 0,
    showUntil: Number.POSITIVE_INFINITY,
    ...result,
  };
  return { ...initialRaceState, now, loaded: true, race, yourBet: raceResult.yourBet, result: raceResult };
}

const hidden = withOdds({}).horses.map((horse) => ({
  ...horse,
  betCount: null,
  totalBetAmount: null,
  odds: null,
}));

/** Every state of the race page, by a name. */
export const raceCases: Readonly<Record<string, RaceCase>> = {
  loading: (now) => ({ ...initialRaceState, now }),
  "no race": (now) => ({ ...initialRaceState, now, loaded: true }),
  opening: (now) => state(now, { bettingOpensAt: null, betCount: 0, totalPool: sol("0") }),
  "waiting for players": (now) => state(now, { betCount: 1, playersNeeded: 1 }),
  countdown: (now, openedAt) =>
    state(now, { status: "countdown", countdownEndsAt: endOf(now, openedAt, 15_000) }),
  "countdown, your bet is in": (now, openedAt) =>
    state(now, { status: "countdown", countdownEndsAt: endOf(now, openedAt, 15_000) }, { yourBet: bet }),
  "amounts hidden": (now, openedAt) =>
    state(now, { status: "countdown", countdownEndsAt: endOf(now, openedAt, 5000), horses: hidden }),
  "betting closed": (now) => state(now, { status: "active" }, { yourBet: bet }),
  "at the post": (now) => state(now, { ...run(new Date(now + 1000)) }, { yourBet: bet }),
  racing: (now, openedAt) => state(now, run(startOf(now, openedAt)), { yourBet: bet }),
  "winner, no bet": (now, openedAt) => finished(openedAt, now, {}),
  "winner, you won": (now, openedAt) =>
    finished(openedAt, now, {
      yourBet: { ...bet, result: "win", payout_amount: sol("0.7125") },
    }),
  "winner, you lost": (now, openedAt) =>
    finished(openedAt, now, { yourBet: { ...betOn(1, "0.25"), result: "loss", payout_amount: sol("0") } }),
  "nobody on the winner": (now, openedAt) =>
    finished(openedAt, now, {
      payoutPerStake: null,
      yourBet: { ...betOn(1, "0.25"), result: "refunded", payout_amount: sol("0.25") },
    }),
  "superfecta bonus": (now, openedAt) => {
    const state = finished(openedAt, now, {});
    const bonus_award = { user_wallet: "", username: "galloping_gus", amount: sol("1.5") };
    return {
      ...state,
      result: state.result && { ...state.result, race: { ...state.result.race, bonus_award } },
    };
  },
  refunded: (now) => state(now, { status: "refunded", refund_reason: "no_beacon" }),
  jackpot: (now) => state(now, { isJackpotRace: true, jackpotAmount: sol("5"), race_type: "endurance" }),
  "no bet yet": (now) => state(now, aloneOn(null)),
  "everybody on one horse": (now) => state(now, { ...aloneOn(4), everybodyOnOneHorse: true }),
  "play money": (now) => state(now, { testing: true }),
};
