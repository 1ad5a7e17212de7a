import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { raceLabel } from "../../domain/race-label.ts";
import { fetchApi } from "../lib/api.ts";
import { Panel } from "../ui/panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useWords } from "../words/use-words.ts";
import { playerWords } from "./words.en.ts";
import { queryKeys } from "../lib/query-keys.ts";

const SHOWN = 5;

/** The player's five latest races. */
export function RecentRaces({ address }: { readonly address: string }) {
  const { data, isPending, isError } = useQuery({
    queryKey: queryKeys.history(address),
    queryFn: () => fetchApi("getRaceHistory", { params: { wallet: address }, query: { limit: SHOWN } }),
  });
  const { t, sol, moment } = useWords(playerWords);
  return (
    <Panel heading={t("recentRaces")}>
      <div className="p-4 pt-1">
        {isPending && <Skeleton className="h-24" />}
        {isError && <p className="text-muted">{t("racesFailed")}</p>}
        {data?.bets.length === 0 && <p className="text-muted">{t("noRaces")}</p>}
        {data !== undefined && data.bets.length > 0 && (
          <table className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                <th className="py-1 font-medium max-tablet:hidden">{t("date")}</th>
                <th className="font-medium">{t("horse")}</th>
                <th className="font-medium">{t("result")}</th>
                <th className="pl-3 text-right font-medium">{t("wager")}</th>
                <th className="pl-3 text-right font-medium">{t("payout")}</th>
              </tr>
            </thead>
            <tbody>
              {data.bets.map(
                ({
                  id,
                  race_id,
                  created_at,
                  horse_name,
                  selected_horse,
                  result,
                  bet_amount,
                  payout_amount,
                }) => (
                  <tr key={id} className="border-t border-divider">
                    <td className="py-2 pr-4 whitespace-nowrap max-tablet:hidden">{moment(created_at)}</td>
                    <td className="pr-4">
                      <Link
                        to={`/race/${race_id}`}
                        title={t("replayOf", { race: raceLabel(race_id) })}
                        className="inline-flex min-h-11 items-center font-bold underline decoration-control underline-offset-4 hover:decoration-accent"
                      >
                        {selected_horse + 1} · {horse_name}
                      </Link>
                      <span className="block text-xs text-muted tablet:hidden">{moment(created_at)}</span>
                    </td>
                    <td className={`pr-4 ${result === "win" ? "text-good" : ""}`}>
                      {t(result ?? "pending")}
                    </td>
                    <td className="py-2 pl-2 text-right">{sol(bet_amount, 4)}</td>
                    <td className="py-2 pl-2 text-right">{sol(payout_amount, 4)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}
