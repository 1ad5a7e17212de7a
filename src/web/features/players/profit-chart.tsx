import { useMemo, useState } from "react";
import type UPlot from "uplot";
import {
  AXIS_WIDTH,
  axisLook,
  drawZeroLine,
  faint,
  rangeAroundZero,
  stillChart,
} from "../../foundation/ui/charts/chart-look.ts";
import { plottedSol } from "../../foundation/ui/charts/plotted-sol.ts";
import { type MakeChart, useChart } from "../../foundation/ui/charts/use-chart.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import type { ProfitPoint } from "./profit-curve.ts";
import { playerWords } from "./words.en.ts";

interface Pointed {
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

/** The drawn profit curve; its numbers are in a table next to it. */
export function ProfitChart({ curve }: { readonly curve: readonly ProfitPoint[] }) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const place = useChart(useMemo(() => profitChart(curve, setPointed), [curve]));
  const point = pointed === null ? undefined : curve[pointed.index];
  return (
    <div aria-hidden className="relative h-full min-w-0">
      <div ref={place} className="h-full overflow-hidden" />
      {pointed !== null && point !== undefined && <Tooltip point={point} at={pointed} />}
    </div>
  );
}

function Tooltip({
  point: { atMs, wagered, won, total },
  at,
}: {
  readonly point: ProfitPoint;
  readonly at: Pointed;
}) {
  const { t, sol, signedSol, day } = useWords(playerWords);
  return (
    <div
      className="panel pointer-events-none absolute z-10 bg-panel px-3 py-2 text-xs whitespace-nowrap"
      style={{ left: `min(${at.left}px, 100% - 11rem)`, top: `max(0px, ${at.top - 74}px)` }}
    >
      <p className="text-muted">{day(new Date(atMs - 1))}</p>
      <p className="font-bold">{t("profitOf", { amount: signedSol(total, 4) })}</p>
      <p className="text-muted">{t("wageredAndWon", { wagered: sol(wagered, 4), won: sol(won, 4) })}</p>
    </div>
  );
}

const profitChart =
  (curve: readonly ProfitPoint[], point: (at: Pointed | null) => void): MakeChart =>
  (colors, language) => {
    const { accent, line, panel } = colors;
    const dayOf = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
    const signed = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 4 });
    const axis = axisLook(colors);
    const options: ReturnType<MakeChart>[0] = {
      ...stillChart,
      cursor: {
        y: false,
        drag: { x: false, y: false },
        points: { fill: accent, stroke: panel, size: 9, width: 2 },
      },
      scales: { y: { range: (_chart, low, high) => rangeAroundZero(low, high) } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 64,
          size: 24,
          // A point is at the end of its day.
          values: (_chart, seconds) => seconds.map((at) => dayOf.format(new Date(at * 1000 - 1))),
        },
        {
          ...axis,
          space: 34,
          size: AXIS_WIDTH,
          values: (_chart, amounts) => amounts.map((at) => signed.format(at)),
        },
      ],
      series: [
        {},
        {
          stroke: accent,
          width: 2,
          fill: faint(accent, 0.16),
          fillTo: 0,
          points: { show: false },
        },
      ],
      hooks: {
        drawAxes: [(chart) => drawZeroLine(chart, line)],
        draw: [(chart) => drawEnd(chart, accent, panel)],
        setCursor: [
          (chart) => {
            const { idx = null, left = -1 } = chart.cursor;
            const value = idx === null ? null : (chart.data[1]?.[idx] ?? null);
            if (idx === null || left < 0 || value === null) return point(null);
            point({ index: idx, left: left + AXIS_WIDTH, top: chart.valToPos(value, "y") });
          },
        ],
        destroy: [() => point(null)],
      },
    };
    return [options, [curve.map(({ atMs }) => atMs / 1000), curve.map(({ total }) => plottedSol(total))]];
  };

/** A dot at the end of the curve. */
function drawEnd(chart: UPlot, fill: string, stroke: string): void {
  const { ctx, data } = chart;
  const [x, y] = [data[0].at(-1), data[1]?.at(-1) ?? null];
  if (x === undefined || y === null) return;
  ctx.save();
  ctx.fillStyle = fill;
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.arc(chart.valToPos(x, "x", true), chart.valToPos(y, "y", true), 4.5 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}
