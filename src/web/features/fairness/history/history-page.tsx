import { useState } from "react";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { PageHead } from "../export-run/page-head.tsx";
import { ChainChoice } from "./chain-choice.tsx";
import { CheckStatus } from "./check-status.tsx";
import { FaultList } from "./fault-list.tsx";
import type { ChosenNode } from "./messages.ts";
import { useHistoryCheck } from "./use-history-check.ts";
import { historyWords } from "./words.en.ts";
import "./history.css";

const checked = [
  "checkedSeeds",
  "checkedOutcome",
  "checkedBets",
  "checkedMoney",
  "checkedRules",
  "checkedDays",
] as const;

/** Checks everything ever published about the game, in the visitor's own browser (rules HISTORY-1 to HISTORY-5). */
export function HistoryCheckPage() {
  const { t } = useWords(historyWords);
  const { progress, hasFailed, send } = useHistoryCheck();
  const [node, setNode] = useState<ChosenNode | null>(null);
  return (
    <div className="history-check">
      <main className="flex min-w-0 flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
        <PageHead
          title={t("title")}
          about={t("about")}
          links={[
            ["fairness", t("backToFair")],
            ["statistics", t("toStatistics")],
          ]}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <CheckStatus
              progress={progress}
              hasFailed={hasFailed}
              onRun={() => send({ type: "run", node })}
              onPause={() => send({ type: "pause" })}
              onForget={() => send({ type: "forget" })}
              onReport={() => send({ type: "report" })}
            />
            <FaultList faults={progress.faults} count={progress.faultCount} />
            <Panel heading={t("whatIsChecked")}>
              <ul className="grid list-disc gap-x-8 gap-y-2 py-1 pr-4 pb-4 pl-9 text-sm leading-relaxed marker:text-muted tablet:grid-cols-2">
                {checked.map((key) => (
                  <li key={key}>{t(key)}</li>
                ))}
              </ul>
            </Panel>
          </div>
          <ChainChoice chain={progress.chain} onNode={setNode} />
        </div>
      </main>
    </div>
  );
}
