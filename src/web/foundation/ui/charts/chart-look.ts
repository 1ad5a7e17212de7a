import type UPlot from "uplot";

/** The look of all charts (decision 0022). The library itself is loaded with a chart and not with this. */

/** Room for the numbers next to a chart, in CSS pixels. */
export const AXIS_WIDTH = 56;

/** For a chart whose hovered place is marked by the page itself, and which cannot be zoomed. */
export const stillChart = {
  legend: { show: false },
  padding: [8, 8, 0, 0],
  cursor: { x: false, y: false, drag: { x: false, y: false }, points: { show: false } },
} satisfies Partial<UPlot.Options>;

export const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });

const properties = {
  accent: "--accent",
  muted: "--muted",
  text: "--text",
  bad: "--bad",
  hair: "--divider",
  line: "--control-border",
  panel: "--panel",
} as const;

export type ChartColors = Readonly<Record<keyof typeof properties | "font", string>>;

/** The theme's current colours, or those that the user forces (rule PAGE-11). */
export function chartColorsOf(element: HTMLElement): ChartColors {
  const style = getComputedStyle(element);
  const colors = Object.entries(properties).map(([name, property]) => [
    name,
    style.getPropertyValue(property).trim(),
  ]);
  return { ...(Object.fromEntries(colors) as Omit<ChartColors, "font">), font: `12px ${style.fontFamily}` };
}

/** The same colour with an opacity from 0 to 1. It may have a name: that of one that the user forces. */
export const faint = (color: string, opacity: number): string =>
  `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;

export const axisLook = ({ muted, hair, font }: ChartColors): UPlot.Axis => ({
  stroke: muted,
  font,
  ticks: { show: false },
  grid: { stroke: hair, width: 1, dash: [2, 4] },
});

/** From below zero to above it, with some room, so that nothing drawn touches the edge. */
export function rangeAroundZero(least: number, most: number): [number, number] {
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const room = (high - low || 1) * 0.08;
  return [low === 0 ? -room / 2 : low - room, high + room];
}

export function drawZeroLine(chart: UPlot, color: string): void {
  const { ctx, bbox } = chart;
  const y = Math.round(chart.valToPos(0, "y", true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
