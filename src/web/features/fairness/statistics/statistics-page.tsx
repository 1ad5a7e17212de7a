import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { PageHead } from "../export-run/page-head.tsx";
import { ChancePart, WinnersPart } from "./chance-part.tsx";
import { CountStatus } from "./count-status.tsx";
import { MoneyPart } from "./money-part.tsx";
import { GapsPart, RefundsPart, RunningPart } from "./running-part.tsx";
import { PayoutsPart, UntilStartPart } from "./times-part.tsx";
import { useStatistics } from "./use-statistics.ts";
import { statisticsWords } from "./words.en.ts";
import "./statistics.css";

const limits = ["limitFair", "limitComplete", "limitClock", "limitPlayers"] as const;

/** Statistics of the published races, counted in the visitor's own browser (rules STATS-1 to STATS-5). */
export function StatisticsPage() {
  const { t } = useWords(statisticsWords);
  const { progress, hasFailed, send } = useStatistics();
  const { report } = progress;
  return (
    <div className="statistics">
      <main className="flex min-w-0 flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
        <PageHead
          title={t("title")}
          about={t("about")}
          links={[
            ["fairness", t("backToFair")],
            ["historyCheck", t("toHistory")],
          ]}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_26rem]">
          <CountStatus progress={progress} hasFailed={hasFailed} send={send} />
          <Panel heading={t("limits")}>
            <ul className="flex list-disc flex-col gap-2 py-1 pr-4 pb-4 pl-9 text-sm leading-relaxed marker:text-muted">
              {limits.map((key) => (
                <li key={key}>{t(key)}</li>
              ))}
            </ul>
          </Panel>
        </div>
        {report.races > 0 && (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
              <WinnersPart chance={report.chance} />
              <ChancePart chance={report.chance} />
            </div>
            <MoneyPart report={report} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 tablet:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-4">
                <UntilStartPart report={report} />
                <RefundsPart report={report} />
                <RunningPart report={report} />
              </div>
              <div className="flex min-w-0 flex-col gap-4">
                <PayoutsPart report={report} />
                <GapsPart report={report} />
              </div>
            </div>
          </>
        )}
      </main>
    </div>
  );
}
