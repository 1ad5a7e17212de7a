import { type ReactNode, useMemo, useState } from "react";
import UPlot from "uplot";
import { AXIS_WIDTH, axisLook, drawZeroLine, faint, rangeAroundZero, stillChart } from "./chart-look.ts";
import { type MakeChart, useChart } from "./use-chart.ts";

export interface ChartBar {
  /** Below the bar, where there is room for it. */
  readonly label: string;
  /** The full name, shown when the bar is hovered. */
  readonly name: string;
  readonly value: number;
  /** Value of another series over the bars; null if it has none. */
  readonly overlay: number | null;
  /** Value in the same place of the period before, drawn dashed; null if it is not known, absent if there is none. */
  readonly before?: number | null;
  /** What is shown when the bar is hovered; the first is the most important. */
  readonly figures: readonly (readonly [name: string, value: ReactNode])[];
}

interface BarChartProps {
  readonly bars: readonly ChartBar[];
  readonly overlay: "line" | "points";
  /** How the period before is drawn: between places that follow on each other as a line, which it is if absent. */
  readonly before?: "line" | "outlines";
}

interface Pointed {
  readonly index: number;
  /** CSS pixels from the left edge of the chart. */
  readonly left: number;
}

const TOOLTIP_WIDTH = 176;
/** Minimum width of a label in CSS pixels. */
const LABEL_WIDTH = 72;

/** Bars up and down from zero, one of which can be hovered. For the eye only: its numbers are in a table next to it. */
export function BarChart({ bars, overlay, before = "line" }: BarChartProps) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const place = useChart(
    useMemo(() => barChart({ bars, overlay, before }, setPointed), [bars, overlay, before]),
  );
  const bar = pointed === null ? undefined : bars[pointed.index];
  return (
    <div aria-hidden className="relative h-full min-w-0">
      <div ref={place} className="h-full overflow-hidden" />
      {pointed !== null && bar !== undefined && <Tooltip bar={bar} left={pointed.left} />}
    </div>
  );
}

/** Next to its bar, on the side with more room. */
function Tooltip({ bar: { name, figures }, left }: { readonly bar: ChartBar; readonly left: number }) {
  const isOnLeft = left > TOOLTIP_WIDTH + AXIS_WIDTH + 16;
  return (
    <div
      className="pointer-events-none absolute top-1 z-10 rounded-m border border-control bg-panel px-3 py-2 text-xs shadow-lg"
      style={{
        width: TOOLTIP_WIDTH,
        left: `clamp(0px, ${isOnLeft ? left - TOOLTIP_WIDTH - 16 : left + 16}px, 100% - ${TOOLTIP_WIDTH}px)`,
      }}
    >
      <p className="text-muted">{name}</p>
      <dl>
        {figures.map(([figure, value], at) => (
          <div key={figure} className={`flex justify-between gap-3 ${at === 0 ? "font-bold" : "text-muted"}`}>
            <dt>{figure}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Indices that have a label: as many as there is room for, in even steps, always including the last. */
function labelledPlaces(count: number, width: number): number[] {
  const step = Math.ceil(count / Math.max(1, Math.floor(width / LABEL_WIDTH)));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}

const barPaths = UPlot.paths.bars as NonNullable<typeof UPlot.paths.bars>;

const barChart =
  ({ bars, overlay, before }: Required<BarChartProps>, point: (at: Pointed | null) => void): MakeChart =>
  (colors, language) => {
    const { accent, bad, text, muted, line } = colors;
    const amounts = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
    const axis = axisLook(colors);
    let pointed: number | null = null;
    const fills = () =>
      bars.map(({ value }, at) => faint(value < 0 ? bad : accent, at === pointed ? 1 : 0.6));
    const options: ReturnType<MakeChart>[0] = {
      ...stillChart,
      scales: {
        x: { time: false, range: () => [-0.5, bars.length - 0.5] },
        y: { range: (_chart, low, high) => rangeAroundZero(low, high) },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          splits: (chart) => labelledPlaces(bars.length, chart.bbox.width / devicePixelRatio),
          values: (_chart, places) => places.map((at) => bars[at]?.label ?? ""),
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
          // In addition to the fills of the bars it needs its own, which is never shown.
          fill: accent,
          points: { show: false },
          paths: barPaths({
            size: [0.66, 56, 1],
            radius: 0.06,
            disp: { fill: { unit: 3, values: fills } },
          }),
        },
        overlay === "line"
          ? { stroke: text, width: 1.5, points: { show: false } }
          : { stroke: text, width: 1.5, paths: () => null, points: { show: true, size: 6, fill: text } },
        {
          stroke: muted,
          width: 1.5,
          dash: [5, 4],
          points: { show: false },
          ...(before === "outlines" && { paths: barPaths({ size: [0.74, 72, 1] }) }),
        },
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
        destroy: [() => point(null)],
      },
    };
    return [
      options,
      [
        bars.map((_, at) => at),
        bars.map(({ value }) => value),
        bars.map(({ overlay: over }) => over),
        bars.map(({ before: earlier = null }) => earlier),
      ],
    ];
  };
