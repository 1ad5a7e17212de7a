import { Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Race, RaceHorse } from "../../../contract/races/race-shape.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { later, laterIfAtAll } from "../../foundation/lib/later.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { AmountField, SolUnit } from "../../foundation/ui/amount-field.tsx";
import { Panel } from "../../foundation/ui/panel.tsx";
import { useLastRaces } from "../../foundation/live/last-races.ts";
import { typeAmount, useBetSlip, useMarkedHorse } from "../../foundation/live/bet-slip.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { amountsHidden, shownResult } from "../../foundation/live/race-phase.ts";
import { outcomeFor, wonText } from "../../foundation/live/race-outcome.ts";
import { BetAction } from "./bet-action.tsx";
import { FundsNote } from "./funds-note.tsx";
import { BetStatus } from "./bet-status.tsx";
import { StakeSourceChoice } from "./stake-source-choice.tsx";
import { useIsAmountLocked } from "./slip-amount.ts";
import { PresetButtons } from "./preset-buttons.tsx";
import { usePresets } from "./presets.ts";
import { projectBet, type Projection, withoutBet } from "../../foundation/live/projection.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { streakNote } from "./streak-note.ts";
import { betWords } from "./words.en.ts";

const TakeBack = later(async () => (await import("./take-back/take-back.tsx")).TakeBack);
const StakeButtons = laterIfAtAll(async () => (await import("./stake-tools/stake-buttons.tsx")).StakeButtons);
const LastStake = laterIfAtAll(async () => (await import("./stake-tools/last-bet.tsx")).LastStake);
const RepeatButton = laterIfAtAll(async () => (await import("./repeats/repeat-button.tsx")).RepeatButton);

/** The bet slip: how much, what it would pay, and how far along it is. */
export function BetPanel() {
  const race = useRace((state) => state.race);
  const marked = useMarkedHorse();
  const horse = race?.horses.find(({ id }) => id === marked) ?? null;
  const player = usePlayer();
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
        <LoneBet />
        {player.kind === "player" && (
          <Suspense>
            <LastStake address={player.address} />
            <RepeatButton />
          </Suspense>
        )}
        <AloneNote race={race} horse={horse} />
        <StreakNote race={race} />
      </div>
    </Panel>
  );
}

function StakeField() {
  const amount = useBetSlip((slip) => slip.amount);
  const player = usePlayer();
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
      {player.kind === "player" && (
        <Suspense>
          <StakeButtons address={player.address} />
        </Suspense>
      )}
      <SolUnit />
    </AmountField>
  );
}

function PresetRow() {
  const player = usePlayer();
  const presets = usePresets(player.kind === "player" ? player.address : null);
  const amount = useBetSlip((slip) => slip.amount);
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
  const { t, sol, odds } = useWords(betWords);
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
      <Line name={t(yourBet === null ? "oddsAfter" : "yourOdds")}>
        <span translate="no">{odds(projection?.oddsAfter)}</span>
      </Line>
      <Line name={t("houseEdge")}>
        <HouseEdge race={race} />
      </Line>
      <div className="flex items-center justify-between">
        <dt className="text-muted">{won?.name ?? t("projectedPayout")}</dt>
        <dd
          translate="no"
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

/** With the edge of the race before, if that was another one. */
function HouseEdge({ race }: Pick<Choice, "race">) {
  const before = useLastRaces()?.find(({ id }) => id !== race?.id);
  const { t, percent } = useWords(betWords);
  if (race === null) return "–";
  if (before === undefined || before.house_edge === race.house_edge) return percent(race.house_edge);
  return (
    <>
      <span className="font-normal text-muted">{t("edgeBefore", { edge: percent(before.house_edge) })}</span>{" "}
      <span className={race.house_edge > before.house_edge ? "text-bad" : "text-good"}>
        {percent(race.house_edge)}
      </span>
    </>
  );
}

/** A bet that waits for other players (rule LONE-1). */
function LoneBet() {
  const bet = useRace(({ race, yourBet }) => (race?.status === "pending" ? yourBet : null));
  const from = bet?.takeBackFrom ?? null;
  if (bet === null || from === null) return null;
  return (
    <Suspense>
      <TakeBack bet={bet} from={from} />
    </Suspense>
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
