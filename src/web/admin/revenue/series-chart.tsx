import { useEffect, useRef, useState } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "../../lib/theme.ts";
import {
  axisLook,
  type ChartColors,
  chartColorsOf,
  drawZeroLine,
  plottedSol,
  rangeAroundZero,
  sizeOf,
} from "../../ui/chart-look.ts";
import { useLanguage } from "../../words/language.ts";
import { useWords } from "../../words/use-words.ts";
import type { Bar } from "./series-bars.ts";
import { SignedSol } from "../kit/signed-sol.tsx";
import { revenueWords } from "./words.en.ts";

const AXIS_WIDTH = 56;
const TOOLTIP_WIDTH = 176;

interface SeriesChartProps {
  readonly bars: readonly Bar[];
  /** Below a bar. */
  readonly labelOf: (key: string) => string;
  /** In full, in the tooltip. */
  readonly nameOf: (key: string) => string;
  readonly language: string;
}

/** The profit as bars; the numbers stand in a table instead (rule ADMIN-41). */
export function SeriesChart({ bars, labelOf, nameOf }: Omit<SeriesChartProps, "language">) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<{ readonly index: number; readonly left: number } | null>(null);
  const theme = useTheme((state) => state.theme);
  const language = useLanguage((state) => state.language);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const options = optionsFor(chartColorsOf(element), { bars, labelOf, language }, setPointed);
    const chart = new UPlot({ ...options, ...sizeOf(element) }, dataOf(bars), element);
    const sizes = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      chart.destroy();
      setPointed(null);
    };
  }, [bars, labelOf, theme, language]);

  const bar = pointed === null ? undefined : bars[pointed.index];
  return (
    <div aria-hidden className="relative h-full min-w-0">
      <div ref={place} className="h-full overflow-hidden" />
      {pointed !== null && bar !== undefined && (
        <Tooltip bar={bar} name={nameOf(bar.key)} left={pointed.left} />
      )}
    </div>
  );
}

/** Beside the bar that it tells of, on the side with more room. */
function Tooltip({ bar, name, left }: { readonly bar: Bar; readonly name: string; readonly left: number }) {
  const { t, whole } = useWords(revenueWords);
  const rows = [
    [t("profit"), <SignedSol key="profit" amount={bar.profit} />],
    [t("wagered"), <SignedSol key="wagered" amount={bar.wagered} isPlain />],
    [t("won"), <SignedSol key="won" amount={bar.won} isPlain />],
    [t("races"), whole(bar.races)],
    [t("bets"), whole(bar.bets)],
  ] as const;
  return (
    <div
      className="pointer-events-none absolute top-1 z-10 rounded-m border border-control bg-panel px-3 py-2 text-xs shadow-lg"
      style={{
        width: TOOLTIP_WIDTH,
        left: `clamp(0px, ${left > TOOLTIP_WIDTH + AXIS_WIDTH + 16 ? left - TOOLTIP_WIDTH - 16 : left + 16}px, 100% - ${TOOLTIP_WIDTH}px)`,
      }}
    >
      <p className="text-muted">{name}</p>
      <dl>
        {rows.map(([label, value], at) => (
          <div key={label} className={`flex justify-between gap-3 ${at === 0 ? "font-bold" : "text-muted"}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function dataOf(bars: readonly Bar[]): UPlot.AlignedData {
  return [
    bars.map((_, at) => at),
    bars.map(({ profit }) => plottedSol(profit)),
    bars.map(({ mean }) => (mean === null ? null : plottedSol(mean))),
  ];
}

/** Two last digits of a colour: at an opacity of six tenths. */
const DIMMED = "99";

function optionsFor(
  colors: ChartColors,
  { bars, labelOf, language }: Omit<SeriesChartProps, "nameOf">,
  point: (at: { readonly index: number; readonly left: number } | null) => void,
): Omit<UPlot.Options, "width" | "height"> {
  const { accent, bad, text, line } = colors;
  const amounts = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const axis = axisLook(colors);
  let pointed: number | null = null;
  const fills = () =>
    bars.map(({ profit }, at) => `${profit < 0n ? bad : accent}${at === pointed ? "" : DIMMED}`);
  return {
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { x: false, y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, bars.length - 0.5] },
      y: { range: (_chart, low, high) => rangeAroundZero(low, high) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        splits: (chart) => placesOf(bars.length, chart.bbox.width / devicePixelRatio),
        values: (_chart, places) => places.map((at) => labelOf(bars[at]?.key ?? "")),
      },
      {
        ...axis,
        space: 34,
        size: AXIS_WIDTH,
        values: (_chart, values) => values.map((at) => amounts.format(at).replace("-", "\u2212")),
      },
    ],
    series: [
      {},
      {
        width: 0,
        // Beside the fills of the bars it takes one of its own, which it never shows.
        fill: accent,
        points: { show: false },
        paths: (UPlot.paths.bars as NonNullable<typeof UPlot.paths.bars>)({
          size: [0.62, 56, 1],
          radius: 0.06,
          disp: { fill: { unit: 3, values: fills } },
        }),
      },
      { stroke: text, width: 1.5, points: { show: false } },
    ],
    hooks: {
      drawAxes: [(chart) => drawZeroLine(chart, line)],
      setCursor: [
        (chart) => {
          const { idx = null, left = -1 } = chart.cursor;
          const at = idx === null || left < 0 ? null : idx;
          if (at !== pointed) {
            pointed = at;
            chart.redraw(true, false);
          }
          point(at === null ? null : { index: at, left: AXIS_WIDTH + chart.valToPos(at, "x") });
        },
      ],
    },
  };
}

/** The bars that have a label: as many as there is room for, in even steps, the last one always. */
function placesOf(count: number, width: number): number[] {
  const step = Math.ceil(count / Math.max(1, Math.floor(width / 72)));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}
