import { Download } from "lucide-react";
import { Button } from "../../../foundation/ui/button.tsx";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { RunButtons } from "../export-run/run-buttons.tsx";
import { RunFigures } from "../export-run/run-figures.tsx";
import { RunProblem } from "../export-run/run-problem.tsx";
import type { StatisticsOrder, StatisticsProgress } from "./messages.ts";
import { saveAsCsv, saveAsJson } from "./save-statistics.ts";
import { statisticsWords } from "./words.en.ts";

interface CountStatusProps {
  readonly progress: StatisticsProgress;
  /** Whether the browser fails to run the worker. */
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

/** How far the count is, with its controls and ways to save it (rule STATS-5). */
export function CountStatus({ progress, hasFailed, send }: CountStatusProps) {
  const { t, moment } = useWords(statisticsWords);
  const { phase, report, doneAt } = progress;
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
        <RunProblem
          noWorker={hasFailed ? t("noWorker") : null}
          whyNot={phase === "failed" ? t("whyNotRead", { why: progress.problem ?? "" }) : null}
          offline={t("offline")}
        />
        <RunButtons
          phase={phase}
          hasFailed={hasFailed}
          words={{ run: t(runText(phase)), pause: t("pause"), startOver: t("startOver") }}
          onRun={() => send({ type: "run" })}
          onPause={() => send({ type: "pause" })}
          onForget={() => send({ type: "forget" })}
          results={
            isSome ? (
              <>
                <Button onClick={() => saveAsCsv(progress)}>
                  <Download aria-hidden size={18} />
                  {t("saveCsv")}
                </Button>
                <Button onClick={() => saveAsJson(progress)}>
                  <Download aria-hidden size={18} />
                  {t("saveJson")}
                </Button>
              </>
            ) : null
          }
        />
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
  return (
    <RunFigures
      figures={[
        ["races", t("races"), whole(report.races)],
        ["perSecond", t("perSecond"), racesPerSecond === null ? "–" : whole(racesPerSecond)],
        ["days", t("days"), whole(days)],
      ]}
      bar={{ label: t("progress"), value: report.records, max: published }}
    >
      {published > 0 && <span>{t("ofPublished", { done: report.records, count: published })}</span>}
      {day !== null && phase === "running" && <span>{t("day", { day })}</span>}
    </RunFigures>
  );
}
