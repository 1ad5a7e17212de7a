import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import type { Api } from "../../../contract/api.ts";
import { leaderboardPeriods } from "../../../contract/leaderboard/leaderboard.ts";
import { pagePaths } from "../../../contract/pages.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { StandingRow } from "./standing-row.tsx";
import { leaderboardWords } from "./words.en.ts";

/** Standings change when a race is settled, some seconds after its end, and no event announces that to everybody. */
const ASK_EVERY_MS = 10_000;

type Board = Reply<Api["getLeaderboard"]>;
type Period = Board["period"];

/** Players ranked by what they won, over a period (rule BOARD-2). */
export function LeaderboardPage() {
  const [search] = useSearchParams();
  const period = leaderboardPeriods.find((name) => name === search.get("period")) ?? "day";
  const player = usePlayer();
  const address = player.kind === "player" ? player.address : null;
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.leaderboard(period, address),
    queryFn: () => fetchApi("getLeaderboard", { query: { period } }),
    enabled: player.kind !== "connecting",
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  });
  const { t } = useWords(leaderboardWords);
  return (
    <main className="mx-auto flex max-w-[880px] min-w-0 flex-col gap-3 px-3 pt-2 pb-10 tablet:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{t("leaderboard")}</h1>
        <Periods currentPeriod={period} />
      </div>
      <section className="panel min-w-0 overflow-hidden" aria-label={t("leaderboard")}>
        {data !== undefined && <Standings board={data} own={address} />}
        {data === undefined && !isError && <Skeleton className="m-4 h-96" />}
        {data === undefined && isError && (
          <p role="alert" className="flex min-h-96 flex-col items-center justify-center gap-3 p-4 text-muted">
            {t("boardFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </p>
        )}
      </section>
      <p className="text-xs text-muted">{t("byNet")}</p>
    </main>
  );
}

function Periods({ currentPeriod }: { readonly currentPeriod: Period }) {
  const { t } = useWords(leaderboardWords);
  return (
    <nav aria-label={t("period")} className="flex gap-1">
      {leaderboardPeriods.map((period) => (
        <Link
          key={period}
          to={`${pagePaths.leaderboard}?period=${period}`}
          replace
          aria-current={period === currentPeriod ? "page" : undefined}
          className="inline-flex min-h-11 items-center rounded-m px-3 text-base font-bold text-muted hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-bright"
        >
          {t(period)}
        </Link>
      ))}
    </nav>
  );
}

function Standings({
  board: { leaderboard, ranked, own },
  own: address,
}: {
  readonly board: Board;
  readonly own: string | null;
}) {
  const { t } = useWords(leaderboardWords);
  const isListed = leaderboard.some(({ wallet_address: wallet }) => wallet === address);
  if (leaderboard.length === 0 && own === null) {
    return (
      <div className="flex min-h-96 flex-col items-center justify-center gap-3 p-4 text-center">
        <p className="text-muted">{t("nobodyYet")}</p>
        <Link
          to={pagePaths.home}
          className="inline-flex min-h-11 items-center font-bold text-bright underline"
        >
          {t("toTheRace")}
        </Link>
      </div>
    );
  }
  return (
    <>
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-muted max-tablet:sr-only">
          <tr className="border-b border-divider [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
            <th className="w-16 text-right">{t("place")}</th>
            <th>{t("player")}</th>
            <th className="w-20 text-right">{t("streak")}</th>
            <th className="w-36 text-right">{t("wagered")}</th>
            <th className="w-36 pr-4! text-right">{t("net")} · SOL</th>
          </tr>
        </thead>
        <tbody>
          {leaderboard.map((standing) => (
            <StandingRow
              key={standing.wallet_address}
              standing={standing}
              isOwn={standing.wallet_address === address}
            />
          ))}
        </tbody>
        {own !== null && !isListed && (
          <tbody aria-label={t("yourPlace")} className="border-t-2 border-divider">
            <StandingRow standing={own} isOwn />
          </tbody>
        )}
      </table>
      <p className="border-t border-hair px-4 py-2.5 text-xs text-muted">
        {t("players", { count: ranked })}
        {own?.is_hidden === true && ` · ${t("hiddenNote")}`}
        {own === null && address !== null && ` · ${t("notRanked")}`}
      </p>
    </>
  );
}
