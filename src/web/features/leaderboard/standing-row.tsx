import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { openPlayerCard } from "../../foundation/lib/dialogs.ts";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { leaderboardWords } from "./words.en.ts";

type Standing = Reply<Api["getLeaderboard"]>["leaderboard"][number];

/** A row of the board; on a phone a line with its details below the name. */
export function StandingRow({ standing, isOwn }: { readonly standing: Standing; readonly isOwn: boolean }) {
  const { rank, username, active_title: title, is_streamer, is_partner } = standing;
  const { net_profit: net, total_wagered: wagered, current_win_streak: streak } = standing;
  const { t, whole, sol, signedSol } = useWords(leaderboardWords);
  const netLook = net === 0n ? "text-muted" : net > 0n ? "text-good" : "text-bad";
  return (
    <tr
      data-own={isOwn ? "" : undefined}
      className="border-t border-hair first:border-t-0 data-own:bg-selected data-own:shadow-[inset_3px_0_0_var(--accent)] max-tablet:grid max-tablet:min-h-14 max-tablet:grid-cols-[2.75rem_1fr_auto] max-tablet:items-center max-tablet:py-1.5 tablet:h-11 tablet:[&>td]:px-3"
    >
      <td
        translate="no"
        className={`figure text-right text-lg max-tablet:row-span-2 max-tablet:pr-3 ${rank <= 3 ? "text-bright" : "text-muted"}`}
      >
        {whole(rank)}
      </td>
      <td className="relative min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            onClick={() => openPlayerCard({ wallet: standing.wallet_address, name: username })}
            className="truncate text-base font-bold after:absolute after:inset-0 hover:text-bright"
          >
            {username}
          </button>
          {isOwn && <Tag tone="good">{t("you")}</Tag>}
          {title !== null && (
            <span className="min-w-0 max-tablet:hidden">
              <Tag tone="accent">[{title}]</Tag>
            </span>
          )}
          {is_streamer && <Tag tone="info">{t("streamer")}</Tag>}
          {is_partner && <Tag tone="info">{t("partner")}</Tag>}
        </span>
      </td>
      <td className="text-right max-tablet:hidden">{whole(streak)}</td>
      <td className="text-right max-tablet:hidden">{sol(wagered, 4)}</td>
      <td className={`pr-4! text-right font-bold whitespace-nowrap max-tablet:pl-2 ${netLook}`}>
        {signedSol(net, 4)}
      </td>
      <td className="col-span-2 pr-4 text-xs text-muted tablet:hidden">
        {title !== null && <span className="text-bright">[{title}] · </span>}
        {t("wageredOf", { amount: sol(wagered, 4) })}
        {streak > 0 && ` · ${t("streakOf", { count: streak })}`}
      </td>
    </tr>
  );
}
