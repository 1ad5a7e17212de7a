import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Card } from "../../foundation/ui/card.tsx";
import { Silk } from "../../foundation/ui/silk.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { horseText } from "./horse-text.ts";
import { playerWords } from "./words.en.ts";

const SHOWN = 5;

type PastBet = Reply<Api["getRaceHistory"]>["bets"][number];

/** The player's five latest races. Only the log says if they did not load. */
export function RecentRaces({ address }: { readonly address: string }) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.history(address),
    queryFn: () => fetchApi("getRaceHistory", { params: { wallet: address }, query: { limit: SHOWN } }),
  });
  const { t } = useWords(playerWords);
  return (
    <Card
      heading={t("recentRaces")}
      aside={
        <Link
          to={pagePaths.history}
          className="-mr-2 flex min-h-11 items-center px-2 font-bold text-text hover:text-bright"
        >
          {t("allRaces")}
        </Link>
      }
    >
      {isPending && <Skeleton className="m-4 mt-0 h-44" />}
      {data === undefined && isError && (
        <Button className="m-4 mt-0 self-start" onClick={() => void refetch()}>
          {t("tryAgain")}
        </Button>
      )}
      {data?.bets.length === 0 && <p className="px-4 pb-4 text-muted">{t("noRaces")}</p>}
      {data !== undefined && data.bets.length > 0 && (
        <table className="w-full text-left text-sm">
          <thead className="text-xs text-muted max-tablet:sr-only">
            <tr className="border-b border-divider [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
              <th className="pl-4!">{t("date")}</th>
              <th>{t("race")}</th>
              <th>{t("horse")}</th>
              <th>{t("result")}</th>
              <th className="text-right">{t("wager")}</th>
              <th className="text-right">{t("payout")}</th>
              <th className="pr-4! text-right">{t("net")}</th>
            </tr>
          </thead>
          <tbody>
            {data.bets.map((bet) => (
              <BetRow key={bet.id} bet={bet} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const tones = { win: "good", loss: "plain", refunded: "info" } as const;

function BetRow({ bet }: { readonly bet: PastBet }) {
  const { race_id, created_at, result, bet_amount, payout_amount } = bet;
  const inWords = useWords(playerWords);
  const { t, sol, signedSol, dayAndTime } = inWords;
  const net = result === null ? null : signedLamports(payout_amount - bet_amount);
  const race = raceLabel(race_id);
  return (
    <tr className="border-t border-hair first:border-t-0 max-tablet:grid max-tablet:min-h-12 max-tablet:grid-cols-[1fr_auto] max-tablet:items-center max-tablet:px-4 max-tablet:first:border-t [&>td]:whitespace-nowrap tablet:[&>td]:h-[34px] tablet:[&>td]:px-3">
      <td className="pl-4! text-muted max-tablet:order-3 max-tablet:col-span-2 max-tablet:-mt-1 max-tablet:pb-1.5 max-tablet:pl-0! max-tablet:text-xs max-tablet:whitespace-normal!">
        {dayAndTime(created_at)}
        <span className="tablet:hidden">
          {" "}
          · {t("betOf", { amount: sol(bet_amount, 4) })}
          {result !== null && ` · ${t(result)} ${sol(payout_amount, 4)}`}
        </span>
      </td>
      <td className="max-tablet:hidden">
        <Link to={`/race/${race_id}`} title={t("replayOf", { race })} className="hover:text-bright">
          {race}
        </Link>
      </td>
      <td className="max-w-48 truncate max-tablet:order-1">
        <Link
          to={`/race/${race_id}`}
          title={t("replayOf", { race })}
          className="inline-flex items-center gap-2 font-bold hover:text-bright max-tablet:min-h-9"
        >
          <Silk number={bet.selected_horse + 1} color={bet.horse_color} size={20} />
          {horseText(bet, inWords)}
        </Link>
      </td>
      <td className="max-tablet:hidden">
        <Tag tone={result === null ? "plain" : tones[result]}>{t(result ?? "pending")}</Tag>
      </td>
      <td className="text-right max-tablet:hidden">{sol(bet_amount, 4)}</td>
      <td className="text-right max-tablet:hidden">{sol(payout_amount, 4)}</td>
      <td
        className={`pr-4! text-right font-bold max-tablet:order-2 max-tablet:pr-0! ${net === null || net === 0n ? "text-muted" : net > 0n ? "text-good" : "text-bad"}`}
      >
        {net === null ? t("pending") : signedSol(net, 4)}
      </td>
    </tr>
  );
}
