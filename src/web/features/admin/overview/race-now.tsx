import { Link } from "wouter";
import type { RaceHorse } from "../../../../contract/races/race-shape.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import {
  amountsHidden,
  type Phase,
  phaseOf,
  raceTypeLabel,
  shownPool,
} from "../../../foundation/live/race-phase.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { ProgressBar } from "../../../foundation/ui/progress-bar.tsx";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Chip, type ChipTone } from "../kit/bits.tsx";
import { Part } from "../kit/tab-page.tsx";
import { adminTabPath } from "../tab-path.ts";
import type { Overview } from "./overview.ts";
import { overviewWords } from "./words.en.ts";

const phases = {
  loading: { text: "phaseLoading", tone: "plain" },
  none: { text: "phaseNone", tone: "warn" },
  opening: { text: "phaseOpening", tone: "info" },
  waiting: { text: "phaseWaiting", tone: "good" },
  countdown: { text: "phaseCountdown", tone: "good" },
  locked: { text: "phaseLocked", tone: "warn" },
  post: { text: "phasePost", tone: "warn" },
  racing: { text: "phaseRacing", tone: "info" },
  finished: { text: "phaseFinished", tone: "info" },
  completed: { text: "phaseCompleted", tone: "plain" },
  refunded: { text: "phaseRefunded", tone: "warn" },
} as const satisfies Record<Phase["kind"], { readonly text: string; readonly tone: ChipTone }>;

/** The open race as everybody sees it, live. */
export function RaceNow({ overview }: { readonly overview: Overview }) {
  const { t } = useWords(overviewWords);
  const inRace = useWords(liveWords);
  const race = useRace((state) => state.race);
  const kind = useRace((state) => phaseOf(state).kind);
  const { text, tone } = phases[kind];
  const id = race?.id ?? overview.race?.id;
  return (
    <Part
      className="pb-4 tablet:max-wide:col-span-2"
      heading={
        <span className="flex flex-wrap items-center gap-x-3">
          {t("raceNow")}
          <Chip tone={tone}>{t(text)}</Chip>
          {overview.race?.testing === true && <Chip tone="warn">{t("playMoney")}</Chip>}
        </span>
      }
      aside={
        id !== undefined && (
          <>
            <Link
              to={`${adminTabPath("races")}?race=${id}`}
              className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
            >
              {raceLabel(id)}
            </Link>
            {race !== null && <span className="max-tablet:hidden"> · {raceTypeLabel(race, inRace)}</span>}
          </>
        )
      }
    >
      <div className="grid grid-cols-3 gap-x-6 gap-y-3 px-4 tablet:grid-cols-[auto_minmax(0,1fr)]">
        <dl className="flex gap-x-6 gap-y-3 max-tablet:contents tablet:flex-col">
          <PoolFigure overview={overview} />
          <BetsFigure overview={overview} />
          <NextFigure />
        </dl>
        {race !== null && <Horses />}
      </div>
    </Part>
  );
}

const lesser = "figure text-lg whitespace-nowrap";

function PoolFigure({ overview }: { readonly overview: Overview }) {
  const { t, sol } = useWords(overviewWords);
  const pool = useRace(shownPool) ?? overview.race?.totalPool ?? null;
  const jackpot = overview.race?.jackpotAmount ?? 0n;
  return (
    <div className="min-w-24">
      <dt className="text-xs text-muted">{t("pool")}</dt>
      <dd className={lesser}>{pool === null ? "–" : sol(pool, 4)}</dd>
      {overview.race !== null && jackpot > 0n && (
        <dd className="text-xs font-bold text-bright">
          {t("jackpot", { amount: sol(overview.race.jackpotAmount) })}
        </dd>
      )}
    </div>
  );
}

function BetsFigure({ overview }: { readonly overview: Overview }) {
  const { t, whole } = useWords(overviewWords);
  const bets = useRace((state) => state.race?.betCount) ?? overview.race?.betCount ?? 0;
  return (
    <div>
      <dt className="text-xs text-muted">{t("bets")}</dt>
      <dd className={lesser}>{whole(bets)}</dd>
    </div>
  );
}

/** What comes next, and in how many seconds. */
function NextFigure() {
  const { t, whole } = useWords(overviewWords);
  const label = useRace((state) => {
    const phase = phaseOf(state);
    if (phase.kind === "waiting") return "playersMissing";
    if (phase.kind === "countdown") return "closesIn";
    return phase.kind === "racing" ? "finishIn" : "nextRaceIn";
  });
  const value = useRace((state) => {
    const phase = phaseOf(state);
    if (phase.kind === "waiting") return phase.needed;
    if (phase.kind === "countdown" || phase.kind === "racing") return Math.ceil(phase.msLeft / 1_000);
    return state.nextRaceAt === null ? null : Math.max(0, Math.ceil((state.nextRaceAt - state.now) / 1_000));
  });
  return (
    <div>
      <dt className="text-xs text-muted">{t(label)}</dt>
      <dd className={lesser}>
        {value === null ? "–" : whole(value)}
        {value !== null && label !== "playersMissing" && (
          <span className="ml-1 font-ui text-xs font-bold text-muted">s</span>
        )}
      </dd>
    </div>
  );
}

function Horses() {
  const { t, sol, odds } = useWords(overviewWords);
  const horses = useRace((state) => state.race?.horses) ?? [];
  const isHidden = useRace(amountsHidden);
  const most = horses.reduce((top, { totalBetAmount }) => Math.max(top, Number(totalBetAmount ?? 0n)), 0);
  const staked = (horse: RaceHorse) => (isHidden ? null : horse.totalBetAmount);
  return (
    <div className="min-w-0 max-tablet:col-span-3">
      <ul className="flex flex-col gap-2">
        {horses.map((horse) => {
          const stake = staked(horse);
          return (
            <li
              key={horse.id}
              className="grid grid-cols-[24px_minmax(0,1fr)_4.25rem_3.5rem] items-center gap-2 text-sm"
            >
              <Silk number={horse.number} color={horse.color} size={24} />
              <ProgressBar
                label={t("onHorse", { name: horse.name })}
                value={Number(stake ?? 0n)}
                max={Math.max(1, most)}
                color={horse.color}
                className="h-1.5 w-full"
              />
              <span className="text-right font-bold">{stake === null ? "–" : sol(stake, 4)}</span>
              <span className="text-right font-bold text-muted">{isHidden ? "–" : odds(horse.odds)}</span>
            </li>
          );
        })}
      </ul>
      {isHidden && <p className="mt-2 text-xs text-muted">{t("hidden")}</p>}
    </div>
  );
}
