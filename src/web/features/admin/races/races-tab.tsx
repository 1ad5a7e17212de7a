import { raceOrders } from "../../../../contract/races/admin-races.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAddress } from "../kit/address.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { RaceDetails } from "./race-details.tsx";
import { RaceSearch, searchedRace } from "./race-search.tsx";
import { type AdminRace, RaceStatusChip } from "./race-status.tsx";
import { SpecialMark } from "./special-mark.tsx";
import { racesWords } from "./words.en.ts";

const PAGE = 20;

/** The races: searched by id, number or player, listed, and one of them in full. */
export function RacesTab() {
  const [address, change] = useAddress();
  const id = address.get("race");
  const open = (race: string | null) => change({ race });
  return id === null ? (
    <RecentRaces open={open} />
  ) : (
    <RaceDetails key={id} id={id} open={open} close={() => open(null)} />
  );
}

function RecentRaces({ open }: { readonly open: (id: string) => void }) {
  const { t } = useWords(racesWords);
  const walletAddress = useAdminAddress();
  const { listQuery, text, setText, serverOrder } = useListSearch(raceOrders);
  // A race is found by its number however that is written.
  const search = listQuery.search === undefined ? {} : { search: searchedRace(listQuery.search) };
  const list = usePages(
    "listAllRaces",
    listQuery,
    async (page) => {
      const query = { walletAddress, limit: PAGE, ...page, ...listQuery, ...search };
      const reply = await fetchApi("listAllRaces", { query });
      return { rows: reply.races, nextCursor: reply.nextCursor };
    },
    { keepsRows: true },
  );
  return (
    <TabPage title={t("title")}>
      <RaceSearch text={text} setText={setText} open={open} />
      <Part heading={t("recentRaces")}>
        <DataTable
          label={t("recentRaces")}
          list={list}
          columns={useColumns(open)}
          keyOf={(race) => race.id}
          serverOrder={serverOrder}
          remembers="races"
          empty={t(text === "" ? "noRaces" : "noRaceFound")}
          failed={t("listFailed")}
        />
      </Part>
    </TabPage>
  );
}

function useColumns(open: (id: string) => void): readonly Column<AdminRace>[] {
  const { t, dayAndTime, percent, whole } = useWords(racesWords);
  return [
    {
      id: "race",
      head: t("race"),
      onCard: "title",
      cell: (race) => (
        <span className="flex items-center gap-2">
          {raceLabel(race.id)} {race.isSpecial && <SpecialMark />}
          {race.testing && <span className="text-xs text-info">{t("playMoney")}</span>}
        </span>
      ),
    },
    {
      id: "id",
      head: t("id"),
      onCard: "none",
      cell: (race) => <Prefix text={race.id} label={t("race")} />,
    },
    {
      id: "status",
      head: t("status"),
      onCard: "aside",
      cell: (race) => <RaceStatusChip status={race.status} />,
    },
    { id: "type", head: t("type"), cell: (race) => t(race.race_type) },
    {
      id: "pool",
      head: t("totalPool"),
      isFigure: true,
      sortBy: (race) => race.total_pool,
      cell: (race) => <Sol amount={race.total_pool} />,
    },
    {
      id: "bets",
      head: t("bets"),
      isFigure: true,
      sortBy: (race) => race.bet_count,
      cell: (race) => whole(race.bet_count),
    },
    {
      id: "edge",
      head: t("houseEdge"),
      isFigure: true,
      cell: (race) => percent(race.house_edge),
    },
    {
      id: "winner",
      head: t("winningHorse"),
      cell: (race) =>
        race.winningHorse === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="flex items-center gap-2">
            <Silk number={race.winningHorse.number} color={race.winningHorse.color} size={22} />
            <span className="truncate max-tablet:whitespace-normal">{race.winningHorse.name}</span>
          </span>
        ),
    },
    {
      id: "created",
      head: t("created"),
      sortBy: "server",
      cell: (race) => <span className="text-muted">{dayAndTime(race.created_at)}</span>,
    },
    {
      id: "view",
      head: t("details"),
      onCard: "foot",
      cell: (race) => (
        <Button
          look="quiet"
          className="-mx-3 underline underline-offset-4"
          aria-label={`${t("viewDetails")}: ${raceLabel(race.id)}`}
          onClick={() => open(race.id)}
        >
          {t("viewDetails")}
        </Button>
      ),
    },
  ];
}
