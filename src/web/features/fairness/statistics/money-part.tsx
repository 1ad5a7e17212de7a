import { Suspense, useMemo, useState } from "react";
import type { RaceType } from "../../../../domain/race-terms.ts";
import { lamports } from "../../../../domain/lamports.ts";
import type { MoneyRow, StatisticsReport } from "../../../../domain/statistics/report.ts";
import { later } from "../../../foundation/lib/later.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { plottedSol } from "../../../foundation/ui/charts/plotted-sol.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { FigureTable } from "./figure-table.tsx";
import { statisticsWords } from "./words.en.ts";

const BarChart = later(async () => (await import("../../../foundation/ui/charts/bar-chart.tsx")).BarChart);

/** A week of days, because the list is long on a phone. */
const FIRST_SHOWN = 7;
/** More bars than this are too thin to see. */
const DRAWN_DAYS = 90;

/** Stakes, payouts, fees and refunds by type of race and by day (rule STATS-3). */
export function MoneyPart({ report }: { readonly report: StatisticsReport }) {
  const { t, sol, whole } = useWords(statisticsWords);
  const live = useWords(liveWords);
  const { byType, total, byDay, playRaces, reversed } = report;
  const [isWhole, setWhole] = useState(false);
  const head = (first: string) => [
    first,
    t("races"),
    t("staked"),
    t("jackpots"),
    t("paid"),
    t("fee"),
    t("refunded"),
    t("returned"),
  ];
  const days = byDay.toReversed();
  const visibleDays = isWhole ? days : days.slice(0, FIRST_SHOWN);
  const figures = useFigures();
  return (
    <>
      <Panel heading={t("money")} aside={t("sol")} className="pb-2">
        <p className="max-w-[72ch] px-4 pb-2 text-sm leading-relaxed text-muted">{t("moneyAbout")}</p>
        <FigureTable
          name={t("money")}
          head={head(t("type"))}
          rows={[
            ...byType.map((row) => ({
              key: row.key,
              cells: [live.t(row.key as RaceType), ...figures(row)],
            })),
            { key: "all", cells: [<b key="all">{t("all")}</b>, ...figures(total)] },
          ]}
        />
        {playRaces > 0 && (
          <p className="px-4 pt-2 text-sm text-muted">{t("playRaces", { count: playRaces })}</p>
        )}
        {reversed.bets > 0 && (
          <p className="px-4 pt-2 text-sm text-muted">
            {t("reversed", { amount: sol(lamports(reversed.lamports), 4), bets: whole(reversed.bets) })}
          </p>
        )}
      </Panel>
      <Panel heading={t("byDay")} aside={t("dayLegend")} className="pb-2">
        <div className="h-52 px-4 pb-2">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <DaysChart days={byDay} />
          </Suspense>
        </div>
        <FigureTable
          name={t("byDay")}
          head={head(t("dayOf"))}
          rows={visibleDays.map((row) => ({
            key: row.key,
            cells: [
              <time key="day" dateTime={row.key} className="whitespace-nowrap tabular-nums">
                {row.key}
              </time>,
              ...figures(row),
            ],
          }))}
        />
        {visibleDays.length < days.length && (
          <Button className="mx-4 mt-2" onClick={() => setWhole(true)}>
            {t("showDays", { count: days.length })}
          </Button>
        )}
      </Panel>
    </>
  );
}

/** The cells of a row after its name. */
function useFigures() {
  const { sol, whole, percent } = useWords(statisticsWords);
  const amount = (value: bigint) => (
    <span className={value === 0n ? "text-muted" : ""}>{sol(lamports(value), 4)}</span>
  );
  return ({ races, staked, jackpot, paid, fee, refunded, returnPercent }: MoneyRow) => [
    whole(races),
    amount(staked),
    amount(jackpot),
    amount(paid),
    amount(fee),
    amount(refunded),
    returnPercent === null ? "–" : percent(returnPercent, 2),
  ];
}

function DaysChart({ days }: { readonly days: readonly MoneyRow[] }) {
  const { t, sol } = useWords(statisticsWords);
  const bars = useMemo(
    () =>
      days.slice(-DRAWN_DAYS).map(({ key, staked, paid }) => ({
        label: key.slice(5),
        name: key,
        value: plottedSol(staked),
        overlay: plottedSol(paid),
        figures: [
          [t("staked"), sol(lamports(staked), 4)],
          [t("paid"), sol(lamports(paid), 4)],
        ] as const,
      })),
    [days, t, sol],
  );
  return <BarChart bars={bars} overlay="points" />;
}
