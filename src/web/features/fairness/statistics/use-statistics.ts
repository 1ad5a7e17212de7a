import { useEffect, useRef, useState } from "react";
import { reportOf } from "../../../../domain/statistics/report.ts";
import { newStatistics } from "../../../../domain/statistics/statistics.ts";
import type { StatisticsOrder, StatisticsProgress } from "./messages.ts";

const unknown: StatisticsProgress = {
  phase: "loading",
  problem: null,
  published: 0,
  racesPerSecond: null,
  day: null,
  days: 0,
  doneAt: null,
  report: reportOf(newStatistics()),
};

/** The count, which runs in its own worker while the page is open; its result is stored for the next visit. */
export function useStatistics() {
  const [progress, setProgress] = useState(unknown);
  const [hasFailed, setFailed] = useState(false);
  const worker = useRef<Worker | null>(null);
  useEffect(() => {
    const started = new Worker(new URL("./statistics-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<StatisticsProgress>) => setProgress(data));
    started.addEventListener("error", () => setFailed(true));
    worker.current = started;
    return () => {
      started.terminate();
      worker.current = null;
    };
  }, []);
  const isFailed = progress.phase === "failed";
  useEffect(() => {
    if (!isFailed) return;
    const goOn = () => worker.current?.postMessage({ type: "run" } satisfies StatisticsOrder);
    addEventListener("online", goOn);
    return () => removeEventListener("online", goOn);
  }, [isFailed]);
  /** Whether the browser fails to run the worker. */
  return { progress, hasFailed, send: (order: StatisticsOrder) => worker.current?.postMessage(order) };
}
