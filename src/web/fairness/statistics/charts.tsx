import { useEffect, useMemo, useRef, useState } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ChanceReport } from "../../../domain/statistics/winners.ts";
import { useTheme } from "../../lib/theme.ts";
import { axisLook, type ChartColors, chartColorsOf, rangeAroundZero, sizeOf } from "../../ui/chart-look.ts";
import { useLanguage } from "../../words/language.ts";

/*
 * The charts of the statistics: for the eye alone, for their numbers stand in tables and lists beside them. Loaded when they are
 * shown, with the chart library.
 */

const AXIS_WIDTH = 52;

type Options = Omit<UPlot.Options, "width" | "height">;

/** Draws a chart into a place, anew when what it shows, the theme or the language changes. */
function useChart(make: (colors: ChartColors, language: string) => [Options, UPlot.AlignedData]) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme((state) => state.theme);
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const [options, data] = make(chartColorsOf(element), language);
    const chart = new UPlot({ ...options, ...sizeOf(element) }, data, element);
    const sizes = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      chart.destroy();
    };
  }, [make, theme, language]);
  return place;
}

const common: Options = {
  legend: { show: false },
  padding: [8, 8, 0, 0],
  cursor: { x: false, y: false, drag: { x: false, y: false }, points: { show: false } },
  series: [],
};

/** Places that have a label: as many as there is room for, in even steps, the last one always. */
function placesOf(count: number, width: number): number[] {
  const step = Math.ceil(count / Math.max(1, Math.floor(width / 72)));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}

interface BandChartProps {
  readonly horses: ChanceReport["horses"];
  /** What each is to have, drawn as a line with this name. */
  readonly fairShare: number;
  readonly fairName: string;
}

/** The share of each horse as a dot within its band. */
export function BandChart({ horses, fairShare, fairName }: BandChartProps) {
  const place = useChart(
    useMemo(() => bandOptions({ horses, fairShare, fairName }), [horses, fairShare, fairName]),
  );
  return <div aria-hidden ref={place} className="h-full overflow-hidden" />;
}

const bandOptions =
  ({ horses, fairShare, fairName }: BandChartProps) =>
  (colors: ChartColors, language: string): [Options, UPlot.AlignedData] => {
    const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
    const axis = axisLook(colors);
    const least = Math.min(fairShare, ...horses.map(({ low }) => low));
    const most = Math.max(fairShare, ...horses.map(({ high }) => high));
    const room = (most - least) * 0.12;
    const options: Options = {
      ...common,
      scales: {
        // To the right there is room for the name of the line.
        x: { time: false, range: () => [-0.5, horses.length + 0.3] },
        y: { range: () => [Math.max(0, least - room), Math.min(1, most + room)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          splits: () => horses.map((_, at) => at),
          values: () => horses.map(({ number }) => String(number)),
        },
        {
          ...axis,
          space: 34,
          size: AXIS_WIDTH,
          values: (_chart, shares) => shares.map((share) => percent.format(share)),
        },
      ],
      series: [{}, { stroke: colors.accent, paths: () => null, points: { show: false } }],
      hooks: { draw: [(chart) => drawBands(chart, { horses, fairShare, fairName, colors })] },
    };
    return [options, [horses.map((_, at) => at), horses.map(({ share }) => share)]];
  };

function drawBands(
  chart: UPlot,
  { horses, fairShare, fairName, colors }: BandChartProps & { readonly colors: ChartColors },
): void {
  const { ctx, bbox } = chart;
  const x = (at: number) => chart.valToPos(at, "x", true);
  const y = (share: number) => chart.valToPos(share, "y", true);
  const dpr = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colors.line;
  ctx.fillStyle = colors.muted;
  ctx.lineWidth = dpr;
  ctx.setLineDash([5 * dpr, 4 * dpr]);
  line(ctx, [bbox.left, y(fairShare)], [bbox.left + bbox.width, y(fairShare)]);
  ctx.setLineDash([]);
  ctx.font = colors.font.replace("12px", `${12 * dpr}px`);
  ctx.textAlign = "right";
  ctx.fillText(fairName, bbox.left + bbox.width - 2 * dpr, y(fairShare) - 6 * dpr);
  for (const [at, { share, low, high }] of horses.entries()) {
    const isOutside = low > fairShare || high < fairShare;
    ctx.strokeStyle = ctx.fillStyle = isOutside ? colors.bad : colors.accent;
    ctx.lineWidth = 2 * dpr;
    line(ctx, [x(at), y(low)], [x(at), y(high)]);
    for (const end of [low, high]) line(ctx, [x(at) - 7 * dpr, y(end)], [x(at) + 7 * dpr, y(end)]);
    ctx.beginPath();
    ctx.arc(x(at), y(share), 5 * dpr, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, from: readonly [number, number], to: readonly [number, number]) {
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
}

export interface ChartBar {
  /** Below the bar. */
  readonly label: string;
  /** In full, where it is pointed at. */
  readonly name: string;
  readonly value: number;
  /** A second value, drawn as a mark over the bar. */
  readonly mark: number | null;
  /** What it says where it is pointed at. */
  readonly figures: readonly (readonly [name: string, value: string])[];
}

/** Two last digits of a colour: at an opacity of six tenths. */
const DIMMED = "99";
const TOOLTIP_WIDTH = 176;

/** Bars, one of which can be pointed at. */
export function BarChart({ bars }: { readonly bars: readonly ChartBar[] }) {
  const [pointed, setPointed] = useState<{ readonly index: number; readonly left: number } | null>(null);
  const place = useChart(useMemo(() => barOptions(bars, setPointed), [bars]));
  const bar = pointed === null ? undefined : bars[pointed.index];
  return (
    <div aria-hidden className="relative h-full min-w-0">
      <div ref={place} className="h-full overflow-hidden" />
      {pointed !== null && bar !== undefined && (
        <div
          className="pointer-events-none absolute top-1 z-10 rounded-m border border-control bg-panel px-3 py-2 text-xs shadow-lg"
          style={{
            width: TOOLTIP_WIDTH,
            left: `clamp(0px, ${pointed.left > TOOLTIP_WIDTH + AXIS_WIDTH + 16 ? pointed.left - TOOLTIP_WIDTH - 16 : pointed.left + 16}px, 100% - ${TOOLTIP_WIDTH}px)`,
          }}
        >
          <p className="text-muted">{bar.name}</p>
          {bar.figures.map(([name, value]) => (
            <p key={name} className="flex justify-between gap-3 tabular-nums">
              <span>{name}</span>
              <b>{value}</b>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

const barOptions =
  (
    bars: readonly ChartBar[],
    point: (at: { readonly index: number; readonly left: number } | null) => void,
  ) =>
  (colors: ChartColors, language: string): [Options, UPlot.AlignedData] => {
    const { accent, text } = colors;
    const amounts = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
    const axis = axisLook(colors);
    let pointed: number | null = null;
    const fills = () => bars.map((_, at) => `${accent}${at === pointed ? "" : DIMMED}`);
    const options: Options = {
      ...common,
      scales: {
        x: { time: false, range: () => [-0.5, bars.length - 0.5] },
        y: { range: (_chart, _low, high) => [0, rangeAroundZero(0, high)[1]] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          splits: (chart) => placesOf(bars.length, chart.bbox.width / devicePixelRatio),
          values: (_chart, places) => places.map((at) => bars[at]?.label ?? ""),
        },
        {
          ...axis,
          space: 34,
          size: AXIS_WIDTH,
          values: (_chart, values) => values.map((at) => amounts.format(at)),
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
            size: [0.72, 56, 1],
            radius: 0.06,
            disp: { fill: { unit: 3, values: fills } },
          }),
        },
        { stroke: text, width: 1.5, paths: () => null, points: { show: true, size: 6, fill: text } },
      ],
      hooks: {
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
    return [options, [bars.map((_, at) => at), bars.map(({ value }) => value), bars.map(({ mark }) => mark)]];
  };
