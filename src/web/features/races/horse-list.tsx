import { Info } from "lucide-react";
import { useState } from "react";
import type { RaceHorse } from "../../../contract/races/race-shape.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { Panel } from "../../foundation/ui/panel.tsx";
import { Silk } from "../../foundation/ui/silk.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { horseInputId, pickHorse, useBetSlip, useMarkedHorse } from "../../foundation/live/bet-slip.ts";
import { useCanPick } from "../../foundation/live/can-pick.ts";
import { HorseCard, HorseDetails } from "./horse-card.tsx";
import { amountsHidden, phaseOf, type Phase } from "../../foundation/live/race-phase.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { raceWords } from "./words.en.ts";

/** The six horses with their odds: a radio group, one choice per race. */
export function HorseList() {
  const race = useRace((state) => state.race);
  const hidden = useRace(amountsHidden);
  const phase = useRace((state) => phaseOf(state).kind);
  const marked = useMarkedHorse();
  const canPick = useCanPick();
  const picked = useBetSlip((slip) => slip.horseId);
  const [opened, setOpened] = useState<number | null>(null);
  const { t } = useWords(raceWords);
  const remark = remarkFor(phase, hidden);

  if (race === null) return <HorseListFallback phase={phase} />;
  return (
    <Panel heading={t("selectHorse")} aside={remark === null ? "" : t(remark)}>
      <fieldset className="group/horses flex min-w-0 flex-col">
        <legend className="sr-only">{t("selectHorse")}</legend>
        {race.horses.map((horse) => (
          <HorseRow
            key={horse.id}
            horse={horse}
            share={hidden ? null : shareOf(horse, race.totalPool)}
            hidden={hidden}
            marked={marked === horse.id}
            checked={picked === horse.id}
            disabled={!canPick}
            isOpen={opened === horse.id}
            onToggle={() => setOpened(opened === horse.id ? null : horse.id)}
          />
        ))}
      </fieldset>
    </Panel>
  );
}

function remarkFor(phase: Phase["kind"], hidden: boolean) {
  if (hidden) return "amountsHidden";
  switch (phase) {
    case "loading":
    case "none":
      return null;
    case "opening":
      return "openingSoon";
    case "waiting":
    case "countdown":
      return "oddsMove";
    case "locked":
    case "post":
    case "racing":
    case "finished":
      return "bettingClosed";
    case "completed":
      return "raceFinished";
    case "refunded":
      return "raceRefunded";
  }
}

const shareOf = ({ totalBetAmount }: RaceHorse, pool: bigint): number =>
  pool === 0n || totalBetAmount === null ? 0 : Number((totalBetAmount * 1000n) / pool) / 10;

interface HorseRowProps {
  readonly horse: RaceHorse;
  /** Percent of the pool; null while hidden. */
  readonly share: number | null;
  readonly hidden: boolean;
  readonly marked: boolean;
  readonly checked: boolean;
  readonly disabled: boolean;
  /** Whether its details are shown below it, where they have no room next to it. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function HorseRow({ horse, share, hidden, marked, checked, disabled, isOpen, onToggle }: HorseRowProps) {
  const { id, number, name, color, wins, betCount, pick_rate, totalBetAmount } = horse;
  const { t, sol, odds, percent } = useWords(raceWords);
  return (
    <div className="group relative border-t border-divider">
      <label
        className={classNames(
          "relative flex min-h-15 items-center overflow-hidden group-last:rounded-b-l gap-3.5 px-4 py-1.5 max-wide:pr-12 transition duration-(--hover-ms) has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus",
          disabled ? "cursor-default" : "cursor-pointer hover:bg-raised/60",
          marked &&
            "bg-selected before:absolute before:inset-y-0 before:left-0 before:border-l-3 before:border-accent",
        )}
      >
        <input
          type="radio"
          id={horseInputId(id)}
          name="horse"
          value={id}
          checked={checked}
          disabled={disabled}
          onChange={() => pickHorse(id)}
          aria-label={`${number} ${name}`}
          className="sr-only"
        />
        <Silk number={number} color={color} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span translate="no" className="truncate font-bold">
              {name}
            </span>
            <span translate="no" className="figure text-lg leading-none text-bright">
              {odds(hidden ? null : horse.odds)}
            </span>
          </span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm text-muted">
            <span className="text-xs">
              {t("winCount", { count: wins })} ·{" "}
              {hidden || betCount === null ? "" : `${t("betCount", { count: betCount })} · `}
              {t("picked", { percent: percent(pick_rate, 1) })}
            </span>
            <span translate="no">
              {hidden || totalBetAmount === null ? t("hidden") : `${sol(totalBetAmount, 2)} SOL`}
            </span>
          </span>
          <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-raised">
            <span
              className="block h-full origin-left rounded-full transition-transform duration-(--enter-ms)"
              style={{ background: color, transform: `scaleX(${(share ?? 0) / 100})` }}
            />
          </span>
        </span>
      </label>
      <InfoButton horse={horse} isOpen={isOpen} onToggle={onToggle} isFirstStop={disabled} />
      <HorseCard id={cardId(id)} horse={horse} hidden={hidden} />
      {isOpen && <HorseDetails id={detailsId(id)} horse={horse} hidden={hidden} />}
    </div>
  );
}

const cardId = (horseId: number): string => `horse-card-${horseId}`;
const detailsId = (horseId: number): string => `horse-details-${horseId}`;

interface InfoButtonProps extends Pick<HorseRowProps, "horse" | "isOpen" | "onToggle"> {
  /** No horse can be picked: the keyboard then reaches the card through this button, and no pointer needs it. */
  readonly isFirstStop: boolean;
}

/** Opens what the pointer would show next to the list: for touch, and for the keyboard where no horse can be picked. */
function InfoButton({ horse: { id, number, name }, isOpen, onToggle, isFirstStop }: InfoButtonProps) {
  const { t } = useWords(raceWords);
  return (
    <button
      type="button"
      aria-label={t("aboutHorse", { horse: `${number} ${name}` })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(id) : undefined}
      aria-describedby={cardId(id)}
      onClick={onToggle}
      className={classNames(
        "absolute top-0 right-0 grid h-15 w-12 place-items-center text-muted hover:text-text focus-visible:-outline-offset-2",
        isOpen && "text-bright",
        isFirstStop
          ? "wide:pointer-events-none wide:bg-panel wide:opacity-0 wide:focus-visible:opacity-100"
          : "wide:hidden",
      )}
    >
      <Info aria-hidden size={18} />
    </button>
  );
}

function HorseListFallback({ phase }: { readonly phase: Phase["kind"] }) {
  const { t } = useWords(raceWords);
  return (
    <Panel heading={t("selectHorse")}>
      {phase === "loading" ? (
        Array.from({ length: 6 }, (_, row) => (
          <div key={row} className="border-t border-divider px-4 py-1.5">
            <Skeleton className="h-12" />
          </div>
        ))
      ) : (
        <p className="p-4 text-muted">{t("noRaceNow")}</p>
      )}
    </Panel>
  );
}
