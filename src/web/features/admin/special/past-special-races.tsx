import { Link } from "wouter";
import { pastSpecialOrders } from "../../../../contract/races/special-races.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip, type ChipTone } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { adminTabPath } from "../tab-path.ts";
import { type PastSpecialRace, useTermColumns } from "./special-columns.tsx";
import { specialWords } from "./words.en.ts";

const states: Readonly<
  Record<NonNullable<PastSpecialRace["status"]>, { tone: ChipTone; key: "open" | "run" | "refunded" }>
> = {
  pending: { tone: "info", key: "open" },
  countdown: { tone: "info", key: "open" },
  active: { tone: "info", key: "open" },
  completed: { tone: "good", key: "run" },
  refunded: { tone: "bad", key: "refunded" },
};

const PAGE = 20;

/** The outcome of special races that no longer wait, by pages. */
export function PastSpecialRaces({ everyMs }: { readonly everyMs: number }) {
  const { t } = useWords(specialWords);
  const walletAddress = useAdminAddress();
  const { listQuery, text, setText, isSearchable, serverOrder } = useListSearch(pastSpecialOrders);
  const list = usePages(
    "listSpecialRaces",
    listQuery,
    async (page) => {
      const query = { walletAddress, limit: PAGE, ...page, ...listQuery };
      const { past, nextCursor } = await fetchApi("listSpecialRaces", { query });
      return { rows: past, nextCursor };
    },
    { keepsRows: true, everyMs: () => everyMs },
  );
  const terms = useTermColumns<PastSpecialRace>().map((column) =>
    column.id === "requested" ? { ...column, sortBy: "server" as const } : column,
  );
  const columns: readonly Column<PastSpecialRace>[] = [
    {
      id: "race",
      head: t("race"),
      onCard: "title",
      cell: ({ raceId }) =>
        raceId === null ? (
          <span className="font-normal text-muted">{t("noRace")}</span>
        ) : (
          <Link
            to={`${adminTabPath("races")}?race=${raceId}`}
            className="inline-flex min-h-6 items-center underline underline-offset-4"
          >
            {raceLabel(raceId)}
          </Link>
        ),
    },
    {
      id: "state",
      head: t("state"),
      onCard: "aside",
      cell: ({ status }) =>
        status === null ? (
          <Chip tone="plain">{t("isCancelled")}</Chip>
        ) : (
          <Chip tone={states[status].tone}>{t(states[status].key)}</Chip>
        ),
    },
    ...terms,
  ];
  return (
    <Part heading={t("history")}>
      {isSearchable(list.rows) && (
        <SearchField label={t("historySearch")} value={text} onChange={setText} className="mx-4 mb-3" />
      )}
      <DataTable
        label={t("history")}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        serverOrder={serverOrder}
        remembers="special races"
        empty={t(text === "" ? "noHistory" : "noHistoryFound")}
        failed={t("failed")}
      />
    </Part>
  );
}
