import * as z from "zod/mini";
import { ownBet, type OwnBet, race as raceSchema } from "../../../../contract/races/race-shape.ts";
import { races } from "../../../../contract/races/races.ts";
import { writeReply } from "../../../../contract/wire/wire.ts";
import { hidesAmounts } from "../../../../domain/betting-window.ts";
import { bettingWindowOf } from "../race-rows.ts";
import type { RaceFacts } from "./race-facts.ts";
import { raceView } from "./race-view.ts";

/** The body of the answer when there is no race. */
export const NO_RACE_TEXT = JSON.stringify(
  writeReply(races.getActiveRace, { race: null, yourBet: null, nextRaceAt: null }),
);

/** JSON of a race up to the value of its last field, the server's time. */
type RaceText = string;

/** Encoded text of each read of a race as everyone sees it, with its amounts hidden and shown. */
const shared = new WeakMap<RaceFacts, Map<boolean, RaceText>>();

interface Viewing {
  readonly nowMs: number;
  readonly viewer: string | null;
  readonly yourBet: OwnBet | null;
  /** Time of the next race in epoch milliseconds; null while the race is open. */
  readonly nextRaceAt: number | null;
}

/**
 * The body of `getActiveRace`. The race is encoded once per read, and every viewer gets that text with the current time
 * added. Anything private to a wallet never enters the shared text: a viewer's own bet is encoded separately, and so is
 * the race for a winner of its bonus, the only viewer who may see more of it than others (rules PRIVACY-2 and
 * PRIVACY-3).
 */
export function activeRaceText(facts: RaceFacts, { nowMs, viewer, yourBet, nextRaceAt }: Viewing): string {
  const isWinner = viewer !== null && facts.awards.some(({ wallet }) => wallet === viewer);
  const race = isWinner ? encodeRace(facts, nowMs, viewer) : sharedText(facts, nowMs);
  const own = yourBet === null ? "null" : JSON.stringify(z.encode(ownBet, yourBet));
  const next = nextRaceAt === null ? "null" : `"${new Date(nextRaceAt).toISOString()}"`;
  return `{"success":true,"race":${race}"${new Date(nowMs).toISOString()}"},"yourBet":${own},"nextRaceAt":${next}}`;
}

function sharedText(facts: RaceFacts, nowMs: number): RaceText {
  const texts = shared.get(facts) ?? new Map<boolean, RaceText>();
  shared.set(facts, texts);
  const isHidden = hidesAmounts(bettingWindowOf(facts.row), nowMs);
  const known = texts.get(isHidden);
  if (known !== undefined) return known;
  const text = encodeRace(facts, nowMs, null);
  texts.set(isHidden, text);
  return text;
}

function encodeRace(facts: RaceFacts, nowMs: number, viewer: string | null): RaceText {
  const { serverNow: _, ...rest } = z.encode(raceSchema, raceView(facts, { nowMs, viewer }));
  return `${JSON.stringify(rest).slice(0, -1)},"serverNow":`;
}
