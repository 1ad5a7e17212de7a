import { useEffect, useRef, useState } from "react";
import { coverageOf } from "../../../../domain/history/history.ts";
import { saveJson } from "../../../foundation/lib/save-file.ts";
import { newCheck, type CheckedHistory } from "./checked-history.ts";
import type { HistoryMessage, HistoryOrder, HistoryProgress } from "./messages.ts";

const unknown: HistoryProgress = {
  phase: "loading",
  problem: null,
  part: "records",
  records: 0,
  published: 0,
  races: 0,
  racesPerSecond: null,
  day: null,
  days: 0,
  faults: [],
  faultCount: 0,
  openWinnings: 0,
  openRefunds: 0,
  coverage: coverageOf(newCheck().state),
  doneAt: null,
  chain: newCheck().chain,
};

export interface HistoryCheck {
  readonly progress: HistoryProgress;
  /** Whether the browser fails to run the worker. */
  readonly hasFailed: boolean;
  readonly send: (order: HistoryOrder) => void;
}

/** The check, which runs in its own worker while the page is open; its result is stored for the next visit. */
export function useHistoryCheck(): HistoryCheck {
  const [progress, setProgress] = useState(unknown);
  const [hasFailed, setFailed] = useState(false);
  const worker = useRef<Worker | null>(null);
  useEffect(() => {
    const started = new Worker(new URL("./history-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<HistoryMessage>) => {
      if (data.type === "report") saveReport(data.check);
      else setProgress(data.progress);
    });
    started.addEventListener("error", () => setFailed(true));
    worker.current = started;
    return () => {
      started.terminate();
      worker.current = null;
    };
  }, []);
  return { progress, hasFailed, send: (order) => worker.current?.postMessage(order) };
}

/** Saves what was checked, up to where, and what does not hold, for anyone who wants to look into it. */
function saveReport({ state, doneAt, ...check }: CheckedHistory): void {
  saveJson("furlong-history-check.json", {
    furlong: "history-check",
    version: state.version,
    site: location.origin,
    doneAt: doneAt === null ? null : new Date(doneAt).toISOString(),
    records: state.seq,
    races: state.races,
    lastRace: state.lastRace?.number ?? null,
    days: state.files.count,
    lastDay: state.files.last,
    ruleLog: state.rules.head,
    openWinnings: Object.keys(state.winnings),
    openRefunds: state.refunds.awaited,
    coverage: coverageOf(state),
    ...check,
  });
}
