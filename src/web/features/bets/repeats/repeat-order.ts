import type { Race } from "../../../../contract/races/race-shape.ts";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { MAX_REPEAT_RACES } from "../../../../domain/repeat.ts";
import { ok, type Result, refuse } from "../../../../domain/result.ts";
import { parseSol } from "../../../../domain/sol-amount.ts";
import { readStake } from "../bet-amount.ts";

interface RepeatTexts {
  readonly amount: string;
  readonly races: string;
  readonly stopAtLoss: string;
}

interface RepeatAmounts {
  readonly amount: Lamports;
  readonly races: number;
  readonly stopAtLoss: Lamports;
}

/** The most that can be lost: all its stakes, or the stop if that is less. */
export const mostLost = ({ amount, races, stopAtLoss }: RepeatAmounts): Lamports => {
  const staked = lamports(amount * BigInt(races));
  return staked < stopAtLoss ? staked : stopAtLoss;
};

/** Parses the fields of the repeat dialog; a refusal names the field (rule BET-15). */
export function readRepeat(
  texts: RepeatTexts,
  bounds: Pick<Race, "min_bet" | "max_bet">,
): Result<RepeatAmounts, "INVALID_BET_AMOUNT" | "BET_TOO_SMALL" | "BET_TOO_LARGE" | "INVALID_INPUT"> {
  const stake = readStake(texts.amount, bounds);
  if (!stake.ok) return stake;
  const races = /^\d{1,2}$/.test(texts.races) ? Number(texts.races) : 0;
  if (races < 1 || races > MAX_REPEAT_RACES) return refuse("INVALID_INPUT", { field: "races" });
  const stop = parseSol(texts.stopAtLoss);
  if (!stop.ok || stop.value < stake.value) return refuse("INVALID_INPUT", { field: "stopAtLoss" });
  return ok({ amount: stake.value, races, stopAtLoss: stop.value });
}
