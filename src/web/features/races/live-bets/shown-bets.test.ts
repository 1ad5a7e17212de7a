import { expect, it } from "vitest";
import type { Race } from "../../../../contract/races/race-shape.ts";
import { betOn, exampleRace, T0 } from "../../../foundation/live/testing/example-race.ts";
import { sol } from "../../../foundation/live/testing/sol.ts";
import { initialRaceState, type RaceState, reduceRace } from "../../../foundation/live/race-state.ts";
import { SHOWN_BETS, shownBets, shownWinner } from "./shown-bets.ts";

const wallet = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

const bet = (id: string, changes: Partial<Race["bets"][number]> = {}): Race["bets"][number] => ({
  id,
  user_wallet: wallet,
  username: id,
  horse_id: 4,
  horse_name: "Midnight Runner",
  bet_amount: sol("0.5"),
  payout_amount: null,
  ...changes,
});

const view = { yourBet: null, areHidden: false, winner: null };

it("PAGE-9 lists the newest thirty of any number of bets, and the player's own below them", () => {
  const bets = Array.from({ length: 50 }, (_, at) => bet(`bet-${at}`));
  const race = exampleRace({ bets, betCount: 1000 });
  const ids = (of: Parameters<typeof shownBets>[0]) => shownBets(of).map(({ id }) => id);
  const newest = bets.slice(0, SHOWN_BETS).map(({ id }) => id);
  expect(ids({ ...view, race })).toEqual(newest);
  const own = { ...betOn(4, "0.5"), id: "bet-40" };
  expect(ids({ ...view, race, yourBet: own })).toEqual([...newest, "bet-40"]);
  expect(ids({ ...view, race, yourBet: { ...own, id: "bet-3" } })).toEqual(newest);
  const older = shownBets({ ...view, race, yourBet: { ...own, id: "bet-900" } }).at(-1);
  expect(older).toMatchObject({ id: "bet-900", isOwn: true, stake: sol("0.5"), horse: { number: 4 } });
});

it("PAGE-9 shows nothing of a player who hides figures, not even beside a winner's payout", () => {
  const hidden = { user_wallet: null, username: null, bet_amount: null };
  const race = exampleRace({ bets: [bet("bet-1", hidden), bet("bet-2", { payout_amount: sol("1.4") })] });
  expect(shownBets({ ...view, race, winner: 4 })).toMatchObject([
    { wallet: null, name: null, stake: "hidden", payout: "hidden", hasWon: true },
    { name: "bet-2", stake: sol("0.5"), payout: sol("1.4"), hasWon: true },
  ]);
  // Their own page shows it to them.
  const yourBet = { ...betOn(4, "0.5"), id: "bet-1", payout_amount: sol("1.4") };
  expect(shownBets({ ...view, race, yourBet, winner: 4 })[0]).toMatchObject({
    stake: sol("0.5"),
    payout: sol("1.4"),
    isOwn: true,
  });
});

it("RACE-6 PAGE-9 hides horse and stake of what it already has in the last seconds, except those of the own bet", () => {
  const race = exampleRace({ bets: [bet("bet-2"), bet("bet-1")] });
  const yourBet = { ...betOn(4, "0.5"), id: "bet-1" };
  expect(shownBets({ ...view, race, yourBet, areHidden: true })).toMatchObject([
    { name: "bet-2", horse: null, stake: null },
    { horse: { number: 4 }, stake: sol("0.5"), isOwn: true },
  ]);
});

it("PAGE-7 PAGE-9 marks no winner before the winner's card, and losers never have a payout", () => {
  const race = exampleRace({
    status: "active",
    startsAt: new Date(T0),
    bets: [bet("bet-2", { horse_id: 1, payout_amount: sol("0") }), bet("bet-1", { payout_amount: sol("1") })],
  });
  let state: RaceState = reduceRace(
    initialRaceState,
    { type: "fetched", race, yourBet: null, nextRaceAt: null },
    T0,
  );
  const { id, number, name, color } = race.horses[3]!;
  state = reduceRace(
    state,
    {
      type: "completed",
      raceId: race.id,
      winningHorse: { id, number, name, color },
      places: [4, 1, 2, 3, 5, 6],
      payoutPerWinningStake: 2,
      message: "Midnight Runner wins!",
    },
    T0 + 12_000,
  );
  expect(shownWinner(state)).toBeNull();
  const later = reduceRace(state, { type: "tick" }, T0 + 14_000);
  expect(shownWinner(later)).toBe(id);
  // The card goes, the winner stays.
  const last = reduceRace(later, { type: "tick" }, T0 + 60_000);
  expect(last.result).toBeNull();
  expect(shownBets({ ...view, race: last.race!, winner: shownWinner(last) })).toMatchObject([
    { hasWon: false, payout: null },
    { hasWon: true, payout: sol("1") },
  ]);
});
