import { Download } from "lucide-react";
import { Button } from "../../../foundation/ui/button.tsx";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { RunButtons } from "../export-run/run-buttons.tsx";
import { RunFigures } from "../export-run/run-figures.tsx";
import { RunProblem } from "../export-run/run-problem.tsx";
import { CoverageList } from "./coverage-list.tsx";
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

/** How far the check is, its result so far, and its controls (rule HISTORY-5). */
export function CheckStatus({ progress, hasFailed, onRun, onPause, onForget, onReport }: CheckStatusProps) {
  const { t } = useWords(historyWords);
  const { phase, part, records } = progress;
  const isMemos = phase === "running" && part === "memos";
  return (
    <Panel
      heading={t("checkThat")}
      aside={<span data-testid="phase">{t(isMemos ? "phaseMemos" : phases[phase])}</span>}
    >
      <div className="flex flex-col gap-4 p-4 pt-1">
        <Figures progress={progress} />
        <Verdict progress={progress} />
        <RunProblem
          noWorker={hasFailed ? t("noWorker") : null}
          whyNot={
            phase === "failed"
              ? t(part === "memos" ? "whyNotChain" : "whyNotRead", { why: progress.problem ?? "" })
              : null
          }
          offline={t("offline")}
        />
        <RunButtons
          phase={phase}
          hasFailed={hasFailed}
          words={{ run: t(runText(phase)), pause: t("pause"), startOver: t("startOver") }}
          onRun={onRun}
          onPause={onPause}
          onForget={onForget}
          results={
            records > 0 ? (
              <Button onClick={onReport}>
                <Download aria-hidden size={18} />
                {t("download")}
              </Button>
            ) : null
          }
        />
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
  return (
    <RunFigures
      figures={[
        ["races", t("races"), whole(races)],
        ["perSecond", t("perSecond"), racesPerSecond === null ? "–" : whole(racesPerSecond)],
        ["days", t("days"), whole(days)],
      ]}
      bar={{ label: t("progress"), value: done, max: published }}
    >
      {published > 0 && (
        <span data-testid="records">
          {t("records")} {t("ofPublished", { done, count: published })}
        </span>
      )}
      {day !== null && progress.phase === "running" && <span>{t("day", { day })}</span>}
    </RunFigures>
  );
}

/** The result in one sentence. Nothing that is still unchecked counts as correct. */
function Verdict({ progress }: { readonly progress: HistoryProgress }) {
  const { t, moment } = useWords(historyWords);
  const { phase, races, records, faultCount, openWinnings, openRefunds, doneAt, chain } = progress;
  if (phase === "done" && records === 0) return <p className="text-muted">{t("nothingThere")}</p>;
  if (records === 0) return null;
  const isDone = phase === "done";
  const isProven = isDone && chain.missing === 0;
  const look =
    faultCount > 0
      ? "border-bad text-bad"
      : isProven
        ? "border-good/60 text-good"
        : "border-divider text-muted";
  return (
    <div className="flex flex-col gap-2">
      <output data-testid="history-verdict" className={`block rounded-m border p-3 font-bold ${look}`}>
        {faultCount > 0
          ? t("faultsMany", { count: faultCount })
          : t(isProven ? "holds" : "holdsSoFar", { count: races })}
      </output>
      {isDone && doneAt !== null && (
        <p className="text-sm text-muted">{t("lastDone", { time: moment(new Date(doneAt)) })}</p>
      )}
      {openWinnings > 0 && <p className="text-sm text-muted">{t("openWinnings", { count: openWinnings })}</p>}
      {openRefunds > 0 && <p className="text-sm text-muted">{t("openRefunds", { count: openRefunds })}</p>}
      <CoverageList coverage={progress.coverage} />
    </div>
  );
}
