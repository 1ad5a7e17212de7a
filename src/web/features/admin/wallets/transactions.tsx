import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { houseTransactionOrders } from "../../../../contract/house-wallets/house-wallets.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip, Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { TransactionLink } from "../kit/transaction-link.tsx";
import { type House, type HouseTransaction, REFRESH_MS } from "./house.ts";
import { statusTones } from "./status-tones.ts";
import { walletsWords } from "./words.en.ts";

const PAGE = 10;

const typeTexts = {
  anchor: "anchorTransaction",
  deposit: "depositTransaction",
  manual: "manualTransaction",
  notary: "notary",
  payout: "payoutTransaction",
  referral: "referralTransaction",
  sweep: "sweepTransaction",
  withdrawal: "withdrawalTransaction",
} as const satisfies Readonly<Record<HouseTransaction["transaction_type"], string>>;

/** Incoming and outgoing transactions, newest first, and those that are looked for. */
export function Transactions({ house }: { readonly house: House }) {
  const [address] = useSearchParams();
  const signature = address.get("tx") ?? "";
  return <FoundTransactions key={signature} house={house} signature={signature} />;
}

function FoundTransactions({ house, signature }: { readonly house: House; readonly signature: string }) {
  const { t } = useWords(walletsWords);
  const walletAddress = useAdminAddress();
  const {
    listQuery: search,
    text,
    setText,
    isSearchable,
    serverOrder,
  } = useListSearch(houseTransactionOrders, signature);
  const list = useRef<HTMLDivElement>(null);
  const rows = usePages(
    "listHouseTransactions",
    search,
    async (page) => {
      const query = { walletAddress, limit: PAGE, ...page, ...search };
      const { transactions, nextCursor } = await fetchApi("listHouseTransactions", { query });
      return { rows: transactions, nextCursor };
    },
    { keepsRows: true, everyMs: () => REFRESH_MS },
  );
  const isLoaded = rows.rows !== undefined;
  // The palette leads here, past everything above; what is found makes the page long enough for it.
  useEffect(() => {
    if (signature !== "") list.current?.scrollIntoView({ block: "center" });
  }, [signature, isLoaded]);
  return (
    <div ref={list}>
      <Part heading={t("transactions")}>
        {isSearchable(rows.rows) && (
          <SearchField label={t("transactionSearch")} value={text} onChange={setText} className="mx-4 mb-3" />
        )}
        <DataTable
          label={t("transactions")}
          list={rows}
          columns={useColumns(new Map(house.wallets.map(({ address: own, type }) => [own, type])))}
          keyOf={({ id }) => id}
          serverOrder={serverOrder}
          remembers="transactions"
          empty={t(text === "" ? "noTransactions" : "noTransactionFound")}
          failed={t("loadFailed")}
        />
      </Part>
    </div>
  );
}

function useColumns(
  own: ReadonlyMap<string, House["wallets"][number]["type"]>,
): readonly Column<HouseTransaction>[] {
  const { t, dayAndTime } = useWords(walletsWords);
  const address = (of: string | null, label: string) => {
    if (of === null) return <span className="text-muted">–</span>;
    const kind = own.get(of);
    return kind === undefined ? (
      <Prefix text={of} label={label} />
    ) : (
      <span className="text-muted">{t(kind)}</span>
    );
  };
  return [
    {
      id: "type",
      head: t("type"),
      onCard: "title",
      sortBy: ({ transaction_type: type }) => type,
      cell: ({ transaction_type: type }) => t(typeTexts[type]),
    },
    {
      id: "amount",
      head: t("amount"),
      isFigure: true,
      sortBy: ({ amount }) => amount,
      cell: ({ amount }) => <Sol amount={amount} />,
    },
    { id: "from", head: t("from"), cell: ({ from_address: from }) => address(from, t("from")) },
    { id: "to", head: t("to"), cell: ({ to_address: to }) => address(to, t("to")) },
    {
      id: "status",
      head: t("status"),
      onCard: "aside",
      cell: ({ status }) => <Chip tone={statusTones[status]}>{t(status)}</Chip>,
    },
    {
      id: "tx",
      head: t("tx"),
      cell: ({ signature }) => <TransactionLink signature={signature} label={t("tx")} />,
    },
    {
      id: "created",
      head: t("created"),
      sortBy: "server",
      cell: ({ created_at: at }) => <span className="text-muted">{dayAndTime(at)}</span>,
    },
  ];
}
