import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { raceLabel } from "../../domain/race-label.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { fetchApi } from "../lib/api.ts";
import { Panel } from "../ui/panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const SHOWN = 5;
const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const resultNames = { win: "Win", loss: "Loss", refunded: "Refunded" } as const;

/** The player's five latest races. */
export function RecentRaces({ address }: { readonly address: string }) {
  const { data, isPending, isError } = useQuery({
    queryKey: ["history", address],
    queryFn: () => fetchApi("getRaceHistory", { params: { wallet: address }, query: { limit: SHOWN } }),
  });
  return (
    <Panel heading="Recent races">
      <div className="p-4 pt-1">
        {isPending && <Skeleton className="h-24" />}
        {isError && <p className="text-muted">Your races cannot be loaded right now.</p>}
        {data?.bets.length === 0 && <p className="text-muted">No races yet.</p>}
        {data !== undefined && data.bets.length > 0 && (
          <table className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                <th className="py-1 font-medium max-tablet:hidden">Date</th>
                <th className="font-medium">Horse</th>
                <th className="font-medium">Result</th>
                <th className="text-right font-medium">Wager</th>
                <th className="text-right font-medium">Payout</th>
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
                    <td className="py-2 pr-4 whitespace-nowrap max-tablet:hidden">
                      {when.format(created_at)}
                    </td>
                    <td className="pr-4">
                      <Link
                        to={`/race/${race_id}`}
                        title={`Replay of race ${raceLabel(race_id)}`}
                        className="inline-flex min-h-11 items-center font-bold underline decoration-control underline-offset-4 hover:decoration-accent"
                      >
                        {selected_horse + 1} · {horse_name}
                      </Link>
                      <span className="block text-xs text-muted tablet:hidden">
                        {when.format(created_at)}
                      </span>
                    </td>
                    <td className={`pr-4 ${result === "win" ? "text-good" : ""}`}>
                      {result === null ? "Pending" : resultNames[result]}
                    </td>
                    <td className="py-2 pl-2 text-right">{formatSol(bet_amount, 4)}</td>
                    <td className="py-2 pl-2 text-right">{formatSol(payout_amount, 4)}</td>
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
