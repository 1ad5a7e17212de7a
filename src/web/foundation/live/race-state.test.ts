import { describe, expect, it } from "vitest";
import { WINNER_OVERLAY_AFTER_MS, WINNER_OVERLAY_MS } from "./race-result.ts";
import { initialRaceState, reduceRace, type RaceEvent, type RaceState } from "./race-state.ts";
import { amountsHidden, takesBets, nextUp, phaseOf, shownPool, shownResult } from "./race-phase.ts";
import { betOn, exampleRace, T0 } from "./testing/example-race.ts";
import { sol } from "./testing/sol.ts";

/** Plays events with their times in ms after T0. */
const play = (...events: readonly (readonly [number, RaceEvent])[]): RaceState =>
  events.reduce((state, [at, event]) => reduceRace(state, event, T0 + at), initialRaceState);

const fetched = (changes = {}, yourBet: RaceState["yourBet"] = null): RaceEvent => ({
  type: "fetched",
  race: exampleRace(changes),
  yourBet,
});
const tick: RaceEvent = { type: "tick" };
const started: RaceEvent = {
  type: "started",
  raceId: "race-7",
  startsAt: new Date(T0 + 1500),
  durationMs: 12_000,
  motionSeed: "0123456789abcdef0123456789abcdef",
  horseIds: [1, 2, 3, 4, 5, 6],
  serverNow: new Date(T0),
  message: "They're off",
};
const completed: RaceEvent = {
  type: "completed",
  raceId: "race-7",
  winningHorse: { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" },
  places: [4, 1, 2, 3, 5, 6],
  payoutPerWinningStake: 2.85,
  message: "Midnight Runner wins",
};

describe("phases", () => {
  it("tells loading from no race", () => {
    expect(phaseOf(initialRaceState).kind).toBe("loading");
    expect(phaseOf(play([0, { type: "fetched", race: null, yourBet: null }])).kind).toBe("none");
    expect(phaseOf(play([0, fetched()], [1, { type: "fetch failed" }])).kind).toBe("none");
  });

  it("RACE-11 takes no bet before the commitment is confirmed, nor after the close", () => {
    expect(takesBets(play([0, fetched({ bettingOpensAt: null })]))).toBe(false);
    expect(takesBets(play([0, fetched()]))).toBe(true);
    const countdown = fetched({ status: "countdown", countdownEndsAt: new Date(T0 + 8000) });
    expect(takesBets(play([0, countdown], [7999, tick]))).toBe(true);
    expect(phaseOf(play([0, countdown], [8000, tick])).kind).toBe("locked");
    expect(takesBets(play([0, countdown], [8000, tick]))).toBe(false);
  });

  it("goes from the close over the post and the run to the finish", () => {
    const closed = fetched({ status: "active", startsAt: null });
    const at = (ms: number) => phaseOf(play([0, closed], [0, started], [ms, tick]));
    expect(phaseOf(play([0, closed])).kind).toBe("locked");
    expect(at(1499).kind).toBe("post");
    expect(at(1500)).toEqual({ kind: "racing", elapsedMs: 0, msLeft: 12_000, go: true });
    expect(at(3000)).toMatchObject({ kind: "racing", go: false });
    expect(at(13_500).kind).toBe("finished");
  });

  it("follows an extension of the countdown", () => {
    const extended: RaceEvent = { type: "countdown", raceId: "race-7", endsAt: new Date(T0 + 15_000) };
    const state = play([0, fetched()], [0, extended], [5000, tick]);
    expect(phaseOf(state)).toEqual({ kind: "countdown", msLeft: 10_000 });
    expect(nextUp(state)).toMatchObject({ label: "nextRaceIn", seconds: 10 });
  });
});

describe("amounts", () => {
  const countdown = fetched({ status: "countdown", countdownEndsAt: new Date(T0 + 8000) });

  it("RACE-6 hides the amounts per horse in the last 5 s, before the server's next picture comes", () => {
    expect(amountsHidden(play([0, countdown], [2999, tick]))).toBe(false);
    expect(amountsHidden(play([0, countdown], [3000, tick]))).toBe(true);
  });

  it("RACE-6 hides them whenever the server does", () => {
    const horses = exampleRace().horses.map((horse) => ({ ...horse, totalBetAmount: null }));
    expect(amountsHidden(play([0, fetched({ horses })]))).toBe(true);
  });

  it("lets the pool stand for 5 s from the start on", () => {
    const before = play([0, fetched({ status: "active", startsAt: null })], [0, started]);
    const grown = reduceRace(
      before,
      {
        type: "updated",
        race: exampleRace({ status: "active", totalPool: sol("9"), startsAt: new Date(T0 + 1500) }),
      },
      T0 + 2000,
    );
    expect(shownPool(grown)).toBe(exampleRace().totalPool);
    expect(shownPool(reduceRace(grown, tick, T0 + 1500 + 4999))).toBe(exampleRace().totalPool);
    expect(shownPool(reduceRace(grown, tick, T0 + 1500 + 5000))).toBe(sol("9"));
  });
});

describe("order of events", () => {
  it("never lets an older picture replace a newer one", () => {
    const newer = exampleRace({ serverNow: new Date(T0 + 500), betCount: 9 });
    const older = exampleRace({ serverNow: new Date(T0 + 400), betCount: 8 });
    const state = play([0, { type: "updated", race: newer }], [1, { type: "updated", race: older }]);
    expect(state.race?.betCount).toBe(9);
  });

  it("takes the player's own bet from an answer that an event has overtaken", () => {
    const bet = betOn(4, "0.25");
    const update: RaceEvent = { type: "updated", race: exampleRace({ serverNow: new Date(T0 + 20) }) };
    const state = play([0, fetched()], [20, update], [25, fetched({ serverNow: new Date(T0 + 10) }, bet)]);
    expect(state.yourBet).toEqual(bet);
    expect(state.race?.serverNow).toEqual(new Date(T0 + 20));
    const ofAnother = fetched({ id: "race-6", serverNow: new Date(T0 + 10) }, { ...bet, race_id: "race-6" });
    expect(play([0, fetched()], [20, update], [25, ofAnother]).yourBet).toBeNull();
  });
  it("keeps the player's own bet when a picture for everyone arrives, and drops it with the race", () => {
    const state = play([0, fetched({}, betOn(4, "0.25"))], [1, { type: "updated", race: exampleRace() }]);
    expect(state.yourBet?.horse_number).toBe(4);
    const next = exampleRace({ id: "race-8" });
    expect(reduceRace(state, { type: "created", race: next, message: "" }, T0 + 2).yourBet).toBeNull();
  });

  it("keeps what an event told when a picture without it comes after", () => {
    const places = [4, 1, 2, 3, 5, 6];
    const state = play(
      [0, fetched({ status: "active" })],
      [0, started],
      [1, { type: "revealed", raceId: "race-7", places }],
      [2, { type: "updated", race: exampleRace({ status: "active" }) }],
    );
    expect(state.race?.places).toEqual(places);
    expect(state.race?.startsAt).toEqual(new Date(T0 + 1500));
  });

  it("ignores events of another race", () => {
    const state = play([0, fetched()]);
    expect(reduceRace(state, { ...started, raceId: "race-6" }, T0).race).toBe(state.race);
    expect(reduceRace(state, { ...completed, raceId: "race-6" }, T0).result).toBeNull();
  });

  it("keeps the five latest notices", () => {
    const notices = Array.from({ length: 7 }, (_, count): readonly [number, RaceEvent] => [
      count,
      { type: "notified", kind: "info", message: `${count}`, nextRaceIn: null },
    ]);
    expect(play(...notices).notices.map(({ message }) => message)).toEqual(["6", "5", "4", "3", "2"]);
  });

  it("notes which race an event was of, and how it ended", () => {
    const state = play([0, fetched({ status: "active" })], [0, started], [13_500, completed]);
    expect(state.notices.map(({ type, raceId, result }) => [type, raceId, result?.places ?? null])).toEqual([
      ["race-complete", "race-7", completed.places],
      ["race-start", "race-7", null],
    ]);
    // The end of a race that the page does not show has no result here.
    const [ofAnother] = play([0, fetched()], [0, { ...completed, raceId: "race-6" }]).notices;
    expect(ofAnother).toMatchObject({ type: "race-complete", result: null });
  });
});

describe("the result", () => {
  const run = play([0, fetched({ status: "active" }, betOn(4, "0.25"))], [0, started], [13_500, completed]);

  it("PAGE-7 lets the finish be seen, then shows the winner for ten seconds", () => {
    const overlayAt = T0 + 13_500 + WINNER_OVERLAY_AFTER_MS;
    expect(shownResult(reduceRace(run, tick, overlayAt - 1))).toBeNull();
    expect(shownResult(reduceRace(run, tick, overlayAt))?.payoutPerStake).toBe(2.85);
    expect(shownResult(reduceRace(run, tick, overlayAt + WINNER_OVERLAY_MS - 1))).not.toBeNull();
    expect(shownResult(reduceRace(run, tick, overlayAt + WINNER_OVERLAY_MS))).toBeNull();
  });

  it.each(["created", "updated", "fetched"] as const)(
    "PAGE-8 nothing of a race remains once the next one takes bets, known by an event %s",
    (type) => {
      const race = exampleRace({ id: "race-8", serverNow: new Date(T0 + 16_000) });
      const event = { type, race, message: "", yourBet: null };
      const next = reduceRace(run, event, T0 + 16_000);
      expect(next).toMatchObject({ race: { id: "race-8" }, yourBet: null, result: null, seedPoll: null });
    },
  );

  it("stays until the next race takes bets", () => {
    const race = exampleRace({ id: "race-8", bettingOpensAt: null, serverNow: new Date(T0 + 16_000) });
    const next = reduceRace(run, { type: "updated", race }, T0 + 16_000);
    expect(shownResult(next)?.race.id).toBe("race-7");
  });

  it("a late event of the next race takes nothing from the bet that is in it", () => {
    const race = exampleRace({ id: "race-8", serverNow: new Date(T0 + 16_500) });
    const own = { ...betOn(4, "0.25"), race_id: "race-8" };
    const next = reduceRace(run, { type: "fetched", race, yourBet: own }, T0 + 16_500);
    const late = { ...race, serverNow: new Date(T0 + 16_000) };
    expect(reduceRace(next, { type: "created", race: late, message: "" }, T0 + 16_600).yourBet).toEqual(own);
  });

  it("takes over the books when they are closed", () => {
    const settled = { ...betOn(4, "0.25"), result: "win" as const, payout_amount: sol("0.7125") };
    const race = exampleRace({ status: "completed", serverNow: new Date(T0 + 13_600) });
    const state = reduceRace(run, { type: "fetched", race, yourBet: settled }, T0 + 13_600);
    expect(state.result?.yourBet?.payout_amount).toBe(sol("0.7125"));
  });

  it("knows when the next race comes", () => {
    const event: RaceEvent = { type: "notified", kind: "next-race", message: "", nextRaceIn: 8 };
    const state = reduceRace(run, event, T0 + 13_600);
    expect(nextUp(reduceRace(state, tick, T0 + 15_600))).toMatchObject({ seconds: 6 });
    expect(nextUp(reduceRace(state, tick, T0 + 21_600))).toBeNull();
  });

  it("RACE-14 knows it from an answer too, which may be older than what was told", () => {
    const answer = (nextRaceAt: Date | null, id = "race-7"): RaceEvent => ({
      type: "fetched",
      race: exampleRace({ id, status: "completed" }),
      yourBet: null,
      nextRaceAt,
    });
    const opened = play([0, answer(new Date(T0 + 8000))]);
    expect(nextUp(opened)).toMatchObject({ label: "nextRaceIn", seconds: 8 });
    expect(nextUp(reduceRace(opened, tick, T0 + 8000))).toBeNull();
    expect(nextUp(reduceRace(opened, answer(null), T0))).toMatchObject({ seconds: 8 });
    expect(nextUp(reduceRace(opened, answer(null, "race-8"), T0))).toBeNull();
    expect(nextUp(play([0, answer(new Date(T0 - 1))]))).toBeNull();
  });
});

describe("the seed", () => {
  const over = play([0, fetched({ status: "active" })], [0, started], [13_500, completed]);
  const at = (ms: number, state: RaceState, event: RaceEvent = tick) => reduceRace(state, event, T0 + ms);

  it("is asked for a second after the finish, then five times in all, three seconds apart", () => {
    expect(over.seedPoll).toEqual({ kind: "waiting", raceId: "race-7", tries: 0, nextTryAt: T0 + 14_500 });
    let state = over;
    const askedAt: number[] = [];
    while (state.seedPoll?.kind === "waiting") {
      const ms = state.seedPoll.nextTryAt - T0;
      askedAt.push(ms);
      state = at(ms, at(ms, state, { type: "seed requested" }), {
        type: "seed unavailable",
        raceId: "race-7",
      });
    }
    expect(askedAt).toEqual([14_500, 17_500, 20_500, 23_500, 26_500]);
    expect(state.seedPoll).toEqual({ kind: "gave up", raceId: "race-7" });
  });

  it("is taken from a picture that holds it, also after giving up", () => {
    const gaveUp: RaceState = { ...over, seedPoll: { kind: "gave up", raceId: "race-7" } };
    const race = exampleRace({
      status: "completed",
      server_seed: "ab".repeat(32),
      serverNow: new Date(T0 + 14_000),
    });
    expect(at(14_000, gaveUp, { type: "updated", race }).seedPoll).toMatchObject({ kind: "revealed" });
  });

  it("FAIR-9 is searched for a refunded race as well", () => {
    expect(play([0, fetched({ status: "refunded" })]).seedPoll).toMatchObject({ kind: "waiting" });
  });
});

describe("a page that is opened after the finish", () => {
  const ended = {
    status: "completed",
    startsAt: new Date(T0 - 14_000),
    completed_at: new Date(T0 - 2000),
    motionSeed: "0123456789abcdef0123456789abcdef",
    places: [4, 1, 2, 3, 5, 6],
    winning_horse_id: 4,
  } as const;

  it("shows the result for as long as everybody else sees it", () => {
    const seen = play([0, fetched(ended)]);
    expect(shownResult(seen)?.places).toEqual([4, 1, 2, 3, 5, 6]);
    const until = WINNER_OVERLAY_AFTER_MS + WINNER_OVERLAY_MS - 2000;
    expect(shownResult(reduceRace(seen, tick, T0 + until - 1))).not.toBeNull();
    expect(shownResult(reduceRace(seen, tick, T0 + until))).toBeNull();
    expect(shownResult(play([until, fetched(ended)]))).toBeNull();
  });

  it("does not bring a result back that has been seen", () => {
    const over = fetched({ ...ended, completed_at: new Date(T0 + 13_500), serverNow: new Date(T0 + 14_000) });
    const seen = play([0, fetched()], [100, started], [13_500, completed], [14_000, over]);
    const later = reduceRace(seen, tick, T0 + 60_000);
    expect(reduceRace(later, over, T0 + 60_001).result).toBeNull();
  });
});

it("forgets the player's own bet everywhere when the account has gone", () => {
  const bet = betOn(4, "1");
  const seen = play([0, fetched({}, bet)], [100, started], [13_500, completed]);
  expect(seen.result?.yourBet).toEqual(bet);
  const left = reduceRace(seen, { type: "signed out" }, T0 + 13_600);
  expect([left.yourBet, left.result?.yourBet]).toEqual([null, null]);
});
