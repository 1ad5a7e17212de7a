import type { StatisticsReport } from "../../../../domain/statistics/report.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { durationText } from "./duration-text.ts";
import { FactList } from "./fact-list.tsx";
import { statisticsWords } from "./words.en.ts";

interface PartProps {
  readonly report: StatisticsReport;
}

/** Which races were refunded, and why (rule STATS-4). */
export function RefundsPart({ report: { refunds, races } }: PartProps) {
  const { t, whole, percent } = useWords(statisticsWords);
  const live = useWords(liveWords);
  const reasonText = (reason: string) =>
    reason === "by_admin" ? t("admin") : live.t(reason as "log_ended" | "no_beacon" | "no_winning_bet");
  return (
    <Panel heading={t("refunds")} data-testid="refunds">
      <div className="p-4 pt-0">
        {refunds.length === 0 && <p className="text-muted">{t("refundsNone")}</p>}
        <FactList
          facts={refunds.map(({ reason, races: count, percent: share }) => [
            reasonText(reason),
            t("racesAndShare", { count: whole(count), all: whole(races), percent: percent(share, 1) }),
          ])}
        />
      </div>
    </Panel>
  );
}

/** On which days there were races, and for how much of the time (rule STATS-4). */
export function RunningPart({ report: { running } }: PartProps) {
  const { t, whole, percent, moment } = useWords(statisticsWords);
  if (running === null) return null;
  return (
    <Panel heading={t("running")}>
      <div className="flex flex-col gap-3 p-4 pt-0">
        <FactList
          facts={[
            [t("firstRace"), moment(new Date(running.from))],
            [t("newestRace"), moment(new Date(running.to))],
            [
              t("daysWithRaces"),
              t("ofDays", { count: whole(running.daysWithRaces), all: whole(running.days) }),
            ],
            [t("underWay"), percent(running.percent, 1)],
          ]}
        />
        <p className="text-sm leading-relaxed text-muted">{t("runningAbout")}</p>
      </div>
    </Panel>
  );
}

/** The longest times without an open race (rule STATS-4). */
export function GapsPart({ report: { running } }: PartProps) {
  const words = useWords(statisticsWords);
  const { t, moment } = words;
  if (running === null || running.gaps.length === 0) return null;
  return (
    <Panel heading={t("longestGaps")}>
      <div className="p-4 pt-0">
        <FactList
          facts={running.gaps.map(({ after, from, to }) => [
            t("gapAfter", { race: String(after), time: moment(new Date(from)) }),
            durationText(words, to - from),
          ])}
        />
      </div>
    </Panel>
  );
}
