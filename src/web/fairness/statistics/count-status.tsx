import { Download, Pause, Play, RotateCcw } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useWords } from "../../words/use-words.ts";
import type { StatisticsOrder, StatisticsProgress } from "./messages.ts";
import { saveAsCsv, saveAsJson } from "./save-statistics.ts";
import { statisticsWords } from "./words.en.ts";

interface CountStatusProps {
  readonly progress: StatisticsProgress;
  /** Whether the browser does not run the worker. */
  readonly hasFailed: boolean;
  readonly send: (order: StatisticsOrder) => void;
}

const phases = {
  loading: "phaseLoading",
  fresh: "phaseFresh",
  running: "phaseRunning",
  pausing: "phasePausing",
  paused: "phasePaused",
  done: "phaseDone",
  failed: "phaseFailed",
} as const;

/** How far the count is, and how it is moved on and saved (rule STATS-5). */
export function CountStatus({ progress, hasFailed, send }: CountStatusProps) {
  const { t, moment } = useWords(statisticsWords);
  const { phase, report, doneAt } = progress;
  const isBusy = phase === "running" || phase === "pausing";
  const isSome = report.records > 0;
  return (
    <Panel heading={t("count")} aside={<span data-testid="phase">{t(phases[phase])}</span>}>
      <div className="flex flex-col gap-4 p-4 pt-1">
        <Figures progress={progress} />
        {phase === "done" && !isSome && <p className="text-muted">{t("nothingThere")}</p>}
        {report.unread > 0 && (
          <p className="rounded-m border border-warn/60 p-3 text-warn">
            {t("unread", { count: report.unread })}
          </p>
        )}
        <Problem progress={progress} hasFailed={hasFailed} />
        <div className="flex flex-wrap gap-2">
          {isBusy ? (
            <Button onClick={() => send({ type: "pause" })} disabled={phase === "pausing"}>
              <Pause aria-hidden size={18} />
              {t("pause")}
            </Button>
          ) : (
            <Button
              look={phase === "fresh" ? "primary" : "secondary"}
              disabled={phase === "loading" || hasFailed}
              onClick={() => send({ type: "run" })}
            >
              <Play aria-hidden size={18} />
              {t(runText(phase))}
            </Button>
          )}
          {!isBusy && isSome && (
            <>
              <Button onClick={() => saveAsCsv(progress)}>
                <Download aria-hidden size={18} />
                {t("saveCsv")}
              </Button>
              <Button onClick={() => saveAsJson(progress)}>
                <Download aria-hidden size={18} />
                {t("saveJson")}
              </Button>
              <Button look="quiet" onClick={() => send({ type: "forget" })}>
                <RotateCcw aria-hidden size={18} />
                {t("startOver")}
              </Button>
            </>
          )}
        </div>
        {isSome && (
          <p className="text-xs text-muted">
            {phase === "done" && doneAt !== null && `${t("lastDone", { time: moment(new Date(doneAt)) })} `}
            {t("keptHere")}
          </p>
        )}
      </div>
    </Panel>
  );
}

function runText(phase: StatisticsProgress["phase"]) {
  if (phase === "paused") return "goOn";
  if (phase === "failed") return "tryAgain";
  return phase === "done" ? "countNew" : "start";
}

function Figures({ progress }: { readonly progress: StatisticsProgress }) {
  const { t, whole } = useWords(statisticsWords);
  const { report, published, racesPerSecond, day, days, phase } = progress;
  const figures = [
    ["races", whole(report.races)],
    ["perSecond", racesPerSecond === null ? "–" : whole(racesPerSecond)],
    ["days", whole(days)],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-3 gap-3">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-0.5">
            <dt className="text-xs text-muted">{t(name)}</dt>
            <dd data-figure={name} className="font-display text-xl leading-tight tabular-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <ProgressBar
        label={t("progress")}
        value={report.records}
        max={Math.max(1, published)}
        className="w-full"
      />
      <p className="flex min-h-4 justify-between gap-3 text-xs text-muted tabular-nums">
        {published > 0 && <span>{t("ofPublished", { done: report.records, count: published })}</span>}
        {day !== null && phase === "running" && <span>{t("day", { day })}</span>}
      </p>
    </div>
  );
}

interface ProblemProps {
  readonly progress: StatisticsProgress;
  readonly hasFailed: boolean;
}

function Problem({ progress: { phase, problem }, hasFailed }: ProblemProps) {
  const { t } = useWords(statisticsWords);
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const text = hasFailed
    ? t("noWorker")
    : phase !== "failed"
      ? null
      : isOnline
        ? t("whyNotRead", { why: problem ?? "" })
        : t("offline");
  return text === null ? null : (
    <p role="alert" className="rounded-m border border-warn/60 p-3 break-words text-warn">
      {text}
    </p>
  );
}

function watchConnection(onChange: () => void): () => void {
  const names = ["online", "offline"] as const;
  for (const name of names) addEventListener(name, onChange);
  return () => {
    for (const name of names) removeEventListener(name, onChange);
  };
}
