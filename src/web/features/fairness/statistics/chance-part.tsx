import { type ReactNode, Suspense } from "react";
import { HORSE_COUNT } from "../../../../domain/horse-count.ts";
import { type ChanceReport, NARROW_FROM } from "../../../../domain/statistics/winners.ts";
import { later } from "../../../foundation/lib/later.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { FigureTable } from "./figure-table.tsx";
import { statisticsWords } from "./words.en.ts";

const BandChart = later(async () => (await import("./band-chart.tsx")).BandChart);

const FAIR_SHARE = 1 / HORSE_COUNT;

/** How often each horse won, with its band, and the bands as a picture (rule STATS-2). */
export function WinnersPart({ chance }: { readonly chance: ChanceReport }) {
  const { t, whole, percent } = useWords(statisticsWords);
  const { races, horses } = chance;
  return (
    <Panel heading={t("winners")} className="pb-2">
      <p className="max-w-[72ch] px-4 pb-3 text-sm leading-relaxed text-muted">{t("winnersAbout")}</p>
      {races < NARROW_FROM && (
        <p data-testid="few" className="mx-4 mb-3 rounded-m border border-warn/60 p-3 text-sm text-warn">
          {t("fewRaces", { count: races })}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-2 tablet:grid-cols-2">
        <div className="h-64 px-4">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <BandChart horses={horses} fairShare={FAIR_SHARE} fairName={t("oneOfSix")} />
          </Suspense>
        </div>
        <FigureTable
          name={t("winnersChart")}
          head={[t("horse"), t("wins"), t("share"), t("band")]}
          rows={horses.map(({ number, wins, share, low, high }) => ({
            key: `horse-${number}`,
            cells: [
              number,
              whole(wins),
              percent(100 * share, 1),
              <span key="band" className={low > FAIR_SHARE || high < FAIR_SHARE ? "text-warn" : ""}>
                {t("bandOf", { low: percent(100 * low, 1), high: percent(100 * high, 1) })}
                {(low > FAIR_SHARE || high < FAIR_SHARE) && ` · ${t("outside")}`}
              </span>,
            ],
          }))}
        />
      </div>
    </Panel>
  );
}

/** A test below this is marked. */
const MARKED_BELOW = 0.01;

/** Whether the winners are consistent with chance (rule STATS-2). */
export function ChancePart({ chance: { chiSquare, runs, lags } }: { readonly chance: ChanceReport }) {
  const { t, whole, decimal } = useWords(statisticsWords);
  const tests: readonly { key: string; name: ReactNode; figure: string; p: number | null }[] = [
    {
      key: "chi-square",
      name: t("chiSquare"),
      figure: t("chiSquareFigure", { value: decimal(chiSquare.statistic, 2), degrees: chiSquare.degrees }),
      p: chiSquare.p,
    },
    {
      key: "runs",
      name: t("runs"),
      figure: t("runsFigure", {
        found: whole(runs.found),
        expected: decimal(runs.expected, 1),
        longest: runs.longest,
      }),
      p: runs.p,
    },
    ...lags.map(({ lag, correlation, band, p }) => ({
      key: `lag-${lag}`,
      name: t("lag", { count: lag }),
      figure: t("lagFigure", {
        value: decimal(correlation, 3).replace("-", "\u2212"),
        band: decimal(band, 3),
      }),
      p,
    })),
  ];
  return (
    <Panel heading={t("chance")} className="pb-2">
      <p className="max-w-[72ch] px-4 pb-2 text-sm leading-relaxed text-muted">{t("chanceAbout")}</p>
      <FigureTable
        name={t("chance")}
        head={[t("test"), t("figure"), "p", t("verdict")]}
        words={[1, 3]}
        wide={[1]}
        rows={tests.map(({ key, name, figure, p }) => ({
          key,
          cells: [
            <span key="name" className="flex flex-col py-1.5">
              {name}
              <span className="text-xs text-muted tablet:hidden">{figure}</span>
            </span>,
            figure,
            p === null ? "–" : p < 0.0005 ? `< ${decimal(0.001, 3)}` : decimal(p, 3),
            <span
              key="said"
              className={p !== null && p < MARKED_BELOW ? "font-bold text-warn" : "text-muted"}
            >
              {t(p === null ? "tooFew" : p < MARKED_BELOW ? "unusual" : "asChance")}
            </span>,
          ],
        }))}
      />
    </Panel>
  );
}
