import type { SocketEventName, SocketEventPayload } from "../../../contract/wire/socket-events.ts";
import { callApi } from "../lib/api.ts";
import { isOwnSession } from "../lib/player.ts";
import { serverNow } from "../lib/server-clock.ts";
import { useConnection } from "../lib/socket.ts";
import { useWallet } from "../lib/wallet/wallet-store.ts";
import { applyRaceEvent } from "./race-events.ts";
import { currentRace, dispatchRace } from "./race-store.ts";
import { dueSeedPoll } from "./seed-poll.ts";

const TICK_MS = 100;
const ASK_EVERY_MS = 3000;

/** When the last answer about the race came, by the monotonic clock; infinite while one is awaited. */
let answeredAt = 0;
let hasFailed = false;

/**
 * Fetches the open race with the caller's own bet, which must not be shown to anyone else who is here when the answer
 * arrives. On failure the page has no race until a fetch succeeds: the race's clock tries again. Without a live
 * connection that clock asks too, and what the page knows stays if the server cannot be reached at all (rule PAGE-2).
 */
export async function refetchRace(): Promise<void> {
  answeredAt = Number.POSITIVE_INFINITY;
  const caller = connectedAddress();
  const answer = await callApi("getActiveRace", {});
  answeredAt = performance.now();
  hasFailed = !answer.ok;
  if (!answer.ok) {
    if (!isConnectionLost()) dispatchRace({ type: "fetch failed" });
    return;
  }
  const { race, yourBet, nextRaceAt } = answer.value;
  const isForCaller = isOwnSession() && (caller === null || caller === connectedAddress());
  dispatchRace({ type: "fetched", race, yourBet: isForCaller ? yourBet : null, nextRaceAt });
}

const isConnectionLost = (): boolean => useConnection.getState().status === "lost";

const connectedAddress = (): string | null => useWallet.getState().account?.address ?? null;

/** Applies what the socket says about races; a finished race is fetched, with the result of the caller's bet. */
export function feedRace<Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>): void {
  applyRaceEvent(name, payload);
  if (name === "race-complete") void refetchRace();
}

/**
 * Advances the race's clock, and requests the seed when it is due, and a race that could not be fetched. Returns a
 * function that stops it.
 */
export function startRaceClock(): () => void {
  const timer = setInterval(() => {
    dispatchRace({ type: "tick" });
    if ((hasFailed || isConnectionLost()) && performance.now() - answeredAt >= ASK_EVERY_MS)
      void refetchRace();
    const due = dueSeedPoll(currentRace().seedPoll, serverNow());
    if (due === null) return;
    dispatchRace({ type: "seed requested" });
    void findSeed(due);
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** One try: the verify call first, then the race itself. */
async function findSeed(raceId: string): Promise<void> {
  const verified = await callApi("verifyRace", { params: { id: raceId } });
  if (verified.ok) {
    const { server_seed: seed, nonce } = verified.value.race;
    dispatchRace({ type: "seed found", raceId, seed, nonce });
    return;
  }
  const active = await callApi("getActiveRace", {});
  const race = active.ok ? active.value.race : null;
  if (race?.id === raceId && race.server_seed !== null) {
    dispatchRace({ type: "seed found", raceId, seed: race.server_seed, nonce: race.nonce });
  } else {
    dispatchRace({ type: "seed unavailable", raceId });
  }
}
