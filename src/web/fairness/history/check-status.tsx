import { Download, Pause, Play, RotateCcw } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useWords } from "../../words/use-words.ts";
import type { HistoryProgress } from "./messages.ts";
import { historyWords } from "./words.en.ts";

interface CheckStatusProps {
  readonly progress: HistoryProgress;
  readonly hasFailed: boolean;
  readonly onRun: () => void;
  readonly onPause: () => void;
  readonly onForget: () => void;
  readonly onReport: () => void;
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

/** How far the check is, what it has come to, and how it is moved on (rule HISTORY-5). */
export function CheckStatus({ progress, hasFailed, onRun, onPause, onForget, onReport }: CheckStatusProps) {
  const { t } = useWords(historyWords);
  const { phase, part, records } = progress;
  const isBusy = phase === "running" || phase === "pausing";
  const isMemos = phase === "running" && part === "memos";
  return (
    <Panel
      heading={t("checkThat")}
      aside={<span data-testid="phase">{t(isMemos ? "phaseMemos" : phases[phase])}</span>}
    >
      <div className="flex flex-col gap-4 p-4 pt-1">
        <Figures progress={progress} />
        <Verdict progress={progress} />
        <Problem progress={progress} hasFailed={hasFailed} />
        <div className="flex flex-wrap gap-2">
          {isBusy ? (
            <Button onClick={onPause} disabled={phase === "pausing"}>
              <Pause aria-hidden size={18} />
              {t("pause")}
            </Button>
          ) : (
            <Button
              look={phase === "fresh" ? "primary" : "secondary"}
              disabled={phase === "loading" || hasFailed}
              onClick={onRun}
            >
              <Play aria-hidden size={18} />
              {t(runText(phase))}
            </Button>
          )}
          {!isBusy && records > 0 && (
            <>
              <Button onClick={onReport}>
                <Download aria-hidden size={18} />
                {t("download")}
              </Button>
              <Button look="quiet" onClick={onForget}>
                <RotateCcw aria-hidden size={18} />
                {t("startOver")}
              </Button>
            </>
          )}
        </div>
        {records > 0 && <p className="text-xs text-muted">{t("keptHere")}</p>}
      </div>
    </Panel>
  );
}

function runText(phase: HistoryProgress["phase"]) {
  if (phase === "paused") return "goOn";
  if (phase === "failed") return "tryAgain";
  return phase === "done" ? "checkNew" : "start";
}

function Figures({ progress }: { readonly progress: HistoryProgress }) {
  const { t, whole } = useWords(historyWords);
  const { races, records, published, racesPerSecond, day, days, part, chain } = progress;
  const done = part === "memos" && progress.phase === "running" ? chain.seq : records;
  const figures = [
    ["races", whole(races)],
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
      <ProgressBar label={t("progress")} value={done} max={Math.max(1, published)} className="w-full" />
      <p className="flex min-h-4 justify-between gap-3 text-xs text-muted tabular-nums">
        {published > 0 && (
          <span data-testid="records">
            {t("records")} {t("ofPublished", { done, count: published })}
          </span>
        )}
        {day !== null && progress.phase === "running" && <span>{t("day", { day })}</span>}
      </p>
    </div>
  );
}

/** What it has come to, in one sentence. Nothing that is yet to be checked counts as held. */
function Verdict({ progress }: { readonly progress: HistoryProgress }) {
  const { t, moment } = useWords(historyWords);
  const { phase, races, records, faultCount, openWinnings, openRefunds, doneAt } = progress;
  if (phase === "done" && records === 0) return <p className="text-muted">{t("nothingThere")}</p>;
  if (records === 0) return null;
  const isDone = phase === "done";
  const look =
    faultCount > 0
      ? "border-bad text-bad"
      : isDone
        ? "border-good/60 text-good"
        : "border-divider text-muted";
  return (
    <div className="flex flex-col gap-2">
      <output data-testid="history-verdict" className={`block rounded-m border p-3 font-bold ${look}`}>
        {faultCount > 0
          ? t("faultsMany", { count: faultCount })
          : t(isDone ? "holds" : "holdsSoFar", { count: races })}
      </output>
      {isDone && doneAt !== null && (
        <p className="text-sm text-muted">{t("lastDone", { time: moment(new Date(doneAt)) })}</p>
      )}
      {openWinnings > 0 && <p className="text-sm text-muted">{t("openWinnings", { count: openWinnings })}</p>}
      {openRefunds > 0 && <p className="text-sm text-muted">{t("openRefunds", { count: openRefunds })}</p>}
    </div>
  );
}

interface ProblemProps {
  readonly progress: HistoryProgress;
  readonly hasFailed: boolean;
}

function Problem({ progress: { phase, problem, part }, hasFailed }: ProblemProps) {
  const { t } = useWords(historyWords);
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const text = hasFailed
    ? t("noWorker")
    : phase !== "failed"
      ? null
      : isOnline
        ? t(part === "memos" ? "whyNotChain" : "whyNotRead", { why: problem ?? "" })
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
