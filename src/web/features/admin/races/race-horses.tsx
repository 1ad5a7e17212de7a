import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { oddsOf } from "../../../../domain/odds.ts";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import type { Rows } from "../kit/use-rows.ts";
import type { AdminRace } from "./race-status.tsx";
import { racesWords } from "./words.en.ts";

type Horse = Reply<Api["getRaceDetails"]>["horses"][number];

/** The stakes on each horse, and what a unit on it pays. */
export function RaceHorses({ race, list }: { readonly race: AdminRace; readonly list: Rows<Horse> }) {
  const { t } = useWords(racesWords);
  return (
    <Part heading={t("horses")}>
      <DataTable
        label={t("horses")}
        list={list}
        columns={useColumns(race)}
        keyOf={(horse) => String(horse.id)}
        empty={t("noRaces")}
        failed={t("detailsFailed")}
      />
    </Part>
  );
}

function useColumns(race: AdminRace): readonly Column<Horse>[] {
  const { t, whole, odds, percent } = useWords(racesWords);
  const shareOf = ({ totalBetAmount: stakes }: Horse): number =>
    stakes === null || race.total_pool === 0n ? 0 : Number((stakes * 10_000n) / race.total_pool) / 10_000;
  return [
    {
      id: "horse",
      head: t("horse"),
      onCard: "title",
      cell: (horse) => (
        <span className="flex items-center gap-2">
          <Silk number={horse.number} color={horse.color} size={24} />
          <span className="truncate">{horse.name}</span>
          {horse.isWinner && <Tag tone="accent">{t("winner")}</Tag>}
        </span>
      ),
    },
    {
      id: "bets",
      head: t("bets"),
      isFigure: true,
      sortBy: ({ betCount }) => betCount ?? -1,
      cell: ({ betCount }) => (betCount === null ? t("hidden") : whole(betCount)),
    },
    {
      id: "share",
      head: t("shareOfPool"),
      onCard: "none",
      sortBy: shareOf,
      cell: (horse) =>
        horse.totalBetAmount === null ? (
          <span className="text-muted">{t("hidden")}</span>
        ) : (
          <span className="flex items-center gap-3">
            <svg aria-hidden width="120" height="6" className="shrink-0 text-raised">
              <rect width="120" height="6" rx="3" fill="currentColor" />
              <rect width={120 * shareOf(horse)} height="6" rx="3" fill={horse.color} />
            </svg>
            <span className="w-14 text-right text-muted">{percent(shareOf(horse) * 100, 2)}</span>
          </span>
        ),
    },
    {
      id: "amount",
      head: t("totalBetAmount"),
      isFigure: true,
      sortBy: ({ totalBetAmount }) => totalBetAmount ?? -1n,
      cell: ({ totalBetAmount }) => (totalBetAmount === null ? t("hidden") : <Sol amount={totalBetAmount} />),
    },
    {
      id: "pays",
      head: t("pays"),
      isFigure: true,
      cell: ({ totalBetAmount: onHorse, isWinner }) => (
        <span className={isWinner ? "text-bright" : "font-normal text-muted"}>
          {odds(
            // A refunded race pays at most the winners of a settlement before.
            onHorse === null || (race.status === "refunded" && !isWinner)
              ? null
              : oddsOf({
                  pool: race.total_pool,
                  onHorse,
                  houseEdgeBps: Math.round(race.house_edge * 100),
                  jackpot: race.jackpot_amount,
                }),
          )}
        </span>
      ),
    },
  ];
}
