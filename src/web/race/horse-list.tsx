import type { RaceHorse } from "../../contract/race-shape.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { classNames } from "../ui/class-names.ts";
import { Panel } from "../ui/panel.tsx";
import { Silk } from "../ui/silk.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { pickHorse, useBetSlip } from "./bet/bet-slip.ts";
import { useCanPick } from "./bet/use-can-pick.ts";
import { HorseCard } from "./horse-card.tsx";
import { amountsHidden, phaseOf, type Phase } from "./race-view.ts";
import { useRace } from "./race-store.ts";
import { useMarkedHorse } from "./use-marked-horse.ts";

/** The six horses with their odds: a radio group, one choice a race. */
export function HorseList() {
  const race = useRace((state) => state.race);
  const hidden = useRace(amountsHidden);
  const phase = useRace((state) => phaseOf(state).kind);
  const marked = useMarkedHorse();
  const canPick = useCanPick();
  const picked = useBetSlip((slip) => slip.horseId);

  if (race === null) return <HorseListFallback phase={phase} />;
  return (
    <Panel heading="Select Your Horse" aside={remarkFor(phase, hidden)}>
      <fieldset disabled={!canPick} className="flex min-w-0 flex-col">
        <legend className="sr-only">Select Your Horse</legend>
        {race.horses.map((horse) => (
          <HorseRow
            key={horse.id}
            horse={horse}
            share={hidden ? null : shareOf(horse, race.totalPool)}
            hidden={hidden}
            marked={marked === horse.id}
            checked={picked === horse.id}
            disabled={!canPick}
          />
        ))}
      </fieldset>
    </Panel>
  );
}

function remarkFor(phase: Phase["kind"], hidden: boolean): string {
  if (hidden) return "Amounts hidden";
  switch (phase) {
    case "loading":
    case "none":
      return "";
    case "opening":
      return "Opening soon";
    case "waiting":
    case "countdown":
      return "Odds move with the pool";
    case "locked":
    case "post":
    case "racing":
    case "finished":
      return "Betting closed";
    case "completed":
      return "Race finished";
    case "refunded":
      return "Race refunded";
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
}

function HorseRow({ horse, share, hidden, marked, checked, disabled }: HorseRowProps) {
  const { id, number, name, color, wins, betCount, pick_rate, odds, totalBetAmount } = horse;
  return (
    <div className="group relative border-t border-divider last:overflow-hidden last:rounded-b-l">
      <label
        className={classNames(
          "relative flex items-center gap-3.5 px-4 py-1.5 transition duration-(--hover-ms) has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus",
          disabled ? "cursor-default" : "cursor-pointer hover:bg-raised/60",
          marked &&
            "bg-selected before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent",
        )}
      >
        <input
          type="radio"
          id={horseInputId(id)}
          name="horse"
          value={id}
          checked={checked}
          onChange={() => pickHorse(id)}
          aria-label={`${number} ${name}`}
          className="sr-only"
        />
        <Silk number={number} color={color} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate font-bold">{name}</span>
            <span className="figure text-lg leading-none text-bright">
              {hidden || odds === null ? "–" : `×${odds.toFixed(2)}`}
            </span>
          </span>
          <span className="flex items-baseline justify-between gap-2 text-sm text-muted">
            <span className="truncate">
              {wins} {wins === 1 ? "win" : "wins"} ·{" "}
              {hidden || betCount === null ? "" : `${betsText(betCount)} · `}
              {pick_rate.toFixed(1)}% picked
            </span>
            <span className="whitespace-nowrap">
              {hidden || totalBetAmount === null ? "hidden" : `${formatSol(totalBetAmount, 2)} SOL`}
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
      <HorseCard horse={horse} hidden={hidden} />
    </div>
  );
}

/** Where a horse is picked, for the keyboard. */
export const horseInputId = (horseId: number): string => `horse-${horseId}`;

const betsText = (count: number): string => (count === 1 ? "1 bet" : `${count} bets`);

function HorseListFallback({ phase }: { readonly phase: Phase["kind"] }) {
  return (
    <Panel heading="Select Your Horse">
      <div className="flex flex-col gap-3 p-4">
        {phase === "loading" ? (
          Array.from({ length: 6 }, (_, row) => <Skeleton key={row} className="h-12" />)
        ) : (
          <p className="text-muted">There is no race right now. The next one opens by itself.</p>
        )}
      </div>
    </Panel>
  );
}
