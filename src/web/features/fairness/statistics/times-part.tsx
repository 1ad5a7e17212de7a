import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo } from "react";
import type { DurationReport } from "../../../../domain/statistics/durations.ts";
import type { StatisticsReport } from "../../../../domain/statistics/report.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { later } from "../../../foundation/lib/later.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { durationText } from "./duration-text.ts";
import { FactList } from "./fact-list.tsx";
import { statisticsWords } from "./words.en.ts";

const BarChart = later(async () => (await import("../../../foundation/ui/charts/bar-chart.tsx")).BarChart);

/** How long it takes from a bet to its race (rule STATS-4). */
export function UntilStartPart({ report: { untilStart } }: { readonly report: StatisticsReport }) {
  const { t } = useWords(statisticsWords);
  return <Times name="untilStart" about={t("untilStartAbout")} times={untilStart} />;
}

/** How long it takes from a settlement to the final payment (rule STATS-4). */
export function PayoutsPart({ report: { payouts } }: { readonly report: StatisticsReport }) {
  const { t, whole } = useWords(statisticsWords);
  const counts = [
    ["payoutsPaid", payouts.paid],
    ["payoutsKept", payouts.kept],
    ["payoutsOpen", payouts.open],
    ["payoutsUntimed", payouts.untimed],
  ] as const;
  return (
    <Times name="payouts" about={t("payoutsAbout")} times={payouts}>
      <FactList
        facts={counts
          .filter(([name, count]) => count > 0 || name === "payoutsPaid")
          .map(([name, count]) => [t(name), whole(count)])}
      />
      <FinishToPaid />
      {payouts.untimed > 0 && <p className="text-sm text-muted">{t("untimedWhy")}</p>}
    </Times>
  );
}

/** The newest races that paid out, measured by the server from stored times (rule PAYOUTS-8). */
function FinishToPaid() {
  const { t, decimal } = useWords(statisticsWords);
  const { data } = useQuery({
    queryKey: queryKeys.paidRaces(),
    queryFn: () => fetchApi("listRaces", { query: { limit: 20 } }),
  });
  const seconds = data?.races.flatMap(({ payout_seconds: one }) => one ?? []).toSorted((a, b) => a - b) ?? [];
  const [median, most] = [seconds[(seconds.length - 1) >> 1], seconds.at(-1)];
  if (median === undefined || most === undefined) return null;
  const times = { median: decimal(median, 2), most: decimal(most, 2) };
  return <FactList facts={[[t("finishToPaid", { count: seconds.length }), t("finishToPaidTimes", times)]]} />;
}

interface TimesProps {
  readonly name: "untilStart" | "payouts";
  readonly about: string;
  readonly times: DurationReport;
  readonly children?: ReactNode;
}

function Times({ name, about, times, children }: TimesProps) {
  const words = useWords(statisticsWords);
  const { t, whole } = words;
  const { count, medianMs, p95Ms, mostMs } = times;
  return (
    <Panel heading={t(name)} data-testid={name}>
      <div className="flex flex-col gap-3 p-4 pt-0">
        <p className="text-sm leading-relaxed text-muted">{about}</p>
        {count === 0 ? (
          <p>{t("noTimes")}</p>
        ) : (
          <>
            <dl className="grid grid-cols-2 gap-3 tablet:grid-cols-4">
              {(
                [
                  ["median", durationText(words, medianMs)],
                  ["p95", durationText(words, p95Ms)],
                  ["most", durationText(words, mostMs)],
                  ["counted", whole(count)],
                ] as const
              ).map(([figure, value]) => (
                <div key={figure} className="flex flex-col-reverse justify-end gap-0.5">
                  <dt className="text-xs text-muted">{t(figure)}</dt>
                  <dd data-figure={figure} className="font-display text-lg leading-tight tabular-nums">
                    {value}
                  </dd>
                </div>
              ))}
            </dl>
            <div className="h-40">
              <Suspense fallback={<Skeleton className="h-full" />}>
                <StepsChart times={times} />
              </Suspense>
            </div>
          </>
        )}
        {children}
      </div>
    </Panel>
  );
}

function StepsChart({ times: { steps } }: { readonly times: DurationReport }) {
  const words = useWords(statisticsWords);
  const bars = useMemo(
    () =>
      steps.map(({ fromMs, toMs, count }) => ({
        label: durationText(words, toMs),
        name: words.t("step", { from: durationText(words, fromMs), to: durationText(words, toMs) }),
        value: count,
        overlay: null,
        figures: [[words.t("counted"), words.whole(count)]] as const,
      })),
    [steps, words],
  );
  return <BarChart bars={bars} overlay="points" />;
}
