import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import type { Race, RaceHorse } from "../../contract/races/race-shape.ts";
import { parseSol } from "../../domain/sol-amount.ts";
import { ZERO } from "../../domain/lamports.ts";
import { openDialog } from "../lib/dialogs.ts";
import { usePlayer } from "../lib/player.ts";
import { AmountField, SolUnit } from "../ui/amount-field.tsx";
import { Panel } from "../ui/panel.tsx";
import { typeAmount, useBetSlip, useMarkedHorse } from "../live/bet-slip.ts";
import { useRace } from "../live/race-store.ts";
import { amountsHidden, shownResult } from "../live/race-phase.ts";
import { outcomeFor, wonText } from "../live/race-outcome.ts";
import { BetAction } from "./bet-action.tsx";
import { FundsNote } from "./funds-note.tsx";
import { BetStatus } from "./bet-status.tsx";
import { RepeatButton } from "./repeat-button.tsx";
import { StakeSourceChoice } from "./stake-source-choice.tsx";
import { useIsAmountLocked, useShownAmount } from "./slip-amount.ts";
import { PresetButtons } from "./preset-buttons.tsx";
import { usePresets } from "./presets.ts";
import { projectBet, type Projection, withoutBet } from "../live/projection.ts";
import { useWords } from "../words/use-words.ts";
import { liveWords } from "../live/words.en.ts";
import { streakNote } from "./streak-note.ts";
import { betWords } from "./words.en.ts";

/** The bet slip: how much, what it would pay, and how far along it is. */
export function BetPanel() {
  const race = useRace((state) => state.race);
  const marked = useMarkedHorse();
  const horse = race?.horses.find(({ id }) => id === marked) ?? null;
  const { t } = useWords(betWords);
  return (
    <Panel
      heading={t("placeYourBet")}
      aside={horse === null ? t("noHorse") : `${horse.number} · ${horse.name}`}
    >
      <div className="flex flex-col gap-2.5 p-4 pt-1">
        <StakeField />
        <PresetRow />
        <StakeSourceChoice />
        <Forecast race={race} horse={horse} />
        <FundsNote />
        <div className="contents max-tablet:hidden">
          <BetStatus />
        </div>
        <BetAction className="w-full max-tablet:hidden" />
        <RepeatButton />
        <AloneNote race={race} horse={horse} />
        <StreakNote race={race} />
      </div>
    </Panel>
  );
}

function StakeField() {
  const amount = useShownAmount();
  const locked = useIsAmountLocked();
  const { t } = useWords(betWords);
  return (
    <AmountField
      id="bet-amount"
      label={t("amountInSol")}
      value={amount}
      onChange={typeAmount}
      disabled={locked}
      className="min-h-14 bg-bg/70 px-4"
      textSize="text-xl"
    >
      <SolUnit />
    </AmountField>
  );
}

function PresetRow() {
  const player = usePlayer();
  const presets = usePresets(player.kind === "player" ? player.address : null);
  const amount = useShownAmount();
  const locked = useIsAmountLocked();
  const { t } = useWords(betWords);
  const typed = parseSol(amount);
  return (
    <fieldset className="flex min-w-0 gap-2.5">
      <legend className="sr-only">{t("quickBets")}</legend>
      <PresetButtons
        presets={presets}
        chosen={typed.ok ? typed.value : null}
        disabled={locked}
        onChoose={typeAmount}
      />
      {player.kind === "player" && (
        <button
          type="button"
          aria-label={t("editQuickBets")}
          onClick={() => openDialog("presets")}
          className="grid min-h-11 w-11 place-items-center rounded-m border border-control bg-raised/80 transition hover:border-accent"
        >
          <Pencil aria-hidden size={16} />
        </button>
      )}
    </fieldset>
  );
}

interface Choice {
  readonly race: Race | null;
  readonly horse: RaceHorse | null;
}

/** What the bet would pay, or what the accepted bet pays; null while that is unknown. */
function useProjection({ race, horse }: Choice): Projection | null {
  const amount = useBetSlip((slip) => slip.amount);
  const yourBet = useRace((state) => state.yourBet);
  const hidden = useRace(amountsHidden);
  if (race === null || horse === null || hidden) return null;
  if (yourBet === null) {
    const typed = parseSol(amount);
    return projectBet(race, horse.id, typed.ok ? typed.value : ZERO);
  }
  // An accepted bet already counts in the pool: what it pays follows from the current odds.
  return projectBet(withoutBet(race, yourBet.horse_id, yourBet.bet_amount), horse.id, yourBet.bet_amount);
}

function Forecast({ race, horse }: Choice) {
  const projection = useProjection({ race, horse });
  const yourBet = useRace((state) => state.yourBet);
  const { t, sol, odds, percent } = useWords(betWords);
  const result = useRace(shownResult);
  const inRace = useWords(liveWords);
  // Once the race is won, what it paid is no longer a projection.
  const won =
    result === null || result.race.id !== race?.id || result.yourBet === null
      ? null
      : wonText(outcomeFor(result), inRace);
  const projected = projection === null ? "–" : sol(projection.payout, 4);
  return (
    <dl className="flex flex-col gap-1">
      <Line name={t(yourBet === null ? "oddsAfter" : "yourOdds")}>{odds(projection?.oddsAfter)}</Line>
      <Line name={t("houseEdge")}>{race === null ? "–" : percent(race.house_edge)}</Line>
      <div className="flex items-center justify-between">
        <dt className="text-muted">{won?.name ?? t("projectedPayout")}</dt>
        <dd
          className={
            won === null && projection === null
              ? "text-base leading-7 font-bold"
              : `figure text-xl ${won?.good === false ? "" : "text-good"}`
          }
          data-testid="projected-payout"
        >
          {won?.text ?? projected}
          {(won !== null || projection !== null) && " SOL"}
        </dd>
      </div>
    </dl>
  );
}

/** Nobody to win from yet. Below the button, which would otherwise move away from under a finger. */
function AloneNote({ race, horse }: Choice) {
  const projection = useProjection({ race, horse });
  const hasBet = useRace((state) => state.yourBet !== null);
  const { t, percent } = useWords(betWords);
  if (race === null || hasBet || projection?.isAlone !== true) return null;
  return (
    <p className="rounded-m border border-accent/50 bg-selected px-3 py-2 text-sm">
      {t(aloneKey(race), { edge: percent(race.house_edge) })}
    </p>
  );
}

function StreakNote({ race }: Pick<Choice, "race">) {
  const amount = useBetSlip((slip) => slip.amount);
  const hasBet = useRace((state) => state.yourBet !== null);
  const note = streakNote(race?.superfecta ?? null, amount, useWords(betWords));
  return hasBet || note === null ? null : <p className="text-sm text-muted">{note}</p>;
}

function aloneKey({ betCount, jackpotAmount }: Race) {
  if (betCount === 0) return jackpotAmount > 0n ? "firstBetJackpot" : "firstBet";
  return jackpotAmount > 0n ? "allOnOneHorseJackpot" : "allOnOneHorse";
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center justify-between">
      <dt className="text-muted">{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}
