import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { pagePaths } from "../../../../contract/pages.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { rpcUrlOf, useRuntime } from "../../../foundation/lib/runtime.ts";
import { useLastRaces } from "../../../foundation/live/last-races.ts";
import { later } from "../../../foundation/lib/later.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton, Spinner } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Explanation } from "./explanation.tsx";
import { OfflinePanel } from "./offline-panel.tsx";
import { RaceReport } from "./race-report.tsx";
import type { CheckHouse } from "./use-findings.ts";
import { VectorsPanel } from "./vectors-panel.tsx";
import { VerifyForm } from "./verify-form.tsx";
import { verifierWords } from "./words.en.ts";
import "./verifier.css";

const HistoryPanel = later(async () => (await import("./history-panel.tsx")).HistoryPanel);
const OwedPanel = later(async () => (await import("../load.ts")).loadOwedPanel());

/**
 * How a race is decided, and tools to check one: type its three texts, or open a link with its id, which fills them
 * with what was published and checks all of it, on the chain too (rules FAIR-30 to FAIR-33).
 */
export function FairnessPage() {
  const { t } = useWords(verifierWords);
  const [search] = useSearchParams();
  const raceParam = search.get("race");
  // A link that also contains the seed was filled in by its author: nothing is requested.
  const raceId = search.has("seed") ? null : raceParam;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: queryKeys.verifiedRace(raceId ?? ""),
    queryFn: () => fetchApi("verifyRace", { params: { id: raceId ?? "" } }),
    enabled: raceId !== null && raceId !== "",
    // What was published about a finished race changes only through a refund.
    refetchOnWindowFocus: false,
  });
  const race = data?.race;
  const given =
    race === undefined
      ? { seed: search.get("seed") ?? "", race: raceParam ?? "", nonce: search.get("nonce") ?? "" }
      : { seed: race.server_seed, race: race.id, nonce: race.nonce };
  const more = (
    <>
      <OfflinePanel race={race ?? null} />
      <VectorsPanel />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <OwedPanel />
      </Suspense>
    </>
  );
  return (
    <div className="verifier">
      <main className="flex min-w-0 flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
        <header className="flex flex-col gap-1">
          <h1 className="text-2xl">{t("provablyFair")}</h1>
          <p className="max-w-[72ch] leading-relaxed text-muted">{t("provablyFairAbout")}</p>
          <p className="flex flex-wrap gap-x-6">
            {(
              [
                ["historyCheck", "checkAllHistory"],
                ["statistics", "statisticsLink"],
                ["rules", "ruleLogLink"],
              ] as const
            ).map(([page, text]) => (
              <Link
                key={page}
                to={pagePaths[page]}
                className="inline-flex min-h-11 items-center font-bold text-bright underline-offset-4 hover:underline"
              >
                {t(text)}
              </Link>
            ))}
          </p>
        </header>
        {raceId === null && <Explanation />}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
          {race !== undefined && <ReportHere key="report" race={race} />}
          <div key="form" className="flex flex-col gap-4">
            <VerifyForm
              given={given}
              source={
                <>
                  <RaceSource />
                  {isLoading && <Spinner label={t("fetching")} />}
                  {error !== null && (
                    <div
                      role="alert"
                      className="flex flex-wrap items-center gap-3 rounded-m border border-bad/60 p-3 text-bad"
                    >
                      <span className="flex-1">{errorText(error, t("verifyFailed"))}</span>
                      <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
                    </div>
                  )}
                </>
              }
            />
            {race !== undefined && more}
          </div>
          {race === undefined && <div className="flex flex-col gap-4">{more}</div>}
        </div>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <HistoryPanel />
        </Suspense>
        {raceId !== null && <Explanation />}
      </main>
    </div>
  );
}

type Race = Parameters<typeof RaceReport>[0]["race"];

/** Loaded once there is a race to check. */
const checkHouse: CheckHouse = async (commit) => {
  const site = await import("./site-logs.ts");
  return site.checkHouse(site.siteLogs, commit);
};

/** The report, which asks the node that the server names: the only one that the page's policy lets it reach. */
function ReportHere({ race }: { readonly race: Race }) {
  const { t, rich } = useWords(verifierWords);
  const runtime = useRuntime();
  if (runtime === undefined) return <Spinner />;
  const url = rpcUrlOf(runtime);
  const { network, genesisHash } = runtime;
  return (
    <RaceReport
      race={race}
      network={network}
      checkHouse={checkHouse}
      node={url === null ? null : { url, genesisHash }}
      aboutNode={
        <p className="text-sm text-muted">
          {url === null
            ? t("nothingRead")
            : rich("byChainAbout", { node: <code className="font-mono text-xs break-all">{url}</code> })}{" "}
          {url !== null && t("otherNode")}
        </p>
      }
    />
  );
}

/** A race by its id, or the last finished one. */
function RaceSource() {
  const { t } = useWords(verifierWords);
  const [search, setSearch] = useSearchParams();
  const [id, setId] = useState(search.get("race") ?? "");
  const last = useLastRaces()?.[0]?.id ?? null;
  const open = (race: string) => {
    setId(race);
    setSearch({ race });
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-m border border-divider bg-bg/60 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== "") open(id.trim());
      }}
    >
      <label className="flex flex-col gap-1">
        <span className="text-sm text-muted">{t("raceToFetch")}</span>
        <span className="flex gap-2">
          <input
            value={id}
            onChange={(event) => setId(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="min-h-11 min-w-0 flex-1 rounded-m border border-control bg-bg px-4 field-mono"
          />
          <Button type="submit">{t("fetchRace")}</Button>
        </span>
      </label>
      <p className="text-xs text-muted">{t("fetchRaceAbout")}</p>
      {last !== null && (
        <button
          type="button"
          className="self-start rounded-s py-1 text-sm font-bold text-accent underline-offset-4 hover:underline"
          onClick={() => open(last)}
        >
          {t("lastRace", { race: raceLabel(last) })}
        </button>
      )}
    </form>
  );
}
