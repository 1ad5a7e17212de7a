import { ChartColumn, Download, Table2 } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { type SeriesKey, revenue, seriesKeys } from "../../../../contract/revenue/revenue.ts";
import { requestFor } from "../../../../contract/wire/client.ts";
import { signedLamports } from "../../../../domain/lamports.ts";
import { raceTypes } from "../../../../domain/race-terms.ts";
import type { UtcDay } from "../../../../domain/utc-day.ts";
import { later } from "../../../foundation/lib/later.ts";
import { serverNow } from "../../../foundation/lib/server-clock.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { plottedSol } from "../../../foundation/ui/charts/plotted-sol.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useLanguage } from "../../../foundation/words/language.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Chips } from "../kit/fields.tsx";
import { Part } from "../kit/tab-page.tsx";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { SignedSol } from "../kit/signed-sol.tsx";
import { periodBefore } from "./period.ts";
import { type Bar, barsOf } from "./series-bars.ts";
import { revenueWords } from "./words.en.ts";

/** Loaded when it is shown, together with the chart library. */
const BarChart = later(async () => (await import("../../../foundation/ui/charts/bar-chart.tsx")).BarChart);

/** Before the first race: without a first day, the series has only the last 30. */
const BEGINNING: UtcDay = "2020-01-01";

/** The profit over time as a chart or a table, and as a file. */
export function SeriesPart({ from }: { readonly from: UtcDay | undefined }) {
  const { t, signedSol } = useWords(revenueWords);
  const walletAddress = useAdminAddress();
  const [by, setBy] = useState<SeriesKey>("day");
  const [isTable, setTable] = useState(false);
  const seriesQuery = { walletAddress, by, from: from ?? BEGINNING };
  const query = useAnswer("getRevenueSeries", { query: seriesQuery });
  const { data } = query;
  const { data: before } = useAnswer(
    "getRevenueSeries",
    { query: { ...seriesQuery, ...(from !== undefined && periodBefore(from, serverNow())) } },
    { enabled: from !== undefined },
  );
  // The same bars as long as the answers are the same: different bars redraw the chart.
  const bars = useMemo(
    () => (data === undefined ? undefined : barsOf(data, { from, nowMs: serverNow(), before })),
    [data, from, before],
  );
  const heading = t(by === "day" ? "profitByDay" : by === "hour" ? "profitByHour" : "profitByType");
  const hasMean = bars?.some(({ mean }) => mean !== null) === true;
  const hasBefore = bars?.some((bar) => bar.before !== null) === true;
  return (
    <Part
      heading={heading}
      className="flex flex-col"
      aside={
        (hasMean || hasBefore) &&
        !isTable && (
          <span aria-hidden className="flex flex-wrap items-center justify-end gap-x-4 text-xs">
            <Sample label={t(by)} look="size-2.5 rounded-[3px] bg-accent/60" />
            {hasMean && <Sample label={t("mean")} look="h-0.5 w-4 bg-text" />}
            {hasBefore && <Sample label={t("before")} look="h-0 w-4 border-t-2 border-dashed border-muted" />}
          </span>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <Chips
          label={t("by")}
          value={by}
          onChange={setBy}
          options={seriesKeys.map((value) => ({ value, label: t(value) }))}
        />
        <div className="ml-auto flex gap-2">
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? <ChartColumn aria-hidden size={16} /> : <Table2 aria-hidden size={16} />}
            {t("table")}
          </Button>
          <a
            href={requestFor(revenue.getRevenueSeries, { query: { ...seriesQuery, format: "csv" } }).path}
            download
            className="inline-flex min-h-11 items-center justify-center gap-2 rounded-m border border-control bg-raised/80 px-4 font-bold whitespace-nowrap hover:border-accent"
          >
            <Download aria-hidden size={16} />
            {t("csv")}
          </a>
        </div>
      </div>
      {isTable || (bars === undefined && query.isError) ? (
        <SeriesTable
          heading={heading}
          by={by}
          hasBefore={hasBefore}
          list={rowsOf(
            query,
            bars?.filter(({ bets, before: earlier }) => bets > 0 || (earlier ?? 0n) !== 0n),
          )}
        />
      ) : (
        <figure
          aria-label={
            bars === undefined || bars.length === 0
              ? heading
              : t("chartLabel", {
                  heading,
                  total: signedSol(totalOf(bars), 4),
                  table: t("table"),
                })
          }
          className="h-80 min-h-72 px-3 pb-2 wide:h-auto wide:flex-1"
        >
          {bars === undefined ? (
            <Skeleton className="h-full" />
          ) : bars.length === 0 ? (
            <p className="grid h-full place-items-center text-center text-muted">{t("noRaces")}</p>
          ) : (
            <Suspense fallback={<Skeleton className="h-full" />}>
              <DrawnSeries by={by} bars={bars} />
            </Suspense>
          )}
        </figure>
      )}
    </Part>
  );
}

/** What a colour or a line of the chart stands for. */
const Sample = ({ label, look }: { readonly label: string; readonly look: string }) => (
  <span className="flex items-center gap-2">
    <span className={look} />
    {label}
  </span>
);

const totalOf = (bars: readonly Bar[]) =>
  signedLamports(bars.reduce((total, { profit }) => total + profit, 0n));

function DrawnSeries({ by, bars }: { readonly by: SeriesKey; readonly bars: readonly Bar[] }) {
  const { t, whole } = useWords(revenueWords);
  const { labelOf, nameOf } = useKeyNames(by);
  const drawn = useMemo(
    () =>
      bars.map(({ key, profit, wagered, won, races, bets, mean, before }) => ({
        label: labelOf(key),
        name: nameOf(key),
        value: plottedSol(profit),
        overlay: mean === null ? null : plottedSol(mean),
        before: before === null ? null : plottedSol(before),
        figures: [
          [t("profit"), <SignedSol key="profit" amount={profit} />],
          [t("wagered"), <SignedSol key="wagered" amount={wagered} isPlain />],
          [t("won"), <SignedSol key="won" amount={won} isPlain />],
          [t("races"), whole(races)],
          [t("bets"), whole(bets)],
          ...(before === null ? [] : ([[t("before"), <SignedSol key="before" amount={before} />]] as const)),
        ] as const,
      })),
    [bars, labelOf, nameOf, t, whole],
  );
  return <BarChart bars={drawn} overlay="line" before={by === "type" ? "outlines" : "line"} />;
}

/** The labels of a series' keys, short and full; days and hours are in UTC. */
function useKeyNames(by: SeriesKey) {
  const { t } = useWords(revenueWords);
  const inRace = useWords(liveWords);
  const language = useLanguage((state) => state.language);
  const days = useMemo(() => {
    const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
    const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" });
    return { short, full };
  }, [language]);
  const typeName = useCallback(
    (key: string) => {
      const type = raceTypes.find((name) => name === key);
      return type === undefined ? key : inRace.t(type);
    },
    [inRace],
  );
  const labelOf = useCallback(
    (key: string) =>
      by === "day" ? days.short.format(new Date(key)) : by === "hour" ? `${key}:00` : typeName(key),
    [by, days, typeName],
  );
  const nameOf = useCallback(
    (key: string) =>
      by === "day"
        ? days.full.format(new Date(key))
        : by === "hour"
          ? t("hourSpan", { hour: `${key}:00` })
          : typeName(key),
    [by, days, t, typeName],
  );
  return { labelOf, nameOf };
}

const columnBefore = (head: string): Column<Bar> => ({
  id: "before",
  head,
  isFigure: true,
  sortBy: ({ before }) => before ?? 0n,
  cell: ({ before }) => (before === null ? "–" : <SignedSol amount={before} />),
});

function SeriesTable({
  heading,
  by,
  hasBefore,
  list,
}: {
  readonly heading: string;
  readonly by: SeriesKey;
  readonly hasBefore: boolean;
  readonly list: ReturnType<typeof rowsOf<Bar>>;
}) {
  const { t, whole } = useWords(revenueWords);
  const { nameOf } = useKeyNames(by);
  const columns: readonly Column<Bar>[] = [
    {
      id: "key",
      head: t(by),
      onCard: "title",
      sortBy: ({ key }) => key,
      cell: ({ key }) => nameOf(key),
    },
    {
      id: "profit",
      head: t("profit"),
      isFigure: true,
      onCard: "aside",
      sortBy: ({ profit }) => profit,
      cell: ({ profit }) => <SignedSol amount={profit} />,
    },
    ...(hasBefore ? [columnBefore(t("before"))] : []),
    ...(["wagered", "won"] as const).map((name): Column<Bar> => ({
      id: name,
      head: t(name),
      isFigure: true,
      sortBy: (bar) => bar[name],
      cell: (bar) => <SignedSol amount={bar[name]} isPlain />,
    })),
    ...(["races", "bets"] as const).map((name): Column<Bar> => ({
      id: name,
      head: t(name),
      isFigure: true,
      sortBy: (bar) => bar[name],
      cell: (bar) => whole(bar[name]),
    })),
  ];
  return (
    <DataTable
      label={heading}
      list={list}
      columns={columns}
      keyOf={({ key }) => key}
      empty={t("noRaces")}
      failed={t("failed")}
    />
  );
}
