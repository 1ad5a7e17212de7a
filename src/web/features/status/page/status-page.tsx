import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CirclePause } from "lucide-react";
import { Link } from "wouter";
import { MAX_RULES } from "../../../../contract/rule-log/rule-log.ts";
import { pagePaths } from "../../../../contract/pages.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { lastRacesQuery } from "../../../foundation/live/last-races.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { type Interruption, interruptionsIn } from "./interruptions.ts";
import { statusWords } from "./words.en.ts";

const ASK_EVERY_MS = 15_000;

/** What runs and what stands still, since when and why, and how the last races went (rule STATUS-1). */
export function StatusPage() {
  const { t } = useWords(statusWords);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.interruptions(),
    queryFn: readStatus,
    refetchInterval: ASK_EVERY_MS,
  });
  return (
    <main className="mx-auto flex max-w-[880px] min-w-0 flex-col gap-3 px-3 pt-2 pb-10 tablet:px-5">
      <h1 className="text-2xl">{t("title")}</h1>
      {data === undefined && !isError && <Skeleton className="h-40" />}
      {isError && (
        <p role="alert" className="panel flex flex-col items-center gap-3 p-6 text-muted">
          {t("failed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
        </p>
      )}
      {data !== undefined && !isError && (
        <div className="grid gap-3 tablet:grid-cols-2">
          <Part name={t("bets")} {...data.bets} whenStopped={t("paused")} />
          <Part name={t("payouts")} {...data.payouts} whenStopped={t("halted")} />
        </div>
      )}
      <LastRaces />
      <Link
        to={pagePaths.rules}
        className="inline-flex min-h-11 items-center self-start text-sm underline underline-offset-4"
      >
        {t("rules")}
      </Link>
    </main>
  );
}

/** Whether something stands still is the server's to say; since when and why is in the public log, if it is recent. */
async function readStatus() {
  const [{ maintenance }, { paymentsHalted }, { rows }] = await Promise.all([
    fetchApi("getRuntime", {}),
    fetchApi("getSolvency", {}),
    fetchApi("listRules", { query: { limit: MAX_RULES } }),
  ]);
  const { bets, payouts } = interruptionsIn(rows);
  return {
    bets: { isStopped: maintenance, interruption: bets },
    payouts: { isStopped: paymentsHalted, interruption: payouts },
  };
}

interface PartProps {
  readonly name: string;
  readonly isStopped: boolean;
  readonly interruption: Interruption | null;
  readonly whenStopped: string;
}

function Part({ name, isStopped, interruption, whenStopped }: PartProps) {
  const { t, moment } = useWords(statusWords);
  const Icon = isStopped ? CirclePause : CircleCheck;
  return (
    <section aria-label={name} className="panel flex flex-col gap-2 p-4">
      <h2 className="font-ui text-sm font-medium text-muted">{name}</h2>
      <p className={`flex items-center gap-2 text-xl font-bold ${isStopped ? "text-bad" : "text-good"}`}>
        <Icon aria-hidden size={22} />
        {isStopped ? whenStopped : t("open")}
      </p>
      {isStopped && (
        <>
          {interruption !== null && <p>{t("since", { time: moment(interruption.since) })}</p>}
          <p className="break-words">{interruption?.reason ?? t("noReason")}</p>
          <p className="text-sm text-muted">{t("untilThen")}</p>
        </>
      )}
    </section>
  );
}

function LastRaces() {
  const { t, sol, moment, decimal } = useWords(statusWords);
  const { data, isError } = useQuery({ ...lastRacesQuery, refetchInterval: ASK_EVERY_MS });
  return (
    <section aria-label={t("lastRaces")} className="panel p-4">
      <h2 className="mb-2 text-lg">{t("lastRaces")}</h2>
      {data === undefined && (isError ? <p>{t("failed")}</p> : <Skeleton className="h-40" />)}
      {data?.races.length === 0 && <p className="text-muted">{t("noRaces")}</p>}
      <ul className="divide-y divide-hair">
        {data?.races.slice(0, 10).map((race) => (
          <li key={race.id} className="flex min-h-11 flex-wrap items-center gap-x-4 py-1 text-sm">
            <Link to={pagePaths.replay.replace(":id", race.id)} className="font-bold hover:text-bright">
              {raceLabel(race.id)}
            </Link>
            <time dateTime={race.completed_at.toISOString()} className="text-muted">
              {moment(race.completed_at)}
            </time>
            <span translate="no" className="ml-auto">
              {t("pool", { amount: sol(race.totalPool, 4) })}
            </span>
            <span className="ml-auto min-w-28 text-right text-muted tablet:ml-0">
              {race.status === "refunded"
                ? t("refunded")
                : race.payout_seconds !== null &&
                  t("paidAfter", { seconds: decimal(race.payout_seconds, 2) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
