import type { StatisticsReport } from "../../../domain/statistics/report.ts";
import { liveWords } from "../../live/words.en.ts";
import { Panel } from "../../ui/panel.tsx";
import { useWords } from "../../words/use-words.ts";
import { durationText } from "./duration-text.ts";
import { FactList } from "./fact-list.tsx";
import { statisticsWords } from "./words.en.ts";

/** Which races were refunded and why, and when none was open (rule STATS-4). */
export function RunningPart({ report }: { readonly report: StatisticsReport }) {
  const words = useWords(statisticsWords);
  const live = useWords(liveWords);
  const { t, whole, percent, moment } = words;
  const { refunds, races, running } = report;
  const reasonText = (reason: string) =>
    reason === "by_admin" ? t("admin") : live.t(reason as "no_beacon" | "no_winning_bet");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 tablet:grid-cols-2">
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
      {running !== null && (
        <Panel heading={t("running")} data-testid="running">
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
            {running.gaps.length > 0 && (
              <>
                <h3 className="text-sm text-muted">{t("longestGaps")}</h3>
                <FactList
                  facts={running.gaps.map(({ after, from, to }) => [
                    t("gapAfter", { race: String(after), time: moment(new Date(from)) }),
                    durationText(words, to - from),
                  ])}
                />
              </>
            )}
            <p className="text-sm leading-relaxed text-muted">{t("runningAbout")}</p>
          </div>
        </Panel>
      )}
    </div>
  );
}
