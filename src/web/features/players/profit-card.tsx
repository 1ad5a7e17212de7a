import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { type StatsPeriod, statsPeriods } from "../../../contract/players/player-stats.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Card } from "../../foundation/ui/card.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { profitCurve, type ProfitPoint } from "./profit-curve.ts";
import { playerWords } from "./words.en.ts";

/** Loaded when it is shown, together with the chart library. */
const ProfitChart = lazy(async () => ({ default: (await import("./profit-chart.tsx")).ProfitChart }));

/** The height of the chart and of its skeleton, so that nothing moves when it has loaded. */
const HEIGHT = "h-[188px]";

/** What the player has won or lost over a period. */
export function ProfitCard({ address }: { readonly address: string }) {
  const [period, setPeriod] = useState<StatsPeriod>("week");
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.stats(address, period),
    queryFn: () => fetchApi("getUserStats", { params: { wallet: address }, query: { period } }),
  });
  const inWords = useWords(playerWords);
  const { t, signedSol } = inWords;
  // The same curve as long as the answer is the same: a different curve redraws the chart.
  const curve = useMemo(
    () =>
      data === undefined || data.days === null
        ? null
        : profitCurve(data.days, { period: data.period, nowMs: serverNow() }),
    [data],
  );
  const total = curve?.at(-1)?.total ?? null;
  const tone = total === null || total === 0n ? "text-muted" : total > 0n ? "text-good" : "text-bad";
  return (
    <Card
      heading={t("profit")}
      figure={
        total !== null && (
          <span translate="no" className={`figure text-lg whitespace-nowrap ${tone}`}>
            {signedSol(total, 4)} <span className="font-ui text-xs font-bold text-muted">SOL</span>
          </span>
        )
      }
      aside={
        <fieldset aria-label={t("period")} className="flex">
          {statsPeriods.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === period}
              onClick={() => setPeriod(name)}
              className="grid min-h-11 min-w-10 place-items-center px-0.5 whitespace-nowrap [&>span]:rounded-s [&>span]:px-2 [&>span]:py-1 aria-pressed:[&>span]:bg-selected aria-pressed:[&>span]:font-bold aria-pressed:[&>span]:text-bright"
            >
              <span>{t(name)}</span>
            </button>
          ))}
        </fieldset>
      }
    >
      <div className={`${HEIGHT} pr-3 pb-2 pl-2`}>
        {isError ? (
          <p role="alert" className="flex flex-wrap items-center gap-3 px-2 text-muted">
            {t("profitFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </p>
        ) : curve === null ? (
          <Skeleton className="h-full" />
        ) : curve.length === 0 ? (
          <p className="grid h-full place-items-center text-center text-muted">{t("noProfit")}</p>
        ) : (
          <Suspense fallback={<Skeleton className="h-full" />}>
            <ProfitChart curve={curve} />
          </Suspense>
        )}
      </div>
      {curve !== null && curve.length > 0 && <ProfitTable curve={curve} />}
    </Card>
  );
}

/** The curve for screen readers: the days on which something happened. */
function ProfitTable({ curve }: { readonly curve: readonly ProfitPoint[] }) {
  const { t, sol, signedSol } = useWords(playerWords);
  return (
    <table className="sr-only">
      <caption>{t("profit")}</caption>
      <thead>
        <tr>
          <th>{t("date")}</th>
          <th>{t("wager")}</th>
          <th>{t("payout")}</th>
          <th>{t("profit")}</th>
        </tr>
      </thead>
      <tbody>
        {curve
          .filter(({ wagered }) => wagered > 0n)
          .map(({ day, wagered, won, total }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{sol(wagered, 4)}</td>
              <td>{sol(won, 4)}</td>
              <td>{signedSol(total, 4)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
