import type { KeyPairSigner } from "@solana/kit";
import { api } from "../../contract/api.ts";
import type { Race } from "../../contract/races/race-shape.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { type Result, ok } from "../../domain/result.ts";
import type { GameClient } from "./game-client.ts";
import { ensureFunds, ensureNotice, ensureProfile, signIn } from "./join-game.ts";
import { type Pause, placeBet } from "./place-bet.ts";
import { type OpenRace, chooseHorse, planBet, styleOf } from "./plan-bet.ts";

export interface BettorOptions {
  /** 0, 1, …: chooses the name and the betting style. */
  readonly number: number;
  readonly key: KeyPairSigner;
  readonly game: GameClient;
  readonly baseUrl: string;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly pause: Pause;
  readonly report: (line: string) => void;
}

const LOOK_EVERY_MS = 1500;
const LONGEST_BACKOFF_MS = 20_000;

/** Plays until it is stopped: joins the game, then bets once in every open race that it finds. */
export async function runBettor(options: BettorOptions): Promise<void> {
  const { key, random, signal, pause, report } = options;
  let hasJoined = false;
  let lastRaceId: string | null = null;
  let failures = 0;

  while (!signal.aborted) {
    const round: Result<string | null, RefusalCode> = hasJoined
      ? await playOnce(options, lastRaceId)
      : await join(options);
    if (round.ok) {
      failures = 0;
      hasJoined = true;
      lastRaceId = round.value ?? lastRaceId;
    } else {
      failures += 1;
      report(`${key.address}: ${round.code}`);
      // The session has ended, the chain was reset, or the notice is new: join again.
      hasJoined = false;
    }
    const waitMs = Math.min(LOOK_EVERY_MS * 2 ** Math.min(failures, 5), LONGEST_BACKOFF_MS);
    await pause(waitMs * (0.75 + random() / 2));
  }
}

async function join({ game, key, number, baseUrl }: BettorOptions): Promise<Result<null, RefusalCode>> {
  const steps = [
    () => signIn(game, key),
    () => ensureProfile(game, key.address, number),
    () => ensureNotice(game, key.address),
    () => ensureFunds(baseUrl, key.address),
  ];
  for (const step of steps) {
    const done = await step();
    if (!done.ok) return done;
  }
  return ok(null);
}

/** Refusals that end a bettor's interest in the race and are not faults. */
const missed: readonly RefusalCode[] = ["BETTING_CLOSED", "ALREADY_BET", "BET_CREDITED", "BET_EXPIRED"];

/** Checks the open race and bets if there is a bet to make; returns the id of the race that is dealt with. */
async function playOnce(
  { number, game, key, baseUrl, random, pause, signal }: BettorOptions,
  lastRaceId: string | null,
): Promise<Result<string | null, RefusalCode>> {
  const looked = await game.call(api.getActiveRace, {});
  if (!looked.ok) return looked;
  const { race, yourBet } = looked.value;
  if (race === null || race.id === lastRaceId) return ok(null);
  if (yourBet !== null) return ok(race.id);
  const style = styleOf(number);
  const plan = planBet(openRace(race), style, random);
  if (plan === null) return ok(null);
  const funded = await ensureFunds(baseUrl, key.address);
  if (!funded.ok) return funded;
  await pause(plan.waitMs);
  if (signal.aborted) return ok(null);
  // Others have bet meanwhile, and some bettors look at the odds.
  const again = await game.call(api.getActiveRace, {});
  if (!again.ok) return again;
  if (again.value.race?.id !== race.id) return ok(race.id);
  const horseId = chooseHorse(openRace(again.value.race), style, random);
  if (horseId === null) return ok(race.id);
  const placed = await placeBet(game, key, { raceId: race.id, horseId, amount: plan.amount }, pause);
  return placed.ok || missed.includes(placed.code) ? ok(race.id) : placed;
}

const openRace = (race: Race): OpenRace => ({
  status: race.status,
  horses: race.horses.map(({ id, totalBetAmount }) => ({ id, stakes: totalBetAmount })),
  minBet: race.min_bet,
  maxBet: race.max_bet,
  bettingOpensAt: race.bettingOpensAt?.getTime() ?? null,
  countdownEndsAt: race.countdownEndsAt?.getTime() ?? null,
  now: race.serverNow.getTime(),
});
