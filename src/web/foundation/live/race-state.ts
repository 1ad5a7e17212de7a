import type { OwnBet, Race } from "../../../contract/races/race-shape.ts";
import type { SocketEventPayload } from "../../../contract/wire/socket-events.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { isOver, missedResult, type RaceResult, resultFrom, settledResult } from "./race-result.ts";
import { seedRequested, startSeedPoll, seedUnavailable, type SeedPoll } from "./seed-poll.ts";

/** How long the shown pool is frozen from the start on. */
const POOL_FREEZE_MS = 5000;
const KEPT_NOTICES = 5;

/** A race event, for the chat. */
export interface RaceNotice {
  readonly type: string;
  /** In the server's words. */
  readonly message: string;
  readonly at: number;
  /** The open race when it was announced. */
  readonly raceId: string | null;
  /** How the race ended, if that is what happened. */
  readonly result: RaceResult | null;
}

/**
 * Everything the page knows about the open race. Times are the server's, in ms. Freezes, overlays and retries are times
 * in this state, not separate timers: see `race-phase.ts` for what follows from them.
 */
export interface RaceState {
  readonly now: number;
  /** False until the first answer, to distinguish loading from "no race". */
  readonly loaded: boolean;
  readonly race: Race | null;
  readonly yourBet: OwnBet | null;
  readonly frozenPool: { readonly amount: Lamports; readonly until: number } | null;
  readonly result: RaceResult | null;
  readonly seedPoll: SeedPoll | null;
  readonly nextRaceAt: number | null;
  /** The latest race events, newest first. */
  readonly notices: readonly RaceNotice[];
}

export type RaceEvent =
  | { readonly type: "tick" }
  /** From a call, which knows the caller's own bet. */
  | {
      readonly type: "fetched";
      readonly race: Race | null;
      readonly yourBet: OwnBet | null;
      /** Time of the next race, if the answer has it. */
      readonly nextRaceAt?: Date | null;
    }
  /** The call failed: there is no race to show. */
  | { readonly type: "fetch failed" }
  /** From a socket event, which is the same for everyone. */
  | { readonly type: "updated"; readonly race: Race }
  /** The race takes bets: nothing of the one before remains (rule PAGE-8). */
  | { readonly type: "created"; readonly race: Race; readonly message: string }
  | ({ readonly type: "countdown" } & Pick<SocketEventPayload<"race-countdown">, "raceId" | "endsAt">)
  | ({ readonly type: "started" } & Omit<SocketEventPayload<"race-start">, "timestamp">)
  | ({ readonly type: "revealed" } & SocketEventPayload<"race-reveal">)
  | ({ readonly type: "completed" } & Omit<SocketEventPayload<"race-complete">, "timestamp">)
  | {
      readonly type: "notified";
      readonly kind: string;
      readonly message: string;
      readonly nextRaceIn: number | null;
    }
  | { readonly type: "bet in"; readonly bet: OwnBet }
  | { readonly type: "signed out" }
  | { readonly type: "seed requested" }
  | { readonly type: "seed unavailable"; readonly raceId: string }
  | { readonly type: "seed found"; readonly raceId: string; readonly seed: string; readonly nonce: string };

export const initialRaceState: RaceState = {
  now: 0,
  loaded: false,
  race: null,
  yourBet: null,
  frozenPool: null,
  result: null,
  seedPoll: null,
  nextRaceAt: null,
  notices: [],
};

/** The only way in which the race on the page changes. `now` is the server's time in ms. */
export function reduceRace(state: RaceState, event: RaceEvent, now: number): RaceState {
  return applyEvent(dropElapsed(state, now), event, now);
}

/** Advances the clock and drops what has expired. */
function dropElapsed(state: RaceState, now: number): RaceState {
  const frozenPool = state.frozenPool !== null && state.frozenPool.until <= now ? null : state.frozenPool;
  const result = state.result !== null && state.result.showUntil <= now ? null : state.result;
  const nextRaceAt = state.nextRaceAt !== null && state.nextRaceAt <= now ? null : state.nextRaceAt;
  return { ...state, now, frozenPool, result, nextRaceAt };
}

function applyEvent(state: RaceState, event: RaceEvent, now: number): RaceState {
  switch (event.type) {
    case "tick":
      return state;
    case "fetched":
      if (event.race === null) return { ...state, loaded: true, race: null, yourBet: null };
      return isStale(state, event.race)
        ? withOvertakenBet(state, event.race, event.yourBet)
        : dropElapsed(withAnswer(state, event.race, event, now), now);
    case "fetch failed":
      return { ...state, loaded: true, race: null };
    case "updated":
      return isStale(state, event.race)
        ? state
        : withRace(state, event.race, ownBetFor(state, event.race), now);
    case "created":
      return withNotice(
        { ...applyEvent(state, { type: "updated", race: event.race }, now), nextRaceAt: null },
        { type: "new-race", message: event.message },
      );
    case "countdown":
      return inRace(state, event.raceId, (race) => ({
        race: { ...race, status: "countdown", countdownEndsAt: event.endsAt },
      }));
    case "started":
      return withNotice(withStart(state, event), { type: "race-start", message: event.message });
    case "revealed":
      return inRace(state, event.raceId, (race) => ({ race: { ...race, places: event.places } }));
    case "completed":
      return withNotice(withCompletion(state, event, now), {
        type: "race-complete",
        message: event.message,
      });
    case "notified":
      return withNotice(
        {
          ...state,
          nextRaceAt: event.nextRaceIn === null ? state.nextRaceAt : now + event.nextRaceIn * 1000,
        },
        { type: event.kind, message: event.message },
      );
    case "bet in":
      return inRace(state, event.bet.race_id, () => ({ yourBet: event.bet }));
    case "signed out":
      return { ...state, yourBet: null, result: state.result && { ...state.result, yourBet: null } };
    case "seed requested":
      return state.seedPoll === null ? state : { ...state, seedPoll: seedRequested(state.seedPoll) };
    case "seed unavailable":
      return state.seedPoll?.raceId === event.raceId
        ? { ...state, seedPoll: seedUnavailable(state.seedPoll, now) }
        : state;
    case "seed found": {
      const { raceId, seed, nonce } = event;
      return state.seedPoll?.raceId === raceId
        ? { ...state, seedPoll: { kind: "revealed", raceId, seed, nonce } }
        : state;
    }
  }
}

/** Answers and events can overtake one another: an older state never replaces a newer one. */
const isStale = (state: RaceState, race: Race): boolean =>
  state.race !== null && race.serverNow.getTime() < state.race.serverNow.getTime();

const ownBetFor = (state: RaceState, race: Race): OwnBet | null =>
  state.yourBet?.race_id === race.id ? state.yourBet : null;

/**
 * No event reports the player's own bet, so when an event has overtaken an answer, the bet in that answer still counts.
 */
const withOvertakenBet = (state: RaceState, race: Race, yourBet: OwnBet | null): RaceState =>
  yourBet === null ? state : inRace(state, race.id, () => ({ yourBet }));

/**
 * Applies a new state. Another race starts with nothing from the previous one except its result and its seed, and those
 * go once it takes bets (rule PAGE-8).
 */
function withRace(state: RaceState, race: Race, yourBet: OwnBet | null, now: number): RaceState {
  const sameRace = state.race?.id === race.id;
  const next: RaceState = {
    ...state,
    loaded: true,
    race: sameRace ? keepKnown(state.race, race) : race,
    yourBet,
    frozenPool: sameRace ? state.frozenPool : null,
    result: settledResult(state.result, race, yourBet) ?? missedResult(state.race, race, yourBet, now),
  };
  const opens = race.status === "countdown" || (race.status === "pending" && race.bettingOpensAt !== null);
  return opens ? { ...next, result: null, seedPoll: null } : withSeedPoll(next, race, now);
}

/**
 * The state after an answer, which covers the pause too: a page opened during it has received no event (rule RACE-14).
 */
function withAnswer(
  state: RaceState,
  race: Race,
  { yourBet, nextRaceAt }: Extract<RaceEvent, { type: "fetched" }>,
  now: number,
): RaceState {
  const known = state.race?.id === race.id ? state.nextRaceAt : null;
  return { ...withRace(state, race, yourBet, now), nextRaceAt: nextRaceAt?.getTime() ?? known };
}

/** What an event brought is kept when an answer older than that event arrives after it. */
function keepKnown(before: Race | null, race: Race): Race {
  if (before === null) return race;
  return {
    ...race,
    places: race.places ?? before.places,
    motionSeed: race.motionSeed ?? before.motionSeed,
    startsAt: race.startsAt ?? before.startsAt,
  };
}

/** A finished race has a seed: either the answer contains it, or the page polls for it. */
function withSeedPoll(state: RaceState, race: Race, now: number): RaceState {
  if (!isOver(race)) return state;
  if (race.server_seed !== null) {
    const seedPoll = {
      kind: "revealed",
      raceId: race.id,
      seed: race.server_seed,
      nonce: race.nonce,
    } as const;
    return { ...state, seedPoll };
  }
  return state.seedPoll?.raceId === race.id ? state : { ...state, seedPoll: startSeedPoll(race.id, now) };
}

function inRace(
  state: RaceState,
  raceId: string,
  change: (race: Race) => Partial<Pick<RaceState, "race" | "yourBet" | "frozenPool">>,
): RaceState {
  return state.race?.id === raceId ? { ...state, ...change(state.race) } : state;
}

function withStart(state: RaceState, event: Extract<RaceEvent, { type: "started" }>): RaceState {
  const { raceId, startsAt, durationMs, motionSeed } = event;
  return inRace(state, raceId, (race) => ({
    race: { ...race, status: "active", startsAt, durationMs, motionSeed },
    frozenPool: { amount: race.totalPool, until: startsAt.getTime() + POOL_FREEZE_MS },
  }));
}

function withCompletion(
  state: RaceState,
  event: Extract<RaceEvent, { type: "completed" }>,
  now: number,
): RaceState {
  if (state.race?.id !== event.raceId) return state;
  const { winningHorse: winning_horse, places } = event;
  const race: Race = {
    ...state.race,
    status: "completed",
    winning_horse,
    winning_horse_id: winning_horse.id,
    places,
  };
  const { payoutPerWinningStake: payoutPerStake } = event;
  const result = resultFrom(race, state.yourBet, places, { payoutPerStake, at: now });
  return withSeedPoll({ ...state, race, result, frozenPool: null }, race, now);
}

function withNotice(state: RaceState, { type, message }: Pick<RaceNotice, "type" | "message">): RaceState {
  const { now, race } = state;
  const result = type === "race-complete" && state.result?.race.id === race?.id ? state.result : null;
  const notice = { type, message, at: now, raceId: race?.id ?? null, result };
  return { ...state, notices: [notice, ...state.notices].slice(0, KEPT_NOTICES) };
}
