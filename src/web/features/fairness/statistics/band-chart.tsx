import { useMemo } from "react";
import type UPlot from "uplot";
import type { ChanceReport } from "../../../../domain/statistics/winners.ts";
import {
  AXIS_WIDTH,
  axisLook,
  type ChartColors,
  stillChart,
} from "../../../foundation/ui/charts/chart-look.ts";
import { type MakeChart, useChart } from "../../../foundation/ui/charts/use-chart.ts";

interface BandChartProps {
  readonly horses: ChanceReport["horses"];
  /** The fair share of each horse, drawn as a line with this name. */
  readonly fairShare: number;
  readonly fairName: string;
}

/** The share of each horse as a dot within its band. For the eye only: its numbers are in a table next to it. */
export function BandChart({ horses, fairShare, fairName }: BandChartProps) {
  const place = useChart(
    useMemo(() => bandChart({ horses, fairShare, fairName }), [horses, fairShare, fairName]),
  );
  return <div aria-hidden ref={place} className="h-full overflow-hidden" />;
}

const bandChart =
  ({ horses, fairShare, fairName }: BandChartProps): MakeChart =>
  (colors, language) => {
    const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
    const axis = axisLook(colors);
    const least = Math.min(fairShare, ...horses.map(({ low }) => low));
    const most = Math.max(fairShare, ...horses.map(({ high }) => high));
    const room = (most - least) * 0.12;
    const options: ReturnType<MakeChart>[0] = {
      ...stillChart,
      scales: {
        // Leaves room on the right for the name of the line.
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
