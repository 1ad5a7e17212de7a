import type { Race } from "../../../contract/races/race-shape.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { betWords } from "./words.en.ts";

type AmountRefusal = "INVALID_BET_AMOUNT" | "BET_TOO_SMALL" | "BET_TOO_LARGE";

/** Parses the field as a stake for a race. The message names the limit. */
export function readStake(
  text: string,
  bounds: Pick<Race, "min_bet" | "max_bet">,
): Result<Lamports, AmountRefusal> {
  const parsed = parseSol(text);
  if (!parsed.ok || parsed.value === 0n) return refuse("INVALID_BET_AMOUNT", { field: "amount" });
  const { min_bet: min, max_bet: max } = bounds;
  const { t, sol } = translatorFor(betWords);
  if (parsed.value < min) {
    const message = t("tooSmall", { amount: sol(min) });
    return refuse("BET_TOO_SMALL", { field: "amount", message });
  }
  if (parsed.value > max) {
    const message = t("tooLarge", { amount: sol(max) });
    return refuse("BET_TOO_LARGE", { field: "amount", message });
  }
  return ok(parsed.value);
}

interface BetInput {
  readonly text: string;
  readonly horseId: number | null;
  readonly race: Pick<Race, "min_bet" | "max_bet">;
  readonly hasBet: boolean;
  readonly isOpen: boolean;
}

/** Checks everything known here before the server is asked. */
export function checkBet({
  text,
  horseId,
  race,
  hasBet,
  isOpen,
}: BetInput): Result<
  { readonly horseId: number; readonly amount: Lamports },
  AmountRefusal | "ALREADY_BET" | "BETTING_CLOSED" | "BET_INPUT_MISSING"
> {
  if (hasBet) return refuse("ALREADY_BET");
  if (!isOpen) return refuse("BETTING_CLOSED");
  if (horseId === null || text === "") return refuse("BET_INPUT_MISSING");
  const stake = readStake(text, race);
  return stake.ok ? ok({ horseId, amount: stake.value }) : stake;
}

/** The four presets, parsed from their fields: every one finite and above zero. */
export function readPresets(
  texts: readonly string[],
): Result<readonly [Lamports, Lamports, Lamports, Lamports], "PRESETS_INVALID"> {
  const amounts = texts
    .map(parseSol)
    .flatMap((parsed) => (parsed.ok && parsed.value > 0n ? [parsed.value] : []));
  const [a, b, c, d] = amounts;
  if (amounts.length !== 4 || texts.length !== 4) return refuse("PRESETS_INVALID");
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    return refuse("PRESETS_INVALID");
  return ok([a, b, c, d]);
}
