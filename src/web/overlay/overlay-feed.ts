import { create } from "zustand";
import { races } from "../../contract/races/races.ts";
import { runtime } from "../../contract/settings/runtime.ts";
import type { Race } from "../../contract/races/race-shape.ts";
import type { CallInput } from "../../contract/wire/client.ts";
import type { Endpoint } from "../../contract/wire/endpoint.ts";
import type { SocketEventName, SocketEventPayload } from "../../contract/wire/socket-events.ts";
import type { Theme } from "../../domain/theme.ts";
import { sendCall } from "../foundation/lib/send-call.ts";
import { haveClocksParted, syncServerClock } from "../foundation/lib/server-clock.ts";
import { logSilentFailure } from "../foundation/lib/silent-failure.ts";
import { openSocket } from "../foundation/lib/socket.ts";
import { applyTheme } from "../foundation/lib/theme.ts";
import { applyRaceEvent } from "../foundation/live/race-events.ts";
import { dispatchRace } from "../foundation/live/race-store.ts";

const TICK_MS = 100;
const RETRY_AFTER_MS = 3000;
const LOOK_AGAIN_MS = 60_000;
const SHOWN_WINNERS = 8;

interface Winner {
  readonly raceId: string;
  readonly number: number;
  readonly name: string;
  readonly color: string;
}

/** The latest winners, newest first; null until the server has answered. */
export const useWinners = create<{ readonly winners: readonly Winner[] | null }>(() => ({ winners: null }));

/** Calls as a visitor, even if somebody is signed in: no answer then contains anything of theirs (rule OVERLAY-4). */
const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  sendCall(endpoint, input, { caller: null, credentials: "omit" });

/** A race's players are kept out of the overlay: bets, names and awards (rule OVERLAY-4). */
export const withoutPlayers = (race: Race): Race => ({
  ...race,
  bets: [],
  bonus_award: null,
  bonus_awards: [],
});

/**
 * Keeps the race, the winners, the time and the theme up to date for as long as the overlay is open, and reconnects
 * automatically.
 *
 * @param theme null for the one that is active for everybody
 * @returns a function that stops following
 */
export function followRaces(theme: Theme | null): () => void {
  const catchUp = () => void loadAll(theme);
  const closeSocket = openSocket(null, receive, catchUp);
  const clock = setInterval(() => {
    dispatchRace({ type: "tick" });
    if (haveClocksParted()) void loadRuntime();
  }, TICK_MS);
  const again = setInterval(catchUp, LOOK_AGAIN_MS);
  catchUp();
  return () => {
    closeSocket();
    clearInterval(clock);
    clearInterval(again);
  };
}

async function loadAll(theme: Theme | null): Promise<void> {
  if (theme !== null) applyTheme(theme);
  await Promise.all([loadRace(), loadWinners(), loadRuntime(), theme === null && loadTheme()]);
}

let retry: ReturnType<typeof setTimeout> | undefined;

/** On a failure the overlay keeps showing what it has, and tries again. */
async function loadRace(): Promise<void> {
  clearTimeout(retry);
  const answer = await call(races.getActiveRace, {});
  if (!answer.ok) {
    retry = setTimeout(() => void loadRace(), RETRY_AFTER_MS);
    return;
  }
  const { race, nextRaceAt } = answer.value;
  dispatchRace({ type: "fetched", race: race && withoutPlayers(race), yourBet: null, nextRaceAt });
}

async function loadWinners(): Promise<void> {
  const answer = await call(races.listRaces, { query: { limit: SHOWN_WINNERS * 2 } });
  if (!answer.ok) return;
  const winners = answer.value.races.flatMap(({ id, winning_horse }) =>
    winning_horse === null ? [] : { ...winning_horse, raceId: id },
  );
  useWinners.setState({ winners: winners.slice(0, SHOWN_WINNERS) });
}

let version: string | null = null;

/** Loads the server's time; if the server has a different version from this page's, it also has a different page. */
const loadRuntime = (): Promise<void> =>
  syncServerClock(askRuntime, 1).catch((error: unknown) =>
    logSilentFailure("Asking for the server's time", error),
  );

async function askRuntime(): Promise<Date> {
  const answer = await call(runtime.getRuntime, {});
  if (!answer.ok) throw new Error(answer.code);
  const { version: served, serverNow } = answer.value;
  if (version !== null && version !== served) location.reload();
  version = served;
  return serverNow;
}

/** Everybody's theme, for an overlay that names none. */
async function loadTheme(): Promise<void> {
  const answer = await call(runtime.getPublicTheme, {});
  if (answer.ok) applyTheme(answer.value.theme);
  else logSilentFailure("Loading the theme", answer.code);
}

/** Race events only, whoever the socket is for. */
function receive<Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>): void {
  const publicPayload = "race" in payload ? { ...payload, race: withoutPlayers(payload.race) } : payload;
  applyRaceEvent(name, publicPayload);
  if (name === "race-complete") {
    void loadRace();
    void loadWinners();
  }
}
