import { type RefObject, useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "../../lib/theme.ts";
import { useLanguage } from "../../words/language.ts";
import { type ChartColors, chartColorsOf, sizeOf } from "./chart-look.ts";

/** What a chart shows and how, in the colours of the theme and the visitor's language. */
export type MakeChart = (
  colors: ChartColors,
  language: string,
) => readonly [options: Omit<UPlot.Options, "width" | "height">, data: UPlot.AlignedData];

/**
 * Draws a chart into the element with the returned ref, filling it, and again when `make`, the theme or the language
 * changes. Includes the chart library: components that use it are loaded when they are shown (decision 0022).
 */
export function useChart(make: MakeChart): RefObject<HTMLDivElement | null> {
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
